import type { AuditSettings } from '@plinth/audit'
import type { AuthSettings } from '@plinth/auth'
import type { CodesSettings } from '@plinth/codes'
import type { ConfigTransferSettings } from '@plinth/config-transfer'
import type { ConsoleSettings } from '@plinth/console'
import type { KernelSettings } from '@plinth/kernel'
import type { PasswordSettings } from '@plinth/passwords'
import type { PrometheusSettings } from '@plinth/prometheus'
import type { SecondFactorSettings } from '@plinth/second-factor'
import type { TptSettings } from '@plinth/tpt'
import type { UsersSettings } from '@plinth/users'

/** The validated settings of the kernel and all standard plugins. */
export type StandardSettings = KernelSettings &
  UsersSettings &
  AuthSettings &
  PasswordSettings &
  TptSettings &
  CodesSettings &
  SecondFactorSettings &
  ConfigTransferSettings &
  AuditSettings &
  PrometheusSettings &
  ConsoleSettings
