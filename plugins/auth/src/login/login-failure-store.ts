import type { Database, Knex } from '@plinth/kernel'

const CLEAR = 'DELETE FROM plinth_login_failures WHERE account = ? RETURNING failures'

/** Failures to add to the count of an account. */
interface NewFailures {
  readonly added: 0 | 1
  readonly at: number
}

/** Counts wrong passwords per account. Atomic statements keep the counts exact across replicas. Times are in ms. */
export class LoginFailureStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** Returns the end of the lock; 0 for an account that is not locked. */
  async lockedUntil(knex: Knex, account: string): Promise<number> {
    return endOfLock(await selectLock(knex, account))
  }

  /** Like `lockedUntil`, but also locks the row of the account, if there is one, until the transaction ends. */
  async lockExistingRow(transaction: Knex.Transaction, account: string): Promise<number> {
    return endOfLock(await selectLock(transaction, account).forUpdate())
  }

  /** Like `lockExistingRow`, but creates a missing row, so that concurrent failures are counted one by one. */
  async lockRow(transaction: Knex.Transaction, account: string, at: number): Promise<number> {
    return endOfLock(await add(transaction, account, { added: 0, at }))
  }

  /** Returns the ends of the locks that end after this time, by account. */
  async locksAfter(at: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.read((knex) =>
      knex('plinth_login_failures').select('account', 'locked_until').where('locked_until', '>', at),
    )
    return new Map(rows.map((row) => [row.account, Number(row.locked_until)]))
  }

  /** Adds failures; returns the new count. Adding 0 executes the same statement, to take as long as adding 1. */
  async count(transaction: Knex.Transaction, account: string, newFailures: NewFailures): Promise<number> {
    return Number((await add(transaction, account, newFailures)).failures)
  }

  async lock(transaction: Knex.Transaction, account: string, until: number): Promise<void> {
    await transaction('plinth_login_failures').where({ account }).update({ locked_until: until })
  }

  /** Returns the number of failures that it cleared. */
  async clear(transaction: Knex.Transaction, account: string): Promise<number> {
    const [row] = await this.#database.execute<{ failures: number }>(transaction, CLEAR, [account])
    return row?.failures ?? 0
  }

  /** Returns the failures of an account and the end of its lock; both 0 for an account without failures. */
  async find(account: string): Promise<{ failures: number; lockedUntil: number }> {
    const row = await this.#database.read((knex) =>
      knex('plinth_login_failures').select('failures', 'locked_until').where({ account }).first(),
    )
    return { failures: Number(row?.failures ?? 0), lockedUntil: Number(row?.locked_until ?? 0) }
  }

  /** Deletes at most `max` accounts whose last failure and lock are in the past; returns how many. */
  deleteOld({ failedBefore, lockedBefore }: { failedBefore: number; lockedBefore: number }, max: number) {
    return this.#database.write((transaction) => {
      const old = transaction('plinth_login_failures')
        .select('account')
        .where('failed_at', '<', failedBefore)
        .andWhere('locked_until', '<', lockedBefore)
        .limit(max)
      return transaction('plinth_login_failures').whereIn('account', old).delete()
    })
  }
}

async function add(transaction: Knex.Transaction, account: string, { added, at }: NewFailures) {
  const [row] = await transaction('plinth_login_failures')
    .insert({ account, failures: added, locked_until: 0, failed_at: at })
    .onConflict('account')
    .merge({ failures: transaction.raw('plinth_login_failures.failures + ?', [added]), failed_at: at })
    .returning(['failures', 'locked_until'])
  return row
}

const selectLock = (knex: Knex, account: string) =>
  knex('plinth_login_failures').select('locked_until').where({ account }).first()

const endOfLock = (row: { locked_until: number | string } | undefined) => Number(row?.locked_until ?? 0)
