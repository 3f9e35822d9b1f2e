import {
  canonicalName,
  type Database,
  type Dialect,
  type JsonSql,
  type Knex,
  ReadMemory,
  type User,
  type UserDirectory,
} from '@plinth/kernel'
import { SharedAnswer } from './shared-answer.js'

/** A user that is about to be stored. */
export interface NewUser {
  readonly identifier: string
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly lastname: string | null
  readonly role: string
  readonly passwordHash: string | null
}

export interface Page {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

interface UserRow {
  readonly identifier: string
  readonly username: string
  readonly email: string
  readonly name: string | null
  readonly lastname: string | null
  readonly role_name: string
  readonly role_level: number
  readonly disabled_at: number | string | null
}

/** Where each column comes from. */
const COLUMNS = {
  identifier: 'u.identifier',
  username: 'u.username',
  email: 'u.email',
  name: 'u.name',
  lastname: 'u.lastname',
  role_name: 'r.name',
  role_level: 'r.level',
  disabled_at: 'u.disabled_at',
} as const satisfies Record<keyof UserRow, string>
const SELECTED = Object.entries(COLUMNS).map(([column, origin]) => `${origin} AS ${column}`)

/** A JSON array of each column. */
type UserColumns = Readonly<Partial<Record<keyof UserRow, string | null>>>

/** What is to be different in a user; what is missing stays. Times are in ms, null for enabled. */
export interface UserChanges {
  readonly email?: string | undefined
  readonly name?: string | null | undefined
  readonly lastname?: string | null | undefined
  readonly role?: string | undefined
  readonly disabledAt?: number | null | undefined
}

const USERS = `SELECT ${SELECTED.join(', ')} FROM plinth_users u JOIN plinth_roles r ON r.id = u.role_id`
const FIND = `${USERS} WHERE u.username_key = ?`
const LOCKED_BY = 'u.identifier'
const FIND_NOW = `${USERS} WHERE u.identifier = ?`
const INSERT = `INSERT INTO plinth_users
  (identifier, username, username_key, email, email_key, name, lastname, password_hash, role_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM plinth_roles WHERE name = ?)) ON CONFLICT DO NOTHING RETURNING id`

const COUNT = 'SELECT count(*) AS users FROM plinth_users'

/** Of at most two people. */
const TAKEN = 'SELECT username_key, email_key FROM plinth_users WHERE username_key = ? OR email_key = ?'

/** The table of users. */
export class UserStore implements UserDirectory {
  readonly #database: Database
  readonly #memory: ReadMemory<User>
  readonly #counts: ReadMemory<Count>
  readonly #count: SharedAnswer<Count>
  readonly #lock: string
  readonly #list: string

  constructor({ database }: { database: Database }) {
    this.#database = database
    this.#memory = new ReadMemory(database)
    this.#counts = new ReadMemory(database)
    this.#count = new SharedAnswer(() => countUsers(database))
    this.#lock = lockBy(database.dialect)
    this.#list = listBy(database.dialect.json)
  }

