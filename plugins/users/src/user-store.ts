import type { Database, Dialect, Knex } from '@plinth/kernel'
import type { User, UserDirectory } from '@plinth/kernel/contracts'
import { canonicalName, expectText, ReadCache } from '@plinth/kernel/tools'
import { CoalescedQuery } from './coalesced-query.js'
import { listStatement, SELECT_USERS, toUser, toUsers, type UserColumns, type UserRow } from './user-rows.js'
import { searchStatement, type UserSearch } from './user-search.js'

/** A user to store. */
export interface UserToStore {
  readonly identifier: string
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly lastname: string | null
  readonly role: string
  readonly passwordHash: string | null
  /** In ms; null for an account that does not end. */
  readonly validUntil: number | null
}

/** Which users to list; by default all. */
export interface UserPage {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

interface PageOfSearch {
  readonly limit: number
  readonly offset: number
}

/** Fields to update. Omitted fields are unchanged. Times are in ms, `null` for none. */
export interface UserChanges {
  readonly email?: string | undefined
  readonly name?: string | null | undefined
  readonly lastname?: string | null | undefined
  readonly role?: string | undefined
  readonly disabledAt?: number | null | undefined
  readonly validUntil?: number | null | undefined
}

const FIND = `${SELECT_USERS} WHERE u.username_key = ?`
const FIND_BY_EMAIL = `${SELECT_USERS} WHERE u.email_key = ?`
const FIND_BY_IDENTIFIER = `${SELECT_USERS} WHERE u.identifier = ?`
const LOCK_COLUMN = 'u.identifier'
const INSERT = `INSERT INTO plinth_users
  (identifier, username, username_key, email, email_key, name, name_key, lastname, lastname_key, password_hash, valid_until, role_id)
  SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS BIGINT), id FROM plinth_roles WHERE name = ? ON CONFLICT DO NOTHING RETURNING id`

const COUNT = 'SELECT count(*) AS users FROM plinth_users'

/** Less than the id of every user. */
const BEFORE_FIRST_ID = 0
/** Maximum number of users per page. 2,000 users block the event loop for about 5 ms. */
const PAGE_SIZE = 2_000

/** Finds at most two users: one by name, one by address. */
const FIND_TAKEN = 'SELECT username_key, email_key FROM plinth_users WHERE username_key = ? OR email_key = ?'

/** Stores users. */
export class UserStore implements UserDirectory {
  readonly #database: Database
  readonly #cache: ReadCache<User>
  readonly #countCache: ReadCache<Count>
  readonly #countQuery: CoalescedQuery<Count>
  readonly #lock: string
  readonly #list: string

  constructor({ database }: { database: Database }) {
    this.#database = database
    this.#cache = new ReadCache(database)
    this.#countCache = new ReadCache(database)
    this.#countQuery = new CoalescedQuery(() => countUsers(database))
    this.#lock = lockStatement(database.dialect)
    this.#list = listStatement(database.dialect.json)
  }

  async find(username: string): Promise<User | undefined> {
    expectText(username, 'userDirectory.find()', 'the username')
    const key = canonicalName(username)
    return this.#cache.get(key, () => this.#find(FIND, key))
  }

  async findByEmail(email: string): Promise<User | undefined> {
    expectText(email, 'userDirectory.findByEmail()', 'the e-mail address')
    return this.#find(FIND_BY_EMAIL, canonicalName(email))
  }

  findByIdentifier(identifier: string): Promise<User | undefined> {
    return this.#find(FIND_BY_IDENTIFIER, identifier)
  }

  /** Returns which of the two is taken, ignoring case; `username` if both are. */
  async findTaken({ username, email }: { username: string; email: string }): Promise<'username' | 'email' | undefined> {
    const [name, address] = [canonicalName(username), canonicalName(email)]
    const rows = await this.#database.lookUp<{ username_key: string }>(FIND_TAKEN, [name, address])
    if (rows.some((row) => row.username_key === name)) return 'username'
    return rows.length > 0 ? 'email' : undefined
  }

  /**
   * Locks users in the order of the table, so that concurrent callers do not deadlock. If a user's role changes while
   * PostgreSQL waits for the lock, PostgreSQL locks the user but does not return the row, because the join with the new
   * role is not in its snapshot. A second query returns the row, which can no longer change.
   */
  async lock(transaction: Knex.Transaction, identifiers: readonly string[]): Promise<User[]> {
    const { binding } = this.#database.dialect.isOneOf(LOCK_COLUMN, identifiers)
    const lock = () => this.#database.execute<UserRow>(transaction, this.#lock, [binding])
    const rows = await lock()
    const isIncomplete = rows.length < new Set(identifiers).size
    return (isIncomplete ? await lock() : rows).map(toUser)
  }

