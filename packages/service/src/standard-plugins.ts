import { audit } from '@plinth/audit'
import { auth } from '@plinth/auth'
import { configTransfer } from '@plinth/config-transfer'
import { type AnyPlugin, createKernel, type KernelOptions } from '@plinth/kernel'
import { loggingSettings } from '@plinth/logging-settings'
import { passwords } from '@plinth/passwords'
import { plant } from '@plinth/plant'
import { prometheus } from '@plinth/prometheus'
import { tpt } from '@plinth/tpt'
import { users } from '@plinth/users'

/** A kernel with the plugins that make Plinth what it is, in their order. */
export const createStandardKernel = (options: KernelOptions) =>
  createKernel(options)
    .use(plant)
    .use(users)
    .use(auth)
    .use(passwords)
    .use(tpt)
    .use(configTransfer)
    .use(loggingSettings)
    .use(audit)
    .use(prometheus)

/** The services that the standard plugins provide. */
export type StandardServices = ReturnType<typeof createStandardKernel>['services']

/** Every plugin that `createStandardKernel` uses, for what must be known before a kernel is made. */
export const standardPlugins: readonly AnyPlugin[] = [
  plant,
  users,
  auth,
  passwords,
  tpt,
  configTransfer,
  loggingSettings,
  audit,
  prometheus,
]
