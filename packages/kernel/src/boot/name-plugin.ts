import { PluginFault } from '../errors/plugin-fault.js'
import { StartupError } from '../errors/startup-error.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { reasonOf } from '../storage/reason-of.js'
import { didYouMean } from '../text/did-you-mean.js'

/** What a part of a plugin was doing, and the names of the services that it could ask for. */
export interface Doing {
  readonly what: string
  readonly services: Iterable<string>
}

/** Runs a part of a plugin, and turns an error into a `StartupError` that names the plugin and the remedy. */
export function naming<T>(plugin: AnyPlugin, doing: Doing, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw named(plugin, doing, error)
  }
}

/** The `StartupError` for an error of a part of a plugin. */
export function named({ name }: AnyPlugin, { what, services }: Doing, error: unknown): StartupError {
  if (error instanceof StartupError) return error
  if (isResolutionError(error)) return resolutionProblem(name, error, services)
  return new StartupError(faultOf(error) ?? `The plugin "${name}" could not ${what}: ${reasonOf(error)}`)
}

/** The message of an error that another plugin has caused. */
function faultOf(error: unknown): string | undefined {
  if (!(error instanceof PluginFault)) return undefined
  return 'cause' in error ? `${error.message} ${reasonOf(error.cause)}` : error.message
}

/** Checked by name, so that only the container loads awilix. */
function isResolutionError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'AwilixResolutionError'
}

function resolutionProblem(plugin: string, { message }: Error, services: Iterable<string>): StartupError {
  const [, missing = ''] = message.match(/Could not resolve '(.+?)'/) ?? []
  if (/Cyclic/.test(message)) {
    const [, path = ''] = message.match(/Resolution path: (.+)/) ?? []
    return new StartupError(
      `The plugin "${plugin}" has services that need one another in a circle: ${path}. Break it, by a point for one.`,
    )
  }
  const [, shortLived] = message.match(/Dependency '(.+?)' has a shorter lifetime/) ?? []
  if (shortLived !== undefined) {
    return new StartupError(
      `The plugin "${plugin}" needs the service "${shortLived}", which has a shorter life than what needs it. Give it singleton().`,
    )
  }
  return new StartupError(
    `The plugin "${plugin}" needs the service "${missing}", which no plugin provides.${didYouMean(missing, services)} Add the plugin that does before "${plugin}".`,
  )
}
