/** Error codes by which drivers say that the database cannot be worked with now, though it may be in a moment. */
const UNAVAILABLE = new Set([
  // node: no way to the server
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
  // PostgreSQL: shut down, crashed, starting, too many connections, lock not available, out of disk or memory, read-only
  '57P01',
  '57P02',
  '57P03',
  '53000',
  '53100',
  '53200',
  '53300',
  '55P03',
  '40001',
  '40P01',
  '25006',
  '3D000',
  // SQLite: busy, locked, full, unreadable, read-only, cannot open, damaged
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
])

const LOST = new Set([
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  // PostgreSQL: driver and server disagree on which statements have a name, since one failed as it got it
  '26000',
  '42P05',
])
/** Where PostgreSQL finds that a migration has made a plan wrong; what it says of that is translated. */
const OUTDATED_PLAN = 'RevalidateCachedQuery'

/** pg and tarn give these no code. */
const LOST_WORDS = /Connection (terminated|ended)|not queryable/
const AWAY_WORDS =
  /not currently accepting connections|timeout expired|timeout exceeded when trying|^Unable to acquire a connection/

/** Whether a driver's error means that the database is away, full or overloaded, rather than that a statement was wrong. */
export function meansAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    UNAVAILABLE.has(codeOf(error)) ||
    isConnectionLost(error) ||
    AWAY_WORDS.test(error.message) ||
    error.name === 'KnexTimeoutError'
  )
}

/** Whether an error means that the connection was cut under a statement, or is of no use for it, so that another one may do. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  const isOutdated = 'routine' in error && error.routine === OUTDATED_PLAN
  return LOST.has(code) || code.startsWith('08') || isOutdated || LOST_WORDS.test(error.message)
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