  find(username: string): Promise<User | undefined> {
    const key = canonicalName(username)
    return this.#memory.recall(key, async () => {
      const [row] = await this.#database.lookUp<UserRow>(FIND, [key])
      return row && toUser(row)
    })
  }

  findByEmail(email: string): Promise<User | undefined> {
    return this.#first({ email_key: canonicalName(email) })
  }

  findByIdentifier(identifier: string): Promise<User | undefined> {
    return this.#first({ 'u.identifier': identifier })
  }

  /** Whether somebody has the name or the address, each compared as both are; the name is told first. */
  async findTaken({ username, email }: { username: string; email: string }): Promise<'username' | 'email' | undefined> {
    const [name, address] = [canonicalName(username), canonicalName(email)]
    const rows = await this.#database.lookUp<{ username_key: string }>(TAKEN, [name, address])
    if (rows.some((row) => row.username_key === name)) return 'username'
    return rows.length > 0 ? 'email' : undefined
  }

  /**
   * Locks in the order of the table, so that two who hold the same users wait and do not block one another. PostgreSQL locks who got another
   * role while their lock was waited for, but leaves them out: it looks for the new role among what was there before. Asked again, it finds
   * them; nothing can change any more.
   */
  async hold(transaction: Knex.Transaction, identifiers: readonly string[]): Promise<User[]> {
    const { isOneOf, isShared } = this.#database.dialect
    const { binding } = isOneOf(LOCKED_BY, identifiers)
    const lock = () => this.#database.ask<UserRow>(transaction, this.#lock, [binding])
    const rows = await lock()
    const isLackingSome = rows.length < new Set(identifiers).size
    return (isShared && isLackingSome ? await lock() : rows).map(toUser)
  }

  /** A user as a transaction sees them; who changes them in the same moment comes before or after it. */
  async findNow(transaction: Knex.Transaction, identifier: string): Promise<User | undefined> {
    const [row] = await this.#database.ask<UserRow>(transaction, FIND_NOW, [identifier])
    return row && toUser(row)
  }

  /** In the order of creation. A JSON array of each column: to make objects of rows is what takes a driver longest. */
  async list({ limit, offset = 0 }: Page = {}): Promise<User[]> {
    const all = this.#database.dialect.isShared ? null : -1
    const [columns = {}] = await this.#database.lookUp<UserColumns>(this.#list, [limit ?? all, offset], {
      isLong: true,
    })
    return toUsers(columns)
  }

  /** Takes the longer the more there are, so it is found once for all who ask meanwhile. */
  async count(): Promise<number> {
    const count = await this.#counts.recall('all', () => this.#count.ask())
    return count?.users ?? 0
  }

  /** Stores a user unless the name or the address is taken; tells whether it was stored. */
  async insert(transaction: Knex.Transaction, user: NewUser): Promise<boolean> {
    const { identifier, username, email, name, lastname, role, passwordHash } = user
    const said = [username, canonicalName(username), email, canonicalName(email), name, lastname]
    const stored = await this.#database.ask(transaction, INSERT, [identifier, ...said, passwordHash, role])
    return stored.length > 0
  }

  async update(transaction: Knex.Transaction, identifier: string, changes: UserChanges): Promise<void> {
    const { email, name, lastname, role, disabledAt } = changes
    const columns = {
      ...(email !== undefined && { email, email_key: canonicalName(email) }),
      ...(name !== undefined && { name }),
      ...(lastname !== undefined && { lastname }),
      ...(role !== undefined && { role_id: transaction('plinth_roles').select('id').where({ name: role }) }),
      ...(disabledAt !== undefined && { disabled_at: disabledAt }),
    }
    if (Object.keys(columns).length > 0) await transaction('plinth_users').where({ identifier }).update(columns)
  }

  async delete(transaction: Knex.Transaction, identifier: string): Promise<void> {
    await transaction('plinth_users').where({ identifier }).delete()
  }

  /** How many of a level, or a more privileged one, can log in. */
  async countOfLevel(transaction: Knex.Transaction, level: number): Promise<number> {
    const [row] = await transaction('plinth_users as u')
      .join('plinth_roles as r', 'r.id', 'u.role_id')
      .where('r.level', '<=', level)
      .whereNull('u.disabled_at')
      .whereNotNull('u.password_hash')
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

  #first(condition: object): Promise<User | undefined> {
    return this.#database.read(async (knex) => {
      const row = await usersWithRoles(knex).where(condition).first()
      return row && toUser(row)
    })
  }
}

interface Count {
  readonly users: number
}

async function countUsers(database: Database): Promise<Count> {
  const [row] = await database.lookUp<{ users: number | string }>(COUNT, [], { isLong: true })
  return { users: Number(row?.users) }
}

function usersWithRoles(knex: Knex) {
  return knex('plinth_users as u').join('plinth_roles as r', 'r.id', 'u.role_id').select<UserRow[]>(COLUMNS)
}

/** Without a rest of fields: to copy one takes fifty times as long. */
function toUser(row: UserRow): User {
  const { identifier, username, email, name, lastname, role_name, role_level, disabled_at } = row
  const role = { name: role_name, level: role_level }
  return { identifier, username, email, name, lastname, role, isDisabled: disabled_at !== null }
}

/** The statement that locks users, in the order of the table. */
function lockBy({ isOneOf, rowLock }: Dialect): string {
  return `${USERS} WHERE ${isOneOf(LOCKED_BY, []).sql} ORDER BY u.id ${rowLock('u')}`
}

/** The statement that lists users by columns, each as JSON. */
function listBy(json: JsonSql): string {
  const arrays = Object.keys(COLUMNS).map((column) => `${json.array(column)} AS ${column}`)
  return `SELECT ${arrays.join(', ')} FROM (${USERS} ORDER BY u.id LIMIT ? OFFSET ?) page`
}

/** Each user is made at once: to copy a row first takes as long as everything else. */
function toUsers(columns: UserColumns): User[] {
  const valuesOf = <K extends keyof UserRow>(column: K): UserRow[K][] => JSON.parse(columns[column] ?? '[]')
  const [usernames, emails] = [valuesOf('username'), valuesOf('email')]
  const [names, lastnames] = [valuesOf('name'), valuesOf('lastname')]
  const [roles, levels] = [valuesOf('role_name'), valuesOf('role_level')]
  const disabled = valuesOf('disabled_at')
  return valuesOf('identifier').map((identifier, at) => ({
    identifier,
    username: usernames[at] as string,
    email: emails[at] as string,
    name: names[at] as string | null,
    lastname: lastnames[at] as string | null,
    role: { name: roles[at] as string, level: levels[at] as number },
    isDisabled: disabled[at] !== null,
  }))
}
