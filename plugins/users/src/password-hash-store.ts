import type { Clock, Database, Knex } from '@plinth/kernel'
import type { PasswordOwner } from '@plinth/kernel/contracts'

/** Whose a password is, with the hash of one that must be changed. */
export interface OwnerOfHash extends PasswordOwner {
  readonly hashToChange: string | null
}

const FIND = `SELECT password_hash FROM plinth_users
  WHERE identifier = ? AND disabled_at IS NULL AND (password_expires_at IS NULL OR password_expires_at > ?)`
const FIND_OWNER = `SELECT username, email, CASE WHEN must_change_password THEN password_hash END AS "hashToChange"
  FROM plinth_users WHERE identifier = ?`
const SET = `UPDATE plinth_users SET password_hash = ?, must_change_password = ?, password_expires_at = NULL
  WHERE identifier = ?`
const HOLDER = 'SELECT id FROM plinth_users WHERE identifier = ? AND password_hash = ? AND disabled_at IS NULL'

const UNUSABLE = `SELECT identifier, CASE WHEN password_hash IS NULL THEN 'no password'
    WHEN password_expires_at <= ? THEN 'password expired' ELSE 'must change password' END AS lack
  FROM plinth_users WHERE password_hash IS NULL OR must_change_password`

/**
 * Why nobody logs in as a user who is not disabled; or, of `must change password`, that the password is that of an
 * import, which others know, and lets in only to set another one.
 */
export type PasswordLack = 'no password' | 'password expired' | 'must change password'

/** The hashes of passwords, in the table of users. */
export class PasswordHashStore {
  readonly #database: Database
  readonly #clock: Clock
  readonly #lock: string

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database
    this.#clock = clock
    this.#lock = `${HOLDER} ${database.dialect.rowLock('plinth_users', 'change')}`
  }

  /** That of a disabled user, or of a password that has expired, opens nothing and is told to nobody. */
  async find(identifier: string): Promise<string | null | undefined> {
    const [row] = await this.#database.lookUp<{ password_hash: string | null }>(FIND, [identifier, this.#clock.now()])
    return row?.password_hash
  }

  async findOwner(identifier: string): Promise<OwnerOfHash | undefined> {
    const [owner] = await this.#database.lookUp<OwnerOfHash>(FIND_OWNER, [identifier])
    return owner
  }

  /** The users without a password of their own that lets in, by identifier. */
  async lacks(): Promise<ReadonlyMap<string, PasswordLack>> {
    const bindings = [this.#clock.now()]
    const rows = await this.#database.lookUp<{ identifier: string; lack: PasswordLack }>(UNUSABLE, bindings, {
      isLong: true,
    })
    return new Map(rows.map(({ identifier, lack }) => [identifier, lack]))
  }

  /** Of a password that need not be changed and does not expire. */
  async set(transaction: Knex.Transaction, identifier: string, hash: string): Promise<void> {
    await this.#database.execute(transaction, SET, [hash, false, identifier])
  }

  /**
   * Whether a user still has a hash; nobody can replace it before the transaction ends. Logins of one user go one after
   * the other from here on: at once, each would see too few sessions to end one.
   */
  async holds(transaction: Knex.Transaction, identifier: string, hash: string): Promise<boolean> {
    return (await this.#database.execute(transaction, this.#lock, [identifier, hash])).length > 0
  }

  /** Replaces a hash unless another was set meanwhile; tells whether it did. */
  async renew(transaction: Knex.Transaction, identifier: string, hash: { from: string; to: string }): Promise<boolean> {
    const users = transaction('plinth_users').where({ identifier, password_hash: hash.from })
    return (await users.update({ password_hash: hash.to })) > 0
  }
}
