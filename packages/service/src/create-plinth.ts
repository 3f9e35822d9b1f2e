import {
  type AnyPlugin,
  definePlugin,
  type Kernel,
  type KernelOptions,
  type SettingValues,
  StartupError,
} from '@plinth/kernel'
import { checkAll, checkOptions, checkPlugins, checkSettings, settingNames } from '@plinth/kernel/composition'
import { withAuditKeys } from './audit-keys.js'
import { ManagedKey, type MissingKey, withPlaceholderKey } from './key-file.js'
import type { PlinthSettings } from './plinth-settings.js'
import { createStandardKernel, type StandardServices, standardPlugins } from './standard-plugins.js'
import { writeWarnings } from './write-warnings.js'

/** The settings, and the options that exist only in code. */
export interface PlinthOptions extends PlinthSettings, Omit<KernelOptions, 'settings'> {
  /** Plugins of the host, which are added after the standard ones. */
  readonly plugins?: readonly AnyPlugin[]
  /** The settings of those plugins. */
  readonly pluginSettings?: SettingValues
  /**
   * What a start on SQLite does if the generated signing key of the database is missing: it fails, or creates another
   * key, with which all third-party tokens are invalid and the audit trail starts a new chain.
   * @defaultValue `refused`
   */
  readonly missingKey?: MissingKey
}

/** A kernel with the standard plugins. Use this type for an exported instance: `export const plinth: Plinth = …`. */
export interface Plinth extends Kernel<StandardServices> {}

/**
 * Creates a kernel with the standard plugins and a host's own. Without a `logger` or `writeLog`, warnings and errors go
 * to stderr. Throws a `StartupError` that lists every invalid option. Nothing is opened or read before `start()`.
 *
 * @example
 * const plinth = createPlinth({ dataDir: './data', announce: console.log })
 * await plinth.start()
 * http.createServer(plinth.handler).listen(8050)
 */
export function createPlinth(options: PlinthOptions = {}): Plinth {
  if (typeof options !== 'object' || options === null)
    throw new StartupError('The options of createPlinth must be an object.')
  const parts = partsOf(options)
  const { host, plugins, pluginSettings, missingKey, settings } = parts
  checkAll(
    () => checkMissingKey(missingKey),
    () => checkOptions(host),
    () => checkOneDatabase(parts),
    () => checkPlugins(Array.isArray(plugins) ? [...standardPlugins, ...plugins] : plugins),
    () => checkPluginSettings(pluginSettings),
    () => checkKnownSettings(parts),
  )
  const key = new ManagedKey({ ...pluginSettings, ...settings }, host.knex, missingKey)
  const allSettings = () => key.addTo({ ...pluginSettings, ...settings })
  const keyStorage = definePlugin()({
    name: 'signing-key',
    preflight: ({ database }) => key.assertBelongsTo(database),
    start: () => key.store(),
  })
  const kernelOptions = { writeLog: writeWarnings(settings.logFormat), ...host, settings: allSettings }
  // The key is stored first: a start that fails or is killed later may have sealed events with it.
  return createStandardKernel(kernelOptions, [keyStorage]).useAll(plugins)
}

/** The options, grouped by use. */
interface Parts {
  readonly host: KernelOptions
  readonly plugins: readonly AnyPlugin[]
  readonly pluginSettings: SettingValues
  readonly missingKey: MissingKey
  readonly settings: SettingValues & Pick<PlinthSettings, 'logFormat' | 'databaseUrl'>
}

/** The kernel's own options, which are not settings. */
const KERNEL_OPTIONS: Readonly<Record<Exclude<keyof KernelOptions, 'settings'>, true>> = {
  nameOfSetting: true,
  knex: true,
  logger: true,
  writeLog: true,
  basePath: true,
  announce: true,
  reportFault: true,
  pendingMigrations: true,
  copiedFile: true,
  clock: true,
  randomness: true,
}

function partsOf({ plugins = [], pluginSettings = {}, missingKey = 'refused', ...rest }: PlinthOptions): Parts {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined) // undefined must not override a default
  const select = (isKernelOption: boolean) =>
    Object.fromEntries(given.filter(([name]) => Object.hasOwn(KERNEL_OPTIONS, name) === isKernelOption))
  return { host: select(true), plugins, pluginSettings, missingKey, settings: select(false) }
}

function checkMissingKey(missingKey: unknown): void {
  if (missingKey !== 'refused' && missingKey !== 'replaced')
    throw new StartupError('missingKey must be "refused" or "replaced".')
}

function checkPluginSettings(pluginSettings: unknown): void {
  if (typeof pluginSettings !== 'object' || pluginSettings === null || Array.isArray(pluginSettings))
    throw new StartupError('pluginSettings must be an object.')
  const standard = settingNames(standardPlugins)
  const misplaced = Object.keys(pluginSettings).filter((name) => standard.has(name))
  if (misplaced.length > 0)
    throw new StartupError(misplaced.map((name) => `${name} is not a setting of your plugins. Pass it as an option.`))
}

function checkOneDatabase({ host: { knex }, settings: { databaseUrl } }: Parts): void {
  if (knex !== undefined && databaseUrl !== undefined)
    throw new StartupError('knex and databaseUrl are both set, and each names a database. Pass only one of them.')
}

/** Checks the settings of the plugins known so far. `start()` checks those of plugins added with `use()`. */
function checkKnownSettings({ host: { knex, nameOfSetting: nameOf }, plugins, pluginSettings, settings }: Parts): void {
  const known = Array.isArray(plugins) ? plugins.filter((plugin) => plugin?.settings?.fields) : []
  const names = new Set(known.flatMap(({ settings }) => Object.keys(settings?.fields ?? {})))
  const ofHost = Object.fromEntries(Object.entries(pluginSettings ?? {}).filter(([name]) => names.has(name)))
  const values = withAuditKeys(withPlaceholderKey({ ...ofHost, ...settings }, knex))
  checkSettings([...standardPlugins, ...known], values, {
    ...(nameOf && { nameOf }),
    otherNames: [...Object.keys(KERNEL_OPTIONS), 'plugins', 'pluginSettings', 'missingKey'],
    unknownRemedy: 'Check its spelling. If it is a setting of your plugin, pass it in pluginSettings.',
  })
}
