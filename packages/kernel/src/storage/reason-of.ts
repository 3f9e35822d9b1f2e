import { DatabaseUnavailable } from './database-unavailable.js'

/**
 * Returns the part of an error message that a `StartupError` may contain. Knex prefixes the driver's message with the
 * statement and its values, which are removed.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseUnavailable) return 'the database does not respond.'
  const isDriverError = 'code' in error && /^SQLITE_|^[0-9A-Z]{5}$/.test(String(error.code))
  return isDriverError ? error.message.slice(error.message.lastIndexOf(' - ') + 1).replace(/^- /, '') : error.message
}
