import { errors } from '../errors.js'

/** Maximum number of records that the error names. */
const MAX_NAMED = 10

/** The records that are not as a plan found them, because they were changed since. */
export class Deviations {
  readonly #named: { readonly table: string; readonly name: string }[] = []
  #count = 0

  add(table: string, name: string): void {
    this.#count += 1
    if (this.#named.length < MAX_NAMED) this.#named.push({ table, name })
  }

  /** Returns `PLAN_OUTDATED` for a constraint of the database that a table of the plan would violate now. */
  static ofViolation(table: string): Error {
    const message = 'others have added records with the same names, or records that refer to removed ones'
    return errors.PLAN_OUTDATED({ records: 'some records' }, { fields: [{ field: table, message }] })
  }

  /** Throws `PLAN_OUTDATED` with the first records, if there are any. */
  throwIfAny(): void {
    if (this.#count === 0) return
    const fields = this.#named.map(({ table, name }) => ({ field: table, message: `${name} was changed since` }))
    const records = this.#count === 1 ? '1 record' : `${this.#count} records`
    throw errors.PLAN_OUTDATED({ records }, { fields })
  }
}
