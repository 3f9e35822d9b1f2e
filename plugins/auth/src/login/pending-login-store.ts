import type { Database, Knex } from '@plinth/kernel'

/** A login whose password was right. The time is in ms. */
export interface PendingLogin {
  readonly userIdentifier: string
  readonly passwordVersion: string
  readonly createdAt: number
}

const INSERT = `INSERT INTO plinth_pending_logins (key_digest, user_identifier, password_version, created_at)
  VALUES (?, ?, ?, ?)`
const FIND = 'SELECT user_identifier, password_version, created_at FROM plinth_pending_logins WHERE key_digest = ?'
const DELETE = 'DELETE FROM plinth_pending_logins WHERE key_digest = ?'
const DELETE_OF_USER = 'DELETE FROM plinth_pending_logins WHERE user_identifier = ?'
const KEEP_NEWEST = `DELETE FROM plinth_pending_logins WHERE user_identifier = ? AND key_digest NOT IN (
  SELECT key_digest FROM plinth_pending_logins WHERE user_identifier = ? ORDER BY created_at DESC, key_digest LIMIT ?)`

/** Stores logins that need a second factor. */
export class PendingLoginStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  async insert(transaction: Knex.Transaction, keyDigest: string, login: PendingLogin): Promise<void> {
    const { userIdentifier, passwordVersion, createdAt } = login
    await this.#database.execute(transaction, INSERT, [keyDigest, userIdentifier, passwordVersion, createdAt])
  }

  /** Deletes all pending logins of a user except the newest `count`. */
  async keepNewest(transaction: Knex.Transaction, userIdentifier: string, count: number): Promise<void> {
    await this.#database.execute(transaction, KEEP_NEWEST, [userIdentifier, userIdentifier, count])
  }

  async find(keyDigest: string, transaction?: Knex.Transaction): Promise<PendingLogin | undefined> {
    const [row] = await (transaction
      ? this.#database.execute<PendingLoginRow>(transaction, FIND, [keyDigest])
      : this.#database.lookUp<PendingLoginRow>(FIND, [keyDigest]))
    if (!row) return undefined
    const { user_identifier: userIdentifier, password_version: passwordVersion, created_at: createdAt } = row
    return { userIdentifier, passwordVersion, createdAt: Number(createdAt) }
  }

  async delete(transaction: Knex.Transaction, keyDigest: string): Promise<void> {
    await this.#database.execute(transaction, DELETE, [keyDigest])
  }

  async deleteOfUser(transaction: Knex.Transaction, userIdentifier: string): Promise<void> {
    await this.#database.execute(transaction, DELETE_OF_USER, [userIdentifier])
  }

  /** Deletes at most `max` logins that began before this time; returns how many. */
  deleteBefore(time: number, max: number): Promise<number> {
    return this.#database.write((transaction) => {
      const old = transaction('plinth_pending_logins').select('key_digest').where('created_at', '<', time).limit(max)
      return transaction('plinth_pending_logins').whereIn('key_digest', old).delete()
    })
  }
}

interface PendingLoginRow {
  readonly user_identifier: string
  readonly password_version: string
  readonly created_at: number | string
}
