import { errors } from '../errors.js'

const MAX_NAMED = 10

/** The records that are not as a plan found them, because they were changed since. */
export class Deviations {
  readonly #named: { readonly table: string; readonly name: string }[] = []
  #count = 0

  add(table: string, name: string): void {
    this.#count += 1
    if (this.#named.length < MAX_NAMED) this.#named.push({ table, name })
  }

  /** Throws `PLAN_OUTDATED` with the first records, if there are any. */
  throwIfAny(): void {
    if (this.#count === 0) return
    const fields = this.#named.map(({ table, name }) => ({ field: table, message: `${name} was changed since` }))
    throw errors.PLAN_OUTDATED({ count: this.#count }, { fields })
  }
}
