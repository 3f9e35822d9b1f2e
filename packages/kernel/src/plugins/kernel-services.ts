import type { SecurityEvents } from '../contracts/security-event.js'
import type { Traffic } from '../http/traffic.js'
import type { LogControl } from '../logging/log-settings.js'
import type { Logger } from '../logging/logger.js'
import type { Callers } from '../security/callers.js'
import type { Randomness } from '../security/randomness.js'
import type { KernelSettings } from '../settings/kernel-settings.js'
import type { Clock } from '../storage/clock.js'
import type { Database } from '../storage/database.js'
import type { Contributions } from './contributions.js'

/** Tells the operator something that must not reach a log, such as a password that was made up. */
export type Announce = (text: string) => void

/** The services that every kernel has. */
export interface KernelServices {
  readonly database: Database
  readonly clock: Clock
  readonly randomness: Randomness
  readonly contributions: Contributions
  readonly logControl: LogControl
  readonly securityEvents: SecurityEvents
  readonly callers: Callers
  readonly traffic: Traffic
  /** Missing where a host gave none. */
  readonly announce: Announce | undefined
  /** The kernel's own settings, frozen. */
  readonly kernelSettings: KernelSettings
  /** What stands before the path of every route, without a slash at the end: `/api`. */
  readonly basePath: string
}

/** What each plugin has of its own under the same names. */
export interface PluginLocals<Config extends object> {
  /** The plugin's settings as its `config` describes them, frozen. */
  readonly settings: Readonly<Config>
  /** The log, each line marked with the plugin's name. */
  readonly log: Logger
}

const KERNEL_SERVICES: Readonly<Record<keyof KernelServices | keyof PluginLocals<object>, true>> = {
  database: true,
  clock: true,
  randomness: true,
  contributions: true,
  logControl: true,
  securityEvents: true,
  callers: true,
  traffic: true,
  announce: true,
  kernelSettings: true,
  basePath: true,
  settings: true,
  log: true,
}

/** Names that no plugin may give to a service. */
export const KERNEL_SERVICE_NAMES: ReadonlySet<string> = new Set(Object.keys(KERNEL_SERVICES))
