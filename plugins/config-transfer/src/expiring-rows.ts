import type { Clock, Database, Knex } from '@plinth/kernel'

/** Number of rows that one transaction deletes. Other writers of a SQLite file wait for it. */
const ROWS_PER_STEP = 1_000
/** The same on PostgreSQL, where others do not wait. */
const ROWS_PER_SHARED_STEP = 10_000
/** Lifetime of an owner whose parts are still being written, in ms. */
export const UNFINISHED_LIFETIME_MS = 86_400_000

interface ExpiringTables {
  /** The table of the rows that expire, with `id` and `expires_at`. */
  readonly owners: string
  /** The table of the rows that belong to them. */
  readonly parts: string
  /** The column of `parts` with the id of the owner. */
  readonly ownerId: string
  /** The other columns of the primary key of `parts`. */
  readonly partKey: readonly string[]
}

/** Deletes expired rows, each with the many rows that belong to it, in steps between which others can write. */
export class ExpiringRows {
  readonly #database: Database
  readonly #clock: Clock
  readonly #tables: ExpiringTables

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }, tables: ExpiringTables) {
    this.#database = database
    this.#clock = clock
    this.#tables = tables
  }

  /** Lets an owner expire now. Stores no longer return it, and `deleteExpired` deletes it and its many parts later. */
  async expire(transaction: Knex.Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction(this.#tables.owners).where({ id }).update({ expires_at: 0 })
  }

  /**
   * Deletes up to `maxRows` rows: parts of owners that have expired, and the owners that have none left. Returns how
   * many it deleted: `maxRows` if there may be others. Leaves out owners that another transaction is using.
   */
  deleteExpired(maxRows: number): Promise<number> {
    return this.#database.write(async (transaction) => {
      let count = 0
      for (const id of await this.#expired(transaction, maxRows)) {
        count += await this.#deleteParts(transaction, id, maxRows - count)
        if (count === maxRows) break
        count += await transaction(this.#tables.owners).where({ id }).delete()
        if (count === maxRows) break
      }
      return count
    })
  }

  /** Deletes all expired rows. Ignores a failure, because the remaining rows are deleted periodically. */
  async deleteAllExpired(): Promise<void> {
    const step = this.#database.dialect.isShared ? ROWS_PER_SHARED_STEP : ROWS_PER_STEP
    try {
      while ((await this.deleteExpired(step)) === step);
    } catch {
      // Stores do not return the remaining rows
    }
  }

  async #expired(transaction: Knex.Transaction, maxRows: number): Promise<number[]> {
    const query = transaction(this.#tables.owners)
      .where('expires_at', '<=', this.#clock.now())
      .orderBy('id')
      .limit(maxRows)
    if (this.#database.dialect.isShared) query.forUpdate().skipLocked()
    const rows: { id: number }[] = await query.select('id')
    return rows.map(({ id }) => id)
  }

  #deleteParts(transaction: Knex.Transaction, owner: number, maxRows: number): Promise<number> {
    const { parts, ownerId, partKey } = this.#tables
    const ofOwner = () => transaction(parts).where({ [ownerId]: owner })
    const first = ofOwner()
      .orderBy([...partKey])
      .limit(maxRows)
      .select(partKey)
    return ofOwner().whereIn(partKey, first).delete()
  }
}
