import { StartupError } from '../errors/startup-error.js'
import { KERNEL_SERVICE_NAMES } from '../plugins/kernel-services.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { kernelSettingsSchema } from '../settings/kernel-settings.js'
import { truncate } from '../text/characters.js'
import { didYouMean } from '../text/did-you-mean.js'
import { shapeProblems } from './check-plugin-shape.js'

const MAX_QUOTED_CHARACTERS = 64
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Checks plugins before any of their code runs. Throws one `StartupError` with every problem. */
export function checkPlugins(plugins: readonly AnyPlugin[]): void {
  refuseNonPlugins(plugins)
  refuseMisshapen(plugins)
  const problems = [
    ...plugins.flatMap(nameProblems),
    ...clashes(
      plugins,
      ({ name }) => [name],
      (name) => `Two plugins are called "${name}". Use one of them, or rename yours.`,
    ),
    ...plugins.flatMap((plugin, index) => dependencyProblems(plugin, plugins.slice(0, index), plugins)),
    ...serviceClashes(plugins),
    ...clashes(
      plugins,
      ({ errors }) => Object.keys(errors ?? {}),
      (code, [first, second]) => `The plugins "${first}" and "${second}" both declare the error "${code}". Rename one.`,
    ),
    ...settingClashes(plugins),
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

function refuseMisshapen(plugins: readonly AnyPlugin[]): void {
  const problems = plugins.flatMap(shapeProblems)
  if (problems.length > 0) throw new StartupError(problems)
}

/** Explains the most frequent mistakes: a function that returns a plugin, or the name of a package. */
function whyNotPlugin(value: unknown): string {
  if (typeof value === 'function')
    return `${value.name ? `The function "${value.name}"` : 'A function'} is not a plugin. Call it if it returns one.`
  if (typeof value === 'string')
    return `The string "${truncate(value, MAX_QUOTED_CHARACTERS)}" is not a plugin. Import the plugin and pass that.`
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
      : `The plugin "${plugin.name}" depends on "${name}", which was not added.${didYouMean(name, names)} ` +
        `Add the plugin "${name}" before it.`,
  )
}

function serviceClashes(plugins: readonly AnyPlugin[]): string[] {
  const reserved = plugins.flatMap(({ name, services }) =>
    Object.keys(services ?? {})
      .filter((service) => KERNEL_SERVICE_NAMES.has(service))
      .map((service) => `The plugin "${name}" has a service "${service}", which the kernel already has. Rename it.`),
  )
  const between = clashes(
    plugins,
    ({ services }) => Object.keys(services ?? {}),
    (service, [first, second]) =>
      `The plugins "${first}" and "${second}" both provide the service "${service}". Rename one.`,
  )
  return [...reserved, ...between]
}

/** Setting names must be unique, because the settings of the kernel and all plugins are passed together. */
function settingClashes(plugins: readonly AnyPlugin[]): string[] {
  const kernel: AnyPlugin = { name: 'the kernel', settings: kernelSettingsSchema }
  return clashes(
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

/** Returns a problem for each name that is claimed more than once. */
export function clashes(
  plugins: readonly AnyPlugin[],
  claimsOf: (plugin: AnyPlugin) => readonly string[],
  sentence: (claim: string, owners: [string, string]) => string,
): string[] {
  const owners = new Map<string, string>()
  const problems: string[] = []
  for (const plugin of plugins) {
    for (const claim of claimsOf(plugin)) {
      const owner = owners.get(claim)
      if (owner === undefined) owners.set(claim, plugin.name)
      else problems.push(sentence(claim, [owner, plugin.name]))
    }
  }
  return problems
}
