import { withoutSecrets } from '../errors/without-secrets.js'
import { isBusy } from './transactions/driver-errors.js'

/** The code of an error that a closed database throws. */
const CLOSED = 'CLOSED'

/** Returns the error of a database that was closed because its kernel was stopped. */
export function databaseClosed(): DatabaseUnavailable {
  return new DatabaseUnavailable(Object.assign(new Error('closed'), { code: CLOSED }))
}

/**
 * Error for a database that cannot be used now but may recover: it is unavailable, full, locked or overloaded. Also
 * thrown after the kernel has been stopped.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** The error code of the driver, for the log. */
  readonly code: string
  /** The HTTP status with which a host should respond. */
  readonly status = 503
  /** The same as `status`, for Nest, Koa and others. */
  readonly statusCode = 503
  /** Whether the database is connected, but locked, full or overloaded. */
  readonly isBusy: boolean

  constructor(cause: unknown) {
    const { code = 'UNKNOWN' } = withoutSecrets(cause)
    super(code === CLOSED ? 'The database is closed: the kernel was stopped.' : 'The database is not available.')
    this.code = code
    this.isBusy = isBusy(cause)
  }
}
