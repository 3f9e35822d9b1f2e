import { PlinthError } from '../errors/plinth-error.js'
import { PluginFault } from '../errors/plugin-fault.js'
import { DatabaseAway } from '../storage/database-away.js'

/**
 * Asks a contribution of a plugin. What it throws becomes a `PluginFault` with the complaint, but for errors that are
 * meant for the caller, and a database that is away.
 */
export async function askContribution<T>(ask: () => T | Promise<T>, complaint: string): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PlinthError || error instanceof DatabaseAway) throw error
    throw new PluginFault(complaint, { cause: error })
  }
}
