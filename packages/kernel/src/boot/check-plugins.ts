import { StartupError } from '../errors/startup-error.js'
import { KERNEL_SERVICE_NAMES } from '../plugins/kernel-services.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { kernelSettingsSchema } from '../settings/kernel-settings.js'
import { didYouMean } from '../text/did-you-mean.js'
import { pluginPartProblems } from './check-plugin-parts.js'
import { quoted } from './rules.js'

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Checks plugins before any of their code runs. Throws one `StartupError` with every problem. */
export function checkPlugins(plugins: readonly AnyPlugin[]): void {
  refuseNonPlugins(plugins)
  refuseInvalidParts(plugins)
  const distinct = plugins.filter(({ name }, index) => plugins.findIndex((plugin) => plugin.name === name) === index)
  const problems = [
    ...plugins.flatMap(nameProblems),
    ...duplicateProblems(
      plugins,
      ({ name }) => [name],
      (name) => `Two plugins are called "${name}". Use one of them, or rename yours.`,
    ),
    ...plugins.flatMap((plugin, index) => dependencyProblems(plugin, plugins.slice(0, index), plugins)),
    ...reservedServiceProblems(plugins),
    ...duplicateServiceProblems(distinct),
    ...duplicateProblems(
      distinct,
      ({ errors }) => Object.keys(errors ?? {}),
      (code, [first, second]) => `The plugins "${first}" and "${second}" both declare the error "${code}". Rename one.`,
    ),
    ...duplicateSettingProblems(distinct),
    ...plugins.flatMap(migrationProblems),
  ]
  if (problems.length > 0) throw new StartupError(problems)
}

/** Throws for items that are not plugins: a list built at run time may hold anything. */
function refuseNonPlugins(plugins: unknown): void {
  if (!Array.isArray(plugins)) throw new StartupError('plugins must be a list of plugins.')
  const problems = plugins
    .filter((plugin) => typeof plugin?.name !== 'string' || typeof plugin === 'function')
    .map((other) => `${whyNotPlugin(other)} A plugin is an object with a name: what definePlugin()({ … }) returns.`)
  if (problems.length > 0) throw new StartupError(problems)
}

function refuseInvalidParts(plugins: readonly AnyPlugin[]): void {
  const problems = plugins.flatMap(pluginPartProblems)
  if (problems.length > 0) throw new StartupError(problems)
}

/** Explains why a value is not a plugin. The most frequent mistakes are a function and the name of a package. */
function whyNotPlugin(value: unknown): string {
  if (typeof value === 'function')
    return `${value.name ? `The function "${value.name}"` : 'A function'} is not a plugin. Call it if it returns one.`
  if (typeof value === 'string') return `The string ${quoted(value)} is not a plugin. Import the plugin and pass that.`
  const what = typeof value === 'object' && value !== null ? 'An object without a name' : String(value)
  return `${what} is not a plugin. Does the imported module export it?`
}

function nameProblems({ name }: AnyPlugin): string[] {
  return NAME.test(name) ? [] : [`The plugin name "${name}" must be in kebab case, such as "work-orders".`]
}

function dependencyProblems(plugin: AnyPlugin, before: readonly AnyPlugin[], all: readonly AnyPlugin[]): string[] {
  const names = all.map(({ name }) => name).filter((name) => name !== plugin.name)
  const missing = (plugin.dependsOn ?? []).filter((name) => !before.some((other) => other.name === name))
  return missing.map((name) =>
    all.some((other) => other.name === name)
      ? `The plugin "${plugin.name}" depends on "${name}", which comes after it. Put "${name}" first.`
      : `The plugin "${plugin.name}" depends on "${name}", which was not added.` +
        (didYouMean(name, names) || ` Add the plugin "${name}" before it.`),
  )
}

function reservedServiceProblems(plugins: readonly AnyPlugin[]): string[] {
  return plugins.flatMap(({ name, services }) =>
    Object.keys(services ?? {})
      .filter((service) => KERNEL_SERVICE_NAMES.has(service))
      .map((service) => `The plugin "${name}" has a service "${service}", which the kernel already has. Rename it.`),
  )
}

function duplicateServiceProblems(plugins: readonly AnyPlugin[]): string[] {
  return duplicateProblems(
    plugins,
    ({ services }) => Object.keys(services ?? {}),
    (service, [first, second]) =>
      `The plugins "${first}" and "${second}" both provide the service "${service}". Rename one.`,
  )
}

/** Setting names must be unique, because the settings of the kernel and all plugins are passed together. */
function duplicateSettingProblems(plugins: readonly AnyPlugin[]): string[] {
  const kernel: AnyPlugin = { name: 'the kernel', settings: kernelSettingsSchema }
  return duplicateProblems(
    [kernel, ...plugins],
    ({ settings }) => Object.keys(settings?.fields ?? {}),
    (setting, [first, second]) => `Both "${first}" and "${second}" have the setting "${setting}". Rename one.`,
  )
}

function migrationProblems({ name, migrations = [] }: AnyPlugin): string[] {
  const names = migrations.map((migration) => migration.name)
  const twice = names.filter((migration, index) => names.indexOf(migration) !== index)
  return twice.map((migration) => `The plugin "${name}" has two migrations "${migration}". Rename the newer one.`)
}

/** Returns a problem for each name that more than one plugin, or one plugin more than once, uses. */
export function duplicateProblems(
  plugins: readonly AnyPlugin[],
  namesOf: (plugin: AnyPlugin) => readonly string[],
  messageFor: (name: string, owners: [string, string]) => string,
): string[] {
  const owners = new Map<string, string>()
  const problems: string[] = []
  for (const plugin of plugins) {
    for (const name of namesOf(plugin)) {
      const owner = owners.get(name)
      if (owner === undefined) owners.set(name, plugin.name)
      else problems.push(messageFor(name, [owner, plugin.name]))
    }
  }
  return problems
}
