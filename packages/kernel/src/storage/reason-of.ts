import { DatabaseUnavailable } from './database-unavailable.js'

/**
 * Returns the safe part of the message of an error that prevents the start. Knex puts the statement with its values
 * before the driver's message; only the latter is returned.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseUnavailable) return 'the database does not respond.'
  const isOfDriver = 'code' in error && /^SQLITE_|^[0-9A-Z]{5}$/.test(String(error.code))
  return isOfDriver ? error.message.slice(error.message.lastIndexOf(' - ') + 1).replace(/^- /, '') : error.message
}
