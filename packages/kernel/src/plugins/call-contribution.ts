import { PlinthError } from '../errors/plinth-error.js'
import { PluginFault } from '../errors/plugin-fault.js'
import { DatabaseUnavailable } from '../storage/database-unavailable.js'

/**
 * Calls a contribution of a plugin. An error that it throws becomes a `PluginFault` with the given message, except a
 * `PlinthError`, which is meant for the caller, and `DatabaseUnavailable`.
 */
export async function callContribution<T>(call: () => T | Promise<T>, message: string): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw faultOfContribution(error, message)
  }
}

/** Returns the error to throw for an error of a contribution; see `callContribution`. */
export function faultOfContribution(error: unknown, message: string): unknown {
  const isForCaller = error instanceof PlinthError || error instanceof DatabaseUnavailable
  return isForCaller ? error : new PluginFault(message, { cause: error })
}
