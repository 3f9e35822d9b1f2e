import type { Database, Dialect, Knex, Profile, Role } from '@plinth/kernel'
import { ReadCache } from '@plinth/kernel/tools'

/** An open session. Times are in ms. */
export interface OpenSession {
  readonly id: number
  readonly createdAt: number
  readonly lastUsedAt: number
  /** When it ends even if it is used: with the account of its user, or because another one replaces it. */
  readonly endsAt: number | null
}

/** A session with its user. */
export interface Session extends OpenSession {
  readonly identifier: string
  readonly username: string
  readonly role: Role
  readonly mustChangePassword: boolean
  /** When the user last showed who they are: at the login, or to confirm it. */
  readonly provenAt: number
  readonly profile: Profile
}

/** Reads the session, its user and the role in one statement. */
const FIND = `
  SELECT s.id, s.created_at, s.last_used_at, s.confirmed_at, s.ends_at, p.identifier, p.username, p.email, p.name, p.lastname, p.role_name, p.role_level,
    p.must_change_password, p.valid_until
  FROM plinth_sessions s JOIN plinth_people p ON p.identifier = s.user_identifier
  WHERE s.key_digest = ? AND p.disabled_at IS NULL`

const DELETE = 'DELETE FROM plinth_sessions WHERE id = ? RETURNING id'
const DELETE_OF_USER = 'DELETE FROM plinth_sessions WHERE user_identifier = ? AND id <> ? RETURNING id'
const END_LATER =
  'UPDATE plinth_sessions SET ends_at = COALESCE(ends_at, ?) WHERE id = ? RETURNING user_identifier, created_at'
/** An id that no session has. */
export const NO_SESSION = 0

/**
 * Bounds, in ms, of the timestamps of an open session. A session outside them has ended, and so has one of an account
 * that has.
 */
export interface ExpiryBounds {
  readonly oldestCreation: number
  /** A time in the future. Only a wrong clock can date a session after it. */
  readonly latestCreation: number
  readonly oldestUse: number
  readonly now: number
}

/** Returns the statements that lock a user and a session, in the order that all transactions use. */
const lockStatements = ({ rowLock }: Dialect) => ({
  user: `SELECT p.username, p.email, p.name, p.lastname, p.role_name, p.role_level, p.must_change_password, p.valid_until
    FROM plinth_people p
    WHERE p.identifier = ? AND p.disabled_at IS NULL ${rowLock('p', 'share')}`,
  session: `SELECT s.id, s.created_at, s.last_used_at, s.confirmed_at, s.ends_at FROM plinth_sessions s
    WHERE s.id = ? AND s.user_identifier = ? ${rowLock('s', 'presence')}`,
})

/** Stores sessions. */
export class SessionStore {
  readonly #database: Database
  readonly #cache: ReadCache<Session>
  readonly #lock: ReturnType<typeof lockStatements>

  constructor({ database }: { database: Database }) {
    this.#database = database
    this.#lock = lockStatements(database.dialect)
    this.#cache = new ReadCache(database)
  }

