import { SQLITE_REPLACED } from '../sqlite/sqlite-problem.js'

/** PostgreSQL's error code of a server that is read-only, as a standby is. */
export const READ_ONLY = '25006'

/** Error codes of drivers for a database that cannot be reached or used, but may recover. */
const UNREACHABLE = new Set([
  // Node: server unreachable
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  'ENOENT', // no Unix socket
  // PostgreSQL: shut down, crashed, starting, dropped, idle for too long, read-only, missing, access denied
  ...['57P01', '57P02', '57P03', '57P04', '57P05', READ_ONLY, '3D000', '28000', '28P01'],
  // SQLite: unreadable, cannot open, damaged, replaced
  ...['SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_CORRUPT', 'SQLITE_NOTADB'],
  SQLITE_REPLACED,
])

/** PostgreSQL: serialization failure, deadlock. The transaction was rolled back, and may succeed if it is repeated. */
const CONFLICT = ['40001', '40P01']

/** Error code of a timeout on a database that is connected. */
export const TIMED_OUT = 'TIMED_OUT'

/** Error codes of drivers and of Plinth for a database that is connected but temporarily cannot execute a statement. */
const BUSY = new Set([
  TIMED_OUT,
  // PostgreSQL: out of disk, memory or connections, lock not available, conflict with others, cancelled, I/O error,
  // idle in a transaction for too long
  ...['53000', '53100', '53200', '53300', '55P03'],
  ...CONFLICT,
  ...['57014', '58030', '25P03'],
  // SQLite: locked by another connection, full, read-only, not permitted
  ...['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_PROTOCOL', 'SQLITE_PERM'],
])

/** Error codes after which the same statement may succeed on another connection. */
const LOST = new Set([
  ...['ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '57P05', '25P03'],
  // PostgreSQL: driver and server disagree on which named statements exist, after one failed while it was prepared
  '26000',
  '42P05',
])
/**
 * PostgreSQL's routine that rejects a plan outdated by a migration. The message is not matched, because
 * servers translate it.
 */
const OUTDATED_PLAN = 'RevalidateCachedQuery'

/** Messages of errors of pg and tarn that have no code. */
const LOST_MESSAGES = /Connection (terminated|ended)|not queryable/
const UNAVAILABLE_MESSAGES =
  /not currently accepting connections|timeout expired|timeout exceeded when trying|^Unable to acquire a connection/

/** Name of Knex's error when all connections of the pool are in use. */
const POOL_TIMEOUT = 'KnexTimeoutError'

/**
 * Returns whether a driver's error means that the database is unavailable, full or overloaded, not that a statement was
 * wrong.
 */
export function meansUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    UNREACHABLE.has(codeOf(error)) ||
    isBusy(error) ||
    isConnectionLost(error) ||
    UNAVAILABLE_MESSAGES.test(error.message)
  )
}

/** Returns whether a driver's error means that the database is connected, but overloaded or full. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && (BUSY.has(codeOf(error)) || error.name === POOL_TIMEOUT)
}

/**
 * Returns whether an error means that the connection was lost during a statement or cannot execute it, so that another
 * connection may succeed.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return LOST.has(code) || code.startsWith('08') || isOutdatedPlan(error) || LOST_MESSAGES.test(error.message)
}

/** Returns whether PostgreSQL rejected the plan of a named statement, because a migration has changed its columns. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === OUTDATED_PLAN
}

/** Returns whether a transaction was rolled back because of a conflict with another one. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICT.includes(codeOf(error))
}

/** PostgreSQL's codes for a user who may not create or change tables, or has no schema for them. */
export const NOT_ALLOWED: readonly string[] = ['42501', '3F000']

/** Returns the code of a driver's error, or an empty string. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