  /** Lists users in the order of creation. */
  async list({ limit, offset = 0 }: UserPage = {}): Promise<User[]> {
    if (limit !== undefined) return toUsers(await this.#page(BEFORE_FIRST_ID, limit, offset))
    const users: User[] = []
    for await (const page of this.all()) users.push(...page)
    return users.slice(offset)
  }

  /**
   * Yields all users in the order of creation, page by page. Each page is read by its own query, so neither the
   * database nor the memory has to hold all users at once.
   */
  async *all(): AsyncGenerator<User[]> {
    for (let last: UserColumns['last_id'] = BEFORE_FIRST_ID; last != null; ) {
      const columns = await this.#page(last, PAGE_SIZE)
      const users = toUsers(columns)
      yield users
      last = users.length < PAGE_SIZE ? null : columns.last_id
    }
  }

  /** Finds one page of the users who meet all conditions; with `isCounted`, also their number on all pages. */
  async search(search: UserSearch, page: PageOfSearch): Promise<{ users: User[]; total: number | undefined }> {
    const { sql, bindings } = searchStatement(this.#database.dialect.json, search, page)
    const [columns = {}] = await this.#database.lookUp<UserColumns>(sql, bindings, { mayTakeLong: true })
    return { users: toUsers(columns), total: search.isCounted ? Number(columns.total) : undefined }
  }

  /** Reads each column as a JSON array: building row objects is the slowest part of a driver. */
  async #page(afterId: number | string, limit: number, offset = 0): Promise<UserColumns> {
    const bindings = [afterId, limit, offset]
    const [columns = {}] = await this.#database.lookUp<UserColumns>(this.#list, bindings, { mayTakeLong: true })
    return columns
  }

  /** Counts all users. The query is slow with many users, so concurrent callers share it. */
  async count(): Promise<number> {
    const count = await this.#countCache.get('all', () => this.#countQuery.execute())
    return count?.users ?? 0
  }

  /** Stores a user. Returns `false` if the username or the e-mail address is taken, or there is no such role. */
  async insert(transaction: Knex.Transaction, user: UserToStore): Promise<boolean> {
    const { identifier, username, email, name, lastname, role, passwordHash, validUntil } = user
    const profile = [username, email, name, lastname].flatMap((text) => [text, keyOf(text)])
    const bindings = [identifier, ...profile, passwordHash, validUntil, role]
    const stored = await this.#database.execute(transaction, INSERT, bindings)
    return stored.length > 0
  }

  async update(transaction: Knex.Transaction, identifier: string, changes: UserChanges): Promise<void> {
    const { email, name, lastname, role, disabledAt, validUntil } = changes
    const columns = {
      ...(email !== undefined && { email, email_key: keyOf(email) }),
      ...(name !== undefined && { name, name_key: keyOf(name) }),
      ...(lastname !== undefined && { lastname, lastname_key: keyOf(lastname) }),
      ...(role !== undefined && { role_id: transaction('plinth_roles').select('id').where({ name: role }) }),
      ...(disabledAt !== undefined && { disabled_at: disabledAt }),
      ...(validUntil !== undefined && { valid_until: validUntil }),
    }
    if (Object.keys(columns).length > 0) await transaction('plinth_users').where({ identifier }).update(columns)
  }

  async delete(transaction: Knex.Transaction, identifier: string): Promise<void> {
    await transaction('plinth_users').where({ identifier }).delete()
  }

  /**
   * Returns the number of users at this level, or a more privileged one, who can log in, now and from now on. Does not
   * count users whose account has an end, nor those who must change an initial password first: a sudo user cannot
   * change their own password over REST.
   */
  async countWhoCanLogIn(transaction: Knex.Transaction, level: number): Promise<number> {
    const [row] = await transaction('plinth_users as u')
      .join('plinth_roles as r', 'r.id', 'u.role_id')
      .where('r.level', '<=', level)
      .whereNull('u.disabled_at')
      .whereNull('u.valid_until')
      .whereNotNull('u.password_hash')
      .where('u.must_change_password', false)
      .count({ users: '*' })
    return Number(row?.users)
  }

  async isUsernameTaken(transaction: Knex.Transaction, username: string): Promise<boolean> {
    const row = await transaction('plinth_users')
      .select('id')
      .where({ username_key: canonicalName(username) })
      .first()
    return row !== undefined
  }

  async #find(sql: string, key: string): Promise<User | undefined> {
    const [row] = await this.#database.lookUp<UserRow>(sql, [key])
    return row && toUser(row)
  }
}

interface Count {
  readonly users: number
}

async function countUsers(database: Database): Promise<Count> {
  const [row] = await database.lookUp<{ users: number | string }>(COUNT, [], { mayTakeLong: true })
  return { users: Number(row?.users) }
}

/** Returns the canonical form of a text, in which users are found and searched. */
function keyOf(text: string | null): string | null {
  return text === null ? null : canonicalName(text)
}

/** Returns the statement that locks users in the order of the table. */
function lockStatement({ isOneOf, rowLock }: Dialect): string {
  return `${SELECT_USERS} WHERE ${isOneOf(LOCK_COLUMN, []).sql} ORDER BY u.id ${rowLock('u', 'change')}`
}
