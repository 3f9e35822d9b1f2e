import { type Database, type Knex, SUDO } from '@plinth/kernel'
import { errors } from './errors.js'
import type { UserStore } from './user-store.js'

/** Ensures that at least one sudo user can log in. */
export class LastSudo {
  readonly #database: Database
  readonly #users: UserStore

  constructor({ database, userDirectory }: { database: Database; userDirectory: UserStore }) {
    this.#database = database
    this.#users = userDirectory
  }

  /**
   * Makes a change. Throws `LAST_SUDO` if no sudo user is left who can log in for good, unless there was none before:
   * one whose account ends, or who must change an initial password, does not count. Acquires a lock until the
   * transaction ends, so that two sudo users cannot remove each other. To avoid deadlocks, acquire all row locks before
   * calling this.
   */
  async keep(transaction: Knex.Transaction, change: () => Promise<void>): Promise<void> {
    await this.#database.dialect.acquireLock(transaction, 'sudos')
    const before = await this.#users.countWhoCanLogIn(transaction, SUDO)
    await change()
    if (before > 0 && (await this.#users.countWhoCanLogIn(transaction, SUDO)) === 0) throw errors.LAST_SUDO()
  }
}
