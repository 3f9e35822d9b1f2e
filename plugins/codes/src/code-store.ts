import type { Database, Knex, UserWithRole } from '@plinth/kernel'

/** What a code is for: `reset` replaces a forgotten password, `invitation` sets the first one. */
export type CodePurpose = 'reset' | 'invitation'

/** A stored code. Times are in ms. */
export interface StoredCode {
  readonly purpose: CodePurpose
  readonly digest: string
  /** The version of the password that the code replaces; null for none. A newer version invalidates the code. */
  readonly passwordVersion: string | null
  /** Null for a code that the CLI or a host has issued. */
  readonly issuerIdentifier: string | null
  readonly issuedBy: string
  readonly createdAt: number
  /** Not after the end of the account of its user or issuer. */
  readonly expiresAt: number
}

/**
 * A code that has not expired, with its user and its issuer as they are now. The code itself is not stored. Times are
 * in ms.
 */
export interface UnexpiredCode {
  readonly username: string
  readonly user: UserWithRole
  /** `undefined` if the issuer was deleted. */
  readonly issuer: UserWithRole | 'command' | undefined
  readonly purpose: CodePurpose
  /** The username of the issuer, or the name of the command. */
  readonly issuedBy: string
  readonly passwordVersion: string | null
  readonly createdAt: number
  readonly expiresAt: number
}

const COLUMNS = 'purpose, digest, password_version, issuer_identifier, issued_by, created_at, expires_at'
/** The accounts of the user and the issuer of a code, which expires when either of them ends. */
const ACCOUNTS = 'plinth_people a WHERE a.identifier IN (plinth_codes.user_identifier, plinth_codes.issuer_identifier)'
const READ = `${COLUMNS}, (SELECT min(a.valid_until) FROM ${ACCOUNTS}) AS accounts_end`
const HAS_ENDED = `(expires_at <= ? OR EXISTS (SELECT 1 FROM ${ACCOUNTS} AND a.valid_until <= ?))`
const FIND = `SELECT ${READ} FROM plinth_codes WHERE user_identifier = ?`
const UNEXPIRED = `SELECT ${READ}, p.identifier, p.username, p.role_name, p.role_level,
    i.role_name AS issuer_role_name, i.role_level AS issuer_role_level
  FROM plinth_codes JOIN plinth_people p ON p.identifier = user_identifier
    LEFT JOIN plinth_people i ON i.identifier = issuer_identifier
  WHERE NOT ${HAS_ENDED}`
const LIST = `${UNEXPIRED} ORDER BY created_at DESC, p.id`
const FIND_UNEXPIRED = `${UNEXPIRED} AND user_identifier = ?`
const COUNT = `SELECT count(*) AS codes FROM plinth_codes WHERE NOT ${HAS_ENDED}`
const TAKE = `DELETE FROM plinth_codes WHERE user_identifier = ? RETURNING ${READ}`
const SET = `INSERT INTO plinth_codes (user_identifier, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (user_identifier) DO UPDATE SET purpose = excluded.purpose, digest = excluded.digest,
    password_version = excluded.password_version, issuer_identifier = excluded.issuer_identifier, issued_by = excluded.issued_by, created_at = excluded.created_at,
    expires_at = excluded.expires_at
  RETURNING ${READ}`
const DELETE_OF = 'DELETE FROM plinth_codes WHERE user_identifier = ? OR issuer_identifier = ?'
const DELETE_ENDED_OF = `DELETE FROM plinth_codes WHERE user_identifier = ? AND ${HAS_ENDED}`

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

  /** Stores the code of a user, in place of an earlier one. Returns when it expires. */
  async set(transaction: Knex.Transaction, userIdentifier: string, code: StoredCode): Promise<number> {
    const { purpose, digest, passwordVersion, issuerIdentifier, issuedBy, createdAt, expiresAt } = code
    const origin = [issuerIdentifier, issuedBy, createdAt, expiresAt]
    const bindings = [userIdentifier, purpose, digest, passwordVersion, ...origin]
    const [row] = await this.#database.execute<CodeRow>(transaction, SET, bindings)
    return row ? toCode(row).expiresAt : expiresAt
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

  /** Deletes the code of a user if it has expired at `now`, so that it stays expired if the clock is set back. */
  async deleteExpiredOf(transaction: Knex.Transaction, userIdentifier: string, now: number): Promise<void> {
    await this.#database.execute(transaction, DELETE_ENDED_OF, [userIdentifier, now, now])
  }

  /** Lists the codes that have not expired at `now`, the newest first. */
  async list(now: number): Promise<UnexpiredCode[]> {
    return (await this.#database.lookUp<UnexpiredRow>(LIST, [now, now], { mayTakeLong: true })).map(toUnexpiredCode)
  }

  /** Returns the code of a user unless it has expired at `now`. */
  async findUnexpired(userIdentifier: string, now: number): Promise<UnexpiredCode | undefined> {
    const [row] = await this.#database.lookUp<UnexpiredRow>(FIND_UNEXPIRED, [now, now, userIdentifier])
    return row && toUnexpiredCode(row)
  }

  /** Returns the number of codes that have not expired at `now`. */
  async count(now: number): Promise<number> {
    const [row] = await this.#database.lookUp<{ codes: number | string }>(COUNT, [now, now], { mayTakeLong: true })
    return Number(row?.codes)
  }

  /** Deletes at most `max` codes that have expired at `now`; returns how many. */
  deleteExpired(now: number, max: number): Promise<number> {
    return this.#database.write((transaction) => {
      const endedUsers = transaction('plinth_people').select('identifier').where('valid_until', '<=', now)
      const expired = transaction('plinth_codes')
        .select('user_identifier')
        .where('expires_at', '<=', now)
        .orWhereIn('user_identifier', endedUsers)
        .orWhereIn('issuer_identifier', endedUsers)
        .limit(max)
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
  readonly accounts_end: number | string | null
}

interface UnexpiredRow extends CodeRow {
  readonly identifier: string
  readonly username: string
  readonly role_name: string
  readonly role_level: number
  /** Null for a code of the CLI or a host, and if the issuer was deleted. */
  readonly issuer_role_name: string | null
  readonly issuer_role_level: number | null
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
    expiresAt: Math.min(Number(row.expires_at), row.accounts_end === null ? Infinity : Number(row.accounts_end)),
  }
}

function toUnexpiredCode(row: UnexpiredRow): UnexpiredCode {
  const { issuerIdentifier, purpose, issuedBy, passwordVersion, createdAt, expiresAt } = toCode(row)
  const user = { identifier: row.identifier, role: { name: row.role_name, level: row.role_level } }
  const issuer = issuerOf(issuerIdentifier, row)
  return { username: row.username, user, issuer, purpose, issuedBy, passwordVersion, createdAt, expiresAt }
}

function issuerOf(identifier: string | null, row: UnexpiredRow): UnexpiredCode['issuer'] {
  if (identifier === null) return 'command'
  const { issuer_role_name: name, issuer_role_level: level } = row
  return name === null || level === null ? undefined : { identifier, role: { name, level } }
}

/** Deletes all codes in a database that no kernel uses; returns their number. */
export function deleteEveryCode(transaction: Knex.Transaction): Promise<number> {
  return transaction('plinth_codes').delete()
}
