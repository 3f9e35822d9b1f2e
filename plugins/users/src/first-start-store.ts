import type { Clock, Database, Knex } from '@plinth/kernel'

const TABLE = 'plinth_first_start'

/** Whether a database has had its first start: one row, which only one replica gets to insert. */
export class FirstStartStore {
  readonly #database: Database
  readonly #clock: Clock

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database
    this.#clock = clock
  }

  /** Not, on a database that has no tables yet. */
  hasHappened(): Promise<boolean> {
    return this.#database.read(
      async (knex) => (await knex.schema.hasTable(TABLE)) && (await knex(TABLE).first()) !== undefined,
    )
  }

  /** Whether this is the first start, which no other is from then on. */
  async claim(transaction: Knex.Transaction): Promise<boolean> {
    const row = { id: 1, happened_at: this.#clock.now() }
    const claimed = await transaction(TABLE).insert(row).onConflict('id').ignore().returning('id')
    return claimed.length > 0
  }
}
