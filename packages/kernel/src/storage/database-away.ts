import { withoutSecrets } from '../errors/without-secrets.js'
import { isBusy } from './transactions/lost-connection.js'

/** The database cannot be worked with now, though it may be in a moment: it is away, full, locked or overloaded. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
  /** The driver's code, for the log. */
  readonly code: string
  /** Whether it is connected all the same, and locked, full or overloaded. */
  readonly isBusy: boolean

  constructor(cause: unknown) {
    super('The database is not available.')
    this.code = withoutSecrets(cause).code ?? 'UNKNOWN'
    this.isBusy = isBusy(cause)
  }
}
