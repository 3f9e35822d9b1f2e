import type { Clock, Database, Knex } from '@plinth/kernel'

const TABLE = 'plinth_first_start'

/** Records the first start on a database: one row, which only one replica can insert. */
export class FirstStartStore {
  readonly #database: Database
  readonly #clock: Clock

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database
    this.#clock = clock
  }

  /** Whether the first start has happened; `false` on a database without tables. */
  hasHappened(): Promise<boolean> {
    return this.#database.read(
      async (knex) => (await knex.schema.hasTable(TABLE)) && (await knex(TABLE).first()) !== undefined,
    )
  }

  /** Records the first start. Returns `false` if another replica has already done so. */
  async claim(transaction: Knex.Transaction): Promise<boolean> {
    const row = { id: 1, happened_at: this.#clock.now() }
    const claimed = await transaction(TABLE).insert(row).onConflict('id').ignore().returning('id')
    return claimed.length > 0
  }
}
