import { withoutSecrets } from '../errors/without-secrets.js'
import { isBusy } from './transactions/driver-errors.js'

/** Error for a database that cannot be used now but may recover: it is unavailable, full, locked or overloaded. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** The error code of the driver, for the log. */
  readonly code: string
  /** Whether the database is connected, but locked, full or overloaded. */
  readonly isBusy: boolean

  constructor(cause: unknown) {
    super('The database is not available.')
    this.code = withoutSecrets(cause).code ?? 'UNKNOWN'
    this.isBusy = isBusy(cause)
  }
}
