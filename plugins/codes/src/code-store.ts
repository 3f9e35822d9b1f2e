import type { Database, Knex, Role } from '@plinth/kernel'

/** A code lets a user replace a forgotten password, or set the first one. */
export type CodePurpose = 'reset' | 'invitation'

/** A stored code. Times are in ms. */
export interface StoredCode {
  readonly purpose: CodePurpose
  readonly digest: string
  /** The version of the password that the code replaces; null for none. A newer one ends the code. */
  readonly passwordVersion: string | null
  /** Null for a code that the command issued. */
  readonly issuerIdentifier: string | null
  readonly issuedBy: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** A code that can be redeemed, with its user. The code itself is not stored. Times are in ms. */
export interface ActiveCode extends Pick<StoredCode, 'passwordVersion'> {
  readonly userIdentifier: string
  readonly username: string
  readonly role: Role
  readonly purpose: CodePurpose
  /** The username of the issuer, or the name of the command. */
  readonly issuedBy: string
  readonly createdAt: number
  readonly expiresAt: number
}

const COLUMNS = 'purpose, digest, password_version, issuer_identifier, issued_by, created_at, expires_at'
const FIND = `SELECT ${COLUMNS} FROM plinth_codes WHERE user_identifier = ?`
const TAKE = `DELETE FROM plinth_codes WHERE user_identifier = ? RETURNING ${COLUMNS}`
const SET = `INSERT INTO plinth_codes (user_identifier, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (user_identifier) DO UPDATE SET purpose = excluded.purpose, digest = excluded.digest,
    password_version = excluded.password_version, issuer_identifier = excluded.issuer_identifier, issued_by = excluded.issued_by, created_at = excluded.created_at,
    expires_at = excluded.expires_at`
const DELETE_OF = 'DELETE FROM plinth_codes WHERE user_identifier = ? OR issuer_identifier = ?'
const DELETE_EXPIRED_OF = 'DELETE FROM plinth_codes WHERE user_identifier = ? AND expires_at <= ?'

/** Stores the digests of codes, at most one for each user. */
export class CodeStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  async find(userIdentifier: string): Promise<StoredCode | undefined> {
    const [row] = await this.#database.lookUp<CodeRow>(FIND, [userIdentifier])
    return row && toCode(row)
  }

  /** Stores the code of a user, in place of an earlier one. */
  async set(transaction: Knex.Transaction, userIdentifier: string, code: StoredCode): Promise<void> {
    const { purpose, digest, passwordVersion, issuerIdentifier, issuedBy, createdAt, expiresAt } = code
    const origin = [issuerIdentifier, issuedBy, createdAt, expiresAt]
    const bindings = [userIdentifier, purpose, digest, passwordVersion, ...origin]
    await this.#database.execute(transaction, SET, bindings)
  }

  /** Deletes the code of a user and returns it. Of concurrent transactions, only one gets it. */
  async take(transaction: Knex.Transaction, userIdentifier: string): Promise<StoredCode | undefined> {
    const [row] = await this.#database.execute<CodeRow>(transaction, TAKE, [userIdentifier])
    return row && toCode(row)
  }

  /** Deletes the code of a user, and all codes that the user has issued. */
  async deleteOf(transaction: Knex.Transaction, identifier: string): Promise<void> {
    await this.#database.execute(transaction, DELETE_OF, [identifier, identifier])
  }

  /** Deletes the code of a user if it has expired at `now`, so that it stays dead if the clock is set back. */
  async deleteExpiredOf(transaction: Knex.Transaction, userIdentifier: string, now: number): Promise<void> {
    await this.#database.execute(transaction, DELETE_EXPIRED_OF, [userIdentifier, now])
  }

  /** Lists the codes that have not expired at `now`, the newest first. */
  list(now: number): Promise<ActiveCode[]> {
    return this.#database.read(async (knex) => {
      const rows = await knex('plinth_codes as c')
        .join('plinth_people as p', 'p.identifier', 'c.user_identifier')
        .where('c.expires_at', '>', now)
        .select('c.*', 'p.username', 'p.role_name', 'p.role_level')
        .orderBy([{ column: 'c.created_at', order: 'desc' }, 'p.id'])
      return rows.map((row) => {
        const { purpose, passwordVersion, issuedBy, createdAt, expiresAt } = toCode(row)
        const user = { userIdentifier: row.user_identifier, username: row.username }
        const role = { name: row.role_name, level: row.role_level }
        return { ...user, role, purpose, passwordVersion, issuedBy, createdAt, expiresAt }
      })
    })
  }

  /** Returns the number of codes that have not expired at `now`. */
  count(now: number): Promise<number> {
    return this.#database.read(async (knex) => {
      const [row] = await knex('plinth_codes').where('expires_at', '>', now).count({ codes: '*' })
      return Number(row?.codes)
    })
  }

  /** Deletes at most `max` codes that have expired at `now`; returns how many. */
  deleteExpired(now: number, max: number): Promise<number> {
    return this.#database.write((transaction) => {
      const expired = transaction('plinth_codes').select('user_identifier').where('expires_at', '<=', now).limit(max)
      return transaction('plinth_codes').whereIn('user_identifier', expired).delete()
    })
  }
}

interface CodeRow {
  readonly purpose: CodePurpose
  readonly digest: string
  readonly password_version: string | null
  readonly issuer_identifier: string | null
  readonly issued_by: string
  readonly created_at: number | string
  readonly expires_at: number | string
}

/** pg returns a bigint as a string. */
function toCode(row: CodeRow): StoredCode {
  return {
    purpose: row.purpose,
    digest: row.digest,
    passwordVersion: row.password_version,
    issuerIdentifier: row.issuer_identifier,
    issuedBy: row.issued_by,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
  }
}

/** Deletes all codes in a database that no kernel uses; returns their number. */
export function deleteEveryCode(transaction: Knex.Transaction): Promise<number> {
  return transaction('plinth_codes').delete()
}
