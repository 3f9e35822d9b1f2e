import { DatabaseUnavailable } from './database-unavailable.js'

/** A code of SQLite, or an SQLSTATE of PostgreSQL. */
const DRIVER_CODE = /^SQLITE_|^[0-9A-Z]{5}$/

/**
 * Returns the part of an error message that a `StartupError` may contain. Knex prefixes the driver's message with the
 * statement and its values, which are removed.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseUnavailable) return `the database is unavailable (${error.code})`
  const isDriverError = 'code' in error && DRIVER_CODE.test(String(error.code))
  return isDriverError ? String(error.message.split(' - ').at(-1)) : error.message
}
