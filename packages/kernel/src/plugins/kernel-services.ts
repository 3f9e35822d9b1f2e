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

/** Shows whoever runs the program a message that must not be logged, such as a generated password. */
export type Announce = (text: string) => void

/** Services that every kernel has. */
export interface KernelServices {
  readonly database: Database
  readonly clock: Clock
  readonly randomness: Randomness
  readonly contributions: Contributions
  readonly logControl: LogControl
  readonly securityEvents: SecurityEvents
  readonly callers: Callers
  readonly traffic: Traffic
  /** `undefined` if the host passed none. */
  readonly announce: Announce | undefined
  /** The kernel's own settings, frozen. */
  readonly kernelSettings: KernelSettings
  /** The names of the settings that the environment or the host has set; the others have their defaults. */
  readonly configuredSettings: ReadonlySet<string>
  /** Prefix of the path of every route, without a trailing slash: `/api`. */
  readonly basePath: string
}

/** Services that every plugin has under the same names, but each with its own values. */
export interface PluginLocals<Settings extends object> {
  /** The plugin's settings, validated by its `settings` schema and frozen. */
  readonly settings: Readonly<Settings>
  /** A logger that adds the plugin's name to every line. */
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
  configuredSettings: true,
  basePath: true,
  settings: true,
  log: true,
}

/** Names that a plugin may not use for its own services. */
export const KERNEL_SERVICE_NAMES: ReadonlySet<string> = new Set(Object.keys(KERNEL_SERVICES))
