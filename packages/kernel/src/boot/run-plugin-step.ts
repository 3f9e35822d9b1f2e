import { PluginFault } from '../errors/plugin-fault.js'
import { StartupError } from '../errors/startup-error.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { reasonOf } from '../storage/reason-of.js'
import { didYouMean } from '../text/did-you-mean.js'

/** A step of a plugin's startup, and the names of the services that it may use, for error messages. */
export interface PluginStep {
  /** The step as a verb and its object: `create its routes`. */
  readonly action: string
  readonly services: Iterable<string>
}

/**
 * Runs a synchronous step of a plugin. Converts an error to a `StartupError` that names the plugin and the remedy. An
 * asynchronous step uses `startupErrorOf`.
 */
export function runPluginStep<T>(plugin: AnyPlugin, step: PluginStep, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw startupErrorOf(plugin, step, error)
  }
}

/** Returns the `StartupError` for an error that a step of a plugin threw. */
export function startupErrorOf({ name }: AnyPlugin, { action, services }: PluginStep, error: unknown): StartupError {
  if (error instanceof StartupError) return error
  if (isResolutionError(error)) return resolutionProblem(name, error, services)
  return new StartupError(faultOf(error) ?? `The plugin "${name}" could not ${action}: ${reasonOf(error)}`)
}

/** Returns the message of an error that another plugin has caused. */
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
    const [last, secondLast] = path.split(' -> ').reverse()
    if (last === secondLast) {
      return new StartupError(
        `The plugin "${plugin}" has the service "${last}", which needs itself. Name the services that its constructor needs, such as { database, clock }: a copy such as { ...services } needs all of them.`,
      )
    }
    return new StartupError(
      `The plugin "${plugin}" has services that depend on each other in a circle: ${path}. Break the circle with an extension point.`,
    )
  }
  const [, shortLived] = message.match(/Dependency '(.+?)' has a shorter lifetime/) ?? []
  if (shortLived !== undefined) {
    return new StartupError(
      `The plugin "${plugin}" needs the service "${shortLived}", which has a shorter lifetime than the service that needs it. Register it with singleton().`,
    )
  }
  return new StartupError(
    `The plugin "${plugin}" needs the service "${missing}", which no plugin provides.${didYouMean(missing, services)} Add the plugin that provides it, before "${plugin}".`,
  )
}
