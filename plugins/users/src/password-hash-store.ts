import type { Clock, Database, Knex } from '@plinth/kernel'
import type { PasswordOwner, PasswordProblem } from '@plinth/kernel/contracts'

/** The owner of a password, with its hash if it must be changed. */
export interface HashOwner extends PasswordOwner {
  readonly hashToChange: string | null
}

const FIND = `SELECT password_hash FROM plinth_users
  WHERE identifier = ? AND disabled_at IS NULL AND (valid_until IS NULL OR valid_until > ?)
    AND (password_expires_at IS NULL OR password_expires_at > ?)`
const FIND_ANY = 'SELECT password_hash FROM plinth_users WHERE identifier = ?'
const FIND_OWNER = `SELECT username, email, CASE WHEN must_change_password THEN password_hash END AS "hashToChange"
  FROM plinth_users WHERE identifier = ?`
const SET = `UPDATE plinth_users SET password_hash = ?, must_change_password = ?, password_expires_at = NULL
  WHERE identifier = ?`
const FIND_WITH_HASH = `SELECT id FROM plinth_users
  WHERE identifier = ? AND password_hash = ? AND disabled_at IS NULL AND (valid_until IS NULL OR valid_until > ?)`

const FIND_PASSWORD_PROBLEMS = `SELECT identifier, CASE WHEN password_hash IS NULL THEN 'no password'
    WHEN password_expires_at <= ? THEN 'password expired' ELSE 'must change password' END AS problem
  FROM plinth_users WHERE (password_hash IS NULL OR must_change_password)`
const FIND_PASSWORD_PROBLEM = `${FIND_PASSWORD_PROBLEMS} AND identifier = ?`

interface HashRow {
  readonly password_hash: string | null
}

/** Stores password hashes, in the table of users. */
export class PasswordHashStore {
  readonly #database: Database
  readonly #clock: Clock
  readonly #lock: string

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database
    this.#clock = clock
    this.#lock = `${FIND_WITH_HASH} ${database.dialect.rowLock('plinth_users', 'change')}`
  }

  /** Returns a user's hash; none for a disabled user, an account that has ended or an expired password. */
  async find(identifier: string): Promise<string | null | undefined> {
    const now = this.#clock.now()
    const [row] = await this.#database.lookUp<HashRow>(FIND, [identifier, now, now])
    return row?.password_hash
  }

  /** Like `find`, but also returns the hash of a disabled user, an ended account or an expired password. */
  async findAny(identifier: string, transaction?: Knex.Transaction): Promise<string | null | undefined> {
    const bindings = [identifier]
    const [row] = await (transaction
      ? this.#database.execute<HashRow>(transaction, FIND_ANY, bindings)
      : this.#database.lookUp<HashRow>(FIND_ANY, bindings))
    return row?.password_hash
  }

  async findOwner(identifier: string): Promise<HashOwner | undefined> {
    const [owner] = await this.#database.lookUp<HashOwner>(FIND_OWNER, [identifier])
    return owner
  }

  /** Returns the problems of all users without a valid password of their own, by identifier. */
  async passwordProblems(): Promise<ReadonlyMap<string, PasswordProblem>> {
    const bindings = [this.#clock.now()]
    const rows = await this.#database.lookUp<{ identifier: string; problem: PasswordProblem }>(
      FIND_PASSWORD_PROBLEMS,
      bindings,
      {
        mayTakeLong: true,
      },
    )
    return new Map(rows.map(({ identifier, problem }) => [identifier, problem]))
  }

  /** Returns the problem of one user, if the user has no valid password of their own. */
  async problemOf(identifier: string): Promise<PasswordProblem | undefined> {
    const bindings = [this.#clock.now(), identifier]
    const [row] = await this.#database.lookUp<{ problem: PasswordProblem }>(FIND_PASSWORD_PROBLEM, bindings)
    return row?.problem
  }

  /** Sets the hash of a password that need not be changed and does not expire. */
  async set(transaction: Knex.Transaction, identifier: string, hash: string): Promise<void> {
    await this.#database.execute(transaction, SET, [hash, false, identifier])
  }

  /**
   * Locks a user until the transaction ends if the hash is still the current one; returns whether it is. This also
   * serializes the logins of one user: concurrent logins would not see each other's sessions, and could exceed the
   * maximum number of sessions.
   */
  async lockIfCurrent(transaction: Knex.Transaction, identifier: string, hash: string): Promise<boolean> {
    const bindings = [identifier, hash, this.#clock.now()]
    return (await this.#database.execute(transaction, this.#lock, bindings)).length > 0
  }

  /** Replaces the hash of an unchanged password. Returns `false` if `from` is no longer the current hash. */
  async rehash(
    transaction: Knex.Transaction,
    identifier: string,
    hash: { from: string; to: string },
  ): Promise<boolean> {
    const users = transaction('plinth_users').where({ identifier, password_hash: hash.from })
    return (await users.update({ password_hash: hash.to })) > 0
  }
}
