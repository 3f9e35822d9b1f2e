import type { Database, Knex } from '@plinth/kernel'
import { storedTime } from '@plinth/kernel/tools'

/** A login whose password was right. The time is in ms. */
export interface PendingLogin {
  readonly userIdentifier: string
  readonly passwordVersion: string
  readonly createdAt: number
}

/** A pending login, with the end of its user's account. */
export interface StoredPendingLogin extends PendingLogin {
  /** When the account ends, and the login with it, in ms; null if the account has no end. */
  readonly accountEndsAt: number | null
}

const INSERT = `INSERT INTO plinth_pending_logins (key_digest, user_identifier, password_version, created_at)
  VALUES (?, ?, ?, ?)`
const FIND = `SELECT l.user_identifier, l.password_version, l.created_at, p.valid_until
  FROM plinth_pending_logins l JOIN plinth_people p ON p.identifier = l.user_identifier WHERE l.key_digest = ?`
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

  async find(keyDigest: string, transaction?: Knex.Transaction): Promise<StoredPendingLogin | undefined> {
    const [row] = await (transaction
      ? this.#database.execute<PendingLoginRow>(transaction, FIND, [keyDigest])
      : this.#database.lookUp<PendingLoginRow>(FIND, [keyDigest]))
    if (!row) return undefined
    const { user_identifier: userIdentifier, password_version: passwordVersion, created_at, valid_until: end } = row
    return {
      userIdentifier,
      passwordVersion,
      createdAt: Number(created_at),
      accountEndsAt: storedTime(end),
    }
  }

  delete(keyDigest: string): Promise<void> {
    return this.#database.write((transaction) => this.deleteWithin(transaction, keyDigest))
  }

  async deleteWithin(transaction: Knex.Transaction, keyDigest: string): Promise<void> {
    await this.#database.execute(transaction, DELETE, [keyDigest])
  }

  async deleteOfUser(transaction: Knex.Transaction, userIdentifier: string): Promise<void> {
    await this.#database.execute(transaction, DELETE_OF_USER, [userIdentifier])
  }

  /** Deletes at most `max` logins that began too early, or whose account has ended at `now`; returns how many. */
  deleteEnded({ begunBefore, now }: { begunBefore: number; now: number }, max: number): Promise<number> {
    return this.#database.write((transaction) => {
      const endedUsers = transaction('plinth_people').select('identifier').where('valid_until', '<=', now)
      const ended = transaction('plinth_pending_logins')
        .select('key_digest')
        .where('created_at', '<', begunBefore)
        .orWhereIn('user_identifier', endedUsers)
        .limit(max)
      return transaction('plinth_pending_logins').whereIn('key_digest', ended).delete()
    })
  }
}

interface PendingLoginRow {
  readonly user_identifier: string
  readonly password_version: string
  readonly created_at: number | string
  readonly valid_until: number | string | null
}
