import { DatabaseAway } from './database-away.js'

/**
 * What may be told of an error that keeps Plinth from starting. Knex puts a statement with its values before what the
 * driver says; only the latter is given.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseAway) return 'the database does not answer.'
  const isOfDriver = 'code' in error && /^SQLITE_|^[0-9A-Z]{5}$/.test(String(error.code))
  return isOfDriver ? error.message.slice(error.message.lastIndexOf(' - ') + 1).replace(/^- /, '') : error.message
}
