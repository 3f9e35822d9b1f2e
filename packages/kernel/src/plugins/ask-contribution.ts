import { PlinthError } from '../errors/plinth-error.js'
import { PluginFault } from '../errors/plugin-fault.js'
import { DatabaseUnavailable } from '../storage/database-unavailable.js'

/**
 * Calls a contribution of a plugin. An error that it throws becomes a `PluginFault` with the given message, except a
 * `PlinthError`, which is meant for the caller, and `DatabaseUnavailable`.
 */
export async function askContribution<T>(call: () => T | Promise<T>, message: string): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof PlinthError || error instanceof DatabaseUnavailable) throw error
    throw new PluginFault(message, { cause: error })
  }
}
