import type { Database, Dialect, Knex, Profile, Role } from '@plinth/kernel'
import { ReadCache, storedTime } from '@plinth/kernel/tools'

/** An open session. Times are in ms. */
export interface OpenSession {
  readonly id: number
  readonly createdAt: number
  readonly lastUsedAt: number
  /** When the user's account ends, and the session with it; null if the account has no end. */
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
  /**
   * `undefined` if the request has the current key of the session; for the former key, the time until which it is
   * valid; 0 for an older key.
   */
  readonly formerUntil: number | undefined
  readonly profile: Profile
}

/** Reads the session, its user and the role in one statement. */
const FIND = `
  SELECT s.id, s.created_at, s.last_used_at, s.confirmed_at, s.former_until, p.identifier, p.username, p.email, p.name, p.lastname, p.role_name, p.role_level,
    p.must_change_password, p.valid_until
  FROM plinth_sessions s JOIN plinth_people p ON p.identifier = s.user_identifier
  WHERE s.key_digest = ? AND p.disabled_at IS NULL`
const FIND_FORMER = FIND.replace('s.key_digest', 's.former_key_digest')

const DELETE = 'DELETE FROM plinth_sessions WHERE id = ? RETURNING id'
const DELETE_OF_USER = 'DELETE FROM plinth_sessions WHERE user_identifier = ? AND id <> ? RETURNING id'
const REPLACE_KEY = `UPDATE plinth_sessions
  SET former_key_digest = key_digest, former_until = ?, key_digest = ?, confirmed_at = ?
  WHERE id = ? AND (former_until IS NULL OR former_until <= ? OR former_until > ?) RETURNING id`
const CONFIRM = 'UPDATE plinth_sessions SET confirmed_at = ? WHERE id = ? RETURNING id'
/** An id that no session has. */
export const NO_SESSION = 0

/**
 * Bounds, in ms, of the timestamps of an open session. A session outside these bounds has ended, and so has every
 * session of an account that has ended.
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
  session: `SELECT s.id, s.created_at, s.last_used_at, s.confirmed_at, s.key_digest, s.former_key_digest, s.former_until
    FROM plinth_sessions s
    WHERE s.id = ? AND s.user_identifier = ? ${rowLock('s', 'presence')}`,
})

/** A new key of a session, and until when the former one is valid. Times are in ms. */
interface NewKey {
  readonly keyDigest: string
  readonly at: number
  readonly formerUntil: number
  readonly latestFormerUntil: number
}

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
      if (row) return toSession(row)
      const [former] = await this.#database.lookUp<SessionRow>(FIND_FORMER, [keyDigest])
      return former && toFormerSession(former)
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
        .select('s.id', 's.created_at', 's.last_used_at', 'p.valid_until')
        .where({ user_identifier: identifier })
        .orderBy('s.id', 'desc')
      return rows.map(toOpenSession)
    })
  }

  /** Counts the sessions that have not ended: of all users, or of one. */
  async countOpen(
    knex: Knex,
    { oldestCreation, latestCreation, oldestUse, now }: ExpiryBounds,
    identifier?: string,
  ): Promise<number> {
    const endedUsers = knex('plinth_people').select('identifier').where('valid_until', '<=', now)
    const sessions = knex('plinth_sessions')
      .where('created_at', '>', oldestCreation)
      .where('created_at', '<', latestCreation)
      .where('last_used_at', '>', oldestUse)
      .whereNotIn('user_identifier', endedUsers)
    if (identifier !== undefined) sessions.where({ user_identifier: identifier })
    const [row] = await sessions.count({ count: '*' })
    return Number(row?.count)
  }

  /**
   * Locks a user's session, the user and the role until the transaction ends. Returns the session even if the key has
   * been replaced since: see `formerUntil`.
   */
  async lock(
    transaction: Knex.Transaction,
    { identifier, id, keyDigest }: { identifier: string; id: number; keyDigest: string | undefined },
  ): Promise<Session | undefined> {
    const [[user], [session]] = await Promise.all([
      this.#database.execute<UserRow>(transaction, this.#lock.user, [identifier]),
      this.#database.execute<LockedSessionRow>(transaction, this.#lock.session, [id, identifier]),
    ])
    if (!user || !session) return undefined
    const row = { ...user, ...session, identifier }
    if (session.key_digest === keyDigest) return toSession(row)
    return session.former_key_digest === keyDigest ? toFormerSession(row) : { ...toSession(row), formerUntil: 0 }
  }

  /**
   * Replaces the key of a session after its user has confirmed the login, at the time `at`. Returns `false` if the
   * session has ended, or if the former key of an earlier replacement is still valid. A former key that ends after
   * `latestFormerUntil` is ignored: the clock was set back.
   */
  async replaceKey(
    transaction: Knex.Transaction,
    id: number,
    { keyDigest, at, formerUntil, latestFormerUntil }: NewKey,
  ): Promise<boolean> {
    const bindings = [formerUntil, keyDigest, at, id, at, latestFormerUntil]
    return (await this.#database.execute(transaction, REPLACE_KEY, bindings)).length > 0
  }

  /** Records that the user of a session has confirmed the login. Returns `false` if the session has ended. */
  async confirmLogin(transaction: Knex.Transaction, id: number, at: number): Promise<boolean> {
    return (await this.#database.execute(transaction, CONFIRM, [at, id])).length > 0
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
  readonly valid_until: number | string | null
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

interface SessionColumns extends Omit<OpenSessionRow, 'valid_until'> {
  readonly confirmed_at: number | string | null
  readonly former_until: number | string | null
}

interface LockedSessionRow extends SessionColumns {
  readonly key_digest: string
  readonly former_key_digest: string | null
}

interface SessionRow extends SessionColumns, UserRow {
  readonly identifier: string
}

/** pg returns a bigint as a string. */
function toOpenSession(row: OpenSessionRow): OpenSession {
  const { id, created_at, last_used_at, valid_until } = row
  const endsAt = storedTime(valid_until)
  return { id, createdAt: Number(created_at), lastUsedAt: Number(last_used_at), endsAt }
}

/** sqlite3 returns a boolean as a number. */
function toSession(row: SessionRow): Session {
  const session = toOpenSession(row)
  return {
    ...session,
    formerUntil: undefined,
    identifier: row.identifier,
    username: row.username,
    role: { name: row.role_name, level: row.role_level },
    mustChangePassword: Boolean(row.must_change_password),
    profile: { email: row.email, name: row.name, lastname: row.lastname, validUntil: session.endsAt },
    provenAt: Number(row.confirmed_at ?? row.created_at),
  }
}

function toFormerSession(row: SessionRow): Session {
  return { ...toSession(row), formerUntil: Number(row.former_until) }
}

/** Ends all sessions in a database that no kernel uses; returns their number. */
export function endEverySession(transaction: Knex.Transaction): Promise<number> {
  return transaction('plinth_sessions').delete()
}