  find(keyDigest: string): Promise<Session | undefined> {
    return this.#cache.get(keyDigest, async () => {
      const [row] = await this.#database.lookUp<SessionRow>(FIND, [keyDigest])
      return row && toSession(row)
    })
  }

  async insert(
    transaction: Knex.Transaction,
    session: { keyDigest: string; identifier: string; at: number },
  ): Promise<void> {
    await transaction('plinth_sessions').insert({
      key_digest: session.keyDigest,
      user_identifier: session.identifier,
      created_at: session.at,
      last_used_at: session.at,
    })
  }

  /** Deletes all sessions of a user except the newest `count`. */
  async keepNewest(transaction: Knex.Transaction, identifier: string, count: number): Promise<void> {
    const newest = transaction('plinth_sessions')
      .select('id')
      .where({ user_identifier: identifier })
      .orderBy('id', 'desc')
      .limit(count)
    await transaction('plinth_sessions').where({ user_identifier: identifier }).whereNotIn('id', newest).delete()
  }

  /** Returns a user's sessions, the newest first. */
  ofUser(identifier: string): Promise<OpenSession[]> {
    return this.#database.read(async (knex) => {
      const rows: OpenSessionRow[] = await knex('plinth_sessions as s')
        .join('plinth_people as p', 'p.identifier', 's.user_identifier')
        .select('s.id', 's.created_at', 's.last_used_at', 's.ends_at', 'p.valid_until')
        .where({ user_identifier: identifier })
        .orderBy('s.id', 'desc')
      return rows.map(toOpenSession)
    })
  }

  /** Counts the sessions that have not ended and are not replaced: of all users, or of one. */
  async countOpen(
    knex: Knex,
    { oldestCreation, latestCreation, oldestUse }: ExpiryBounds,
    identifier?: string,
  ): Promise<number> {
    const sessions = knex('plinth_sessions')
      .where('created_at', '>', oldestCreation)
      .where('created_at', '<', latestCreation)
      .where('last_used_at', '>', oldestUse)
      .whereNull('ends_at')
    if (identifier !== undefined) sessions.where({ user_identifier: identifier })
    const [row] = await sessions.count({ count: '*' })
    return Number(row?.count)
  }

  /** Locks a user's session, the user and the role until the transaction ends, and returns the session. */
  async lock(transaction: Knex.Transaction, identifier: string, id: number): Promise<Session | undefined> {
    const [[user], [session]] = await Promise.all([
      this.#database.execute<UserRow>(transaction, this.#lock.user, [identifier]),
      this.#database.execute<LockedSessionRow>(transaction, this.#lock.session, [id, identifier]),
    ])
    return user && session && toSession({ ...user, ...session, identifier })
  }

  /**
   * Replaces a session whose user has confirmed the login by one of the same age. Returns `false` if it has ended. It
   * ends at the given time.
   */
  async replace(
    transaction: Knex.Transaction,
    id: number,
    { keyDigest, at, endsAt }: { keyDigest: string; at: number; endsAt: number },
  ): Promise<boolean> {
    const [replaced] = await this.#database.execute<ReplacedRow>(transaction, END_LATER, [endsAt, id])
    if (!replaced) return false
    const { user_identifier, created_at } = replaced
    const times = { created_at, last_used_at: at, confirmed_at: at }
    await transaction('plinth_sessions').insert({ key_digest: keyDigest, user_identifier, ...times })
    return true
  }

  delete(id: number): Promise<number> {
    return this.#database.write((transaction) => this.deleteWithin(transaction, id))
  }

  async deleteWithin(transaction: Knex.Transaction, id: number): Promise<number> {
    return (await this.#database.execute(transaction, DELETE, [id])).length
  }

  deleteOneOfUser(transaction: Knex.Transaction, identifier: string, id: number): Promise<number> {
    return transaction('plinth_sessions').where({ user_identifier: identifier, id }).delete()
  }

  async deleteOfUser(transaction: Knex.Transaction, identifier: string, keptId = NO_SESSION): Promise<number> {
    return (await this.#database.execute(transaction, DELETE_OF_USER, [identifier, keptId])).length
  }

  /** Deletes at most `max` sessions that have ended; returns how many. */
  deleteEnded({ oldestCreation, latestCreation, oldestUse, now }: ExpiryBounds, max: number): Promise<number> {
    return this.#database.write((transaction) => {
      const endedUsers = transaction('plinth_people').select('identifier').where('valid_until', '<=', now)
      const ended = transaction('plinth_sessions')
        .select('id')
        .where('created_at', '<', oldestCreation)
        .orWhere('created_at', '>', latestCreation)
        .orWhere('last_used_at', '<', oldestUse)
        .orWhere('ends_at', '<=', now)
        .orWhereIn('user_identifier', endedUsers)
        .limit(max)
      return transaction('plinth_sessions').whereIn('id', ended).delete()
    })
  }
}

interface OpenSessionRow {
  readonly id: number
  readonly created_at: number | string
  readonly last_used_at: number | string
  readonly ends_at: number | string | null
  readonly valid_until: number | string | null
}

interface ReplacedRow {
  readonly user_identifier: string
  readonly created_at: number | string
}

interface UserRow {
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly lastname: string | null
  readonly role_name: string
  readonly role_level: number
  readonly must_change_password: boolean | number
  readonly valid_until: number | string | null
}

interface LockedSessionRow extends Omit<OpenSessionRow, 'valid_until'> {
  readonly confirmed_at: number | string | null
}

interface SessionRow extends LockedSessionRow, UserRow {
  readonly identifier: string
}

/** pg returns a bigint as a string. */
function toOpenSession(row: OpenSessionRow): OpenSession {
  const { id, created_at, last_used_at, ends_at, valid_until } = row
  const ends = [ends_at, valid_until].filter((end) => end !== null).map(Number)
  const endsAt = ends.length === 0 ? null : Math.min(...ends)
  return { id, createdAt: Number(created_at), lastUsedAt: Number(last_used_at), endsAt }
}

/** sqlite3 returns a boolean as a number. */
function toSession(row: SessionRow): Session {
  const validUntil = row.valid_until === null ? null : Number(row.valid_until)
  return {
    ...toOpenSession(row),
    identifier: row.identifier,
    username: row.username,
    role: { name: row.role_name, level: row.role_level },
    mustChangePassword: Boolean(row.must_change_password),
    profile: { email: row.email, name: row.name, lastname: row.lastname, validUntil },
    provenAt: Number(row.confirmed_at ?? row.created_at),
  }
}

/** Ends all sessions in a database that no kernel uses; returns their number. */
export function endEverySession(transaction: Knex.Transaction): Promise<number> {
  return transaction('plinth_sessions').delete()
}
