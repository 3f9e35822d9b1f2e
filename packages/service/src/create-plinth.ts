import type { AuthSettings } from '@plinth/auth'
import type { ConfigTransferSettings } from '@plinth/config-transfer'
import type { AnyPlugin, Kernel, KernelOptions, KernelSettings, SettingValues } from '@plinth/kernel'
import type { PasswordSettings } from '@plinth/passwords'
import type { TptSettings } from '@plinth/tpt'
import type { UsersSettings } from '@plinth/users'
import { withSigningKey } from './signing-key.js'
import { createStandardKernel, type StandardServices } from './standard-plugins.js'

/** The settings of the environment in camel case and without its prefix: `PLINTH_SUDO_PASSWORD` is `sudoPassword`. */
export type PlinthSettings = Partial<
  KernelSettings & UsersSettings & AuthSettings & PasswordSettings & TptSettings & ConfigTransferSettings
>

/** The settings, and what only a host can give. */
export interface PlinthOptions extends PlinthSettings, Omit<KernelOptions, 'settings'> {
  /** Plugins of the host, after the standard ones. */
  readonly plugins?: readonly AnyPlugin[]
  /** The settings of those plugins. */
  readonly pluginSettings?: SettingValues
}

/**
 * Puts the standard plugins and a host's own together. Nothing is opened or read before `start()`.
 *
 * @example
 * const plinth = createPlinth({ dataDir: './data' })
 * await plinth.start()
 * http.createServer(plinth.handler).listen(8050)
 */
export function createPlinth(options: PlinthOptions = {}): Kernel<StandardServices> {
  const { plugins = [], pluginSettings = {}, ...rest } = options
  const { nameOfSetting, knex, logger, writeLog, basePath, announce, clock, randomness, ...settings } = rest
  const host = { nameOfSetting, knex, logger, writeLog, basePath, announce, clock, randomness }
  return createStandardKernel({
    ...withoutUndefined(host),
    settings: () => withSigningKey({ ...pluginSettings, ...settings }, knex),
  }).useAll(plugins)
}

/** What is not given must not hide a default. */
function withoutUndefined<T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}
