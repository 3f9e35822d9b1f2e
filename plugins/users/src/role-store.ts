import type { Database, Knex, RowLock } from '@plinth/kernel'
import type { RoleDirectory, StoredRole } from '@plinth/kernel/contracts'
import { canonicalName, ReadCache } from '@plinth/kernel/tools'
import { CoalescedQuery } from './coalesced-query.js'

const FIND = 'SELECT identifier, name, level FROM plinth_roles WHERE name = ?'

/** Maximum number of roles: all of them are read into memory. Simultaneous additions may exceed it by a few. */
export const MAX_ROLES = 10_000

/** Number of users by the name of their role. */
type UserCounts = ReadonlyMap<string, number>

/** Stores roles. */
export class RoleStore implements RoleDirectory {
  readonly #database: Database
  readonly #countCache: ReadCache<UserCounts>
  readonly #countQuery: CoalescedQuery<UserCounts>

  constructor({ database }: { database: Database }) {
    this.#database = database
    this.#countCache = new ReadCache(database)
    this.#countQuery = new CoalescedQuery(() => countUsers(database))
  }

  async find(name: string): Promise<StoredRole | undefined> {
    const [role] = await this.#database.lookUp<StoredRole>(FIND, [canonicalName(name)])
    return role
  }

  /** Returns the roles, the most privileged first. */
  list(): Promise<StoredRole[]> {
    return this.#database.read((knex) =>
      knex('plinth_roles').select('identifier', 'name', 'level').orderBy(['level', 'id']).limit(MAX_ROLES),
    )
  }

  /** Counts the users of each role. The query is slow with many users, so concurrent callers share it. */
  async countUsers(): Promise<UserCounts> {
    return (await this.#countCache.get('all', () => this.#countQuery.execute())) ?? new Map()
  }

  lock(transaction: Knex.Transaction, name: string): Promise<StoredRole | undefined> {
    return this.#lock(transaction, name, 'share')
  }

  /** Like `lock`, but waits for all transactions that have locked the role, and makes others wait. */
  lockToChange(transaction: Knex.Transaction, name: string): Promise<StoredRole | undefined> {
    return this.#lock(transaction, name, 'change')
  }

  /** Like `lockToChange`; also waits for transactions that have given the role to a user, and makes others wait. */
  lockToDelete(transaction: Knex.Transaction, name: string): Promise<StoredRole | undefined> {
    return this.#lock(transaction, name, 'deletion')
  }

  async #lock(transaction: Knex.Transaction, name: string, strength: RowLock): Promise<StoredRole | undefined> {
    const sql = `${FIND} ${this.#database.dialect.rowLock('plinth_roles', strength)}`
    const [role] = await this.#database.execute<StoredRole>(transaction, sql, [canonicalName(name)])
    return role
  }

  async insert(transaction: Knex.Transaction, roles: readonly StoredRole[]): Promise<void> {
    await transaction('plinth_roles').insert([...roles])
  }

  /** Stores a role. Returns `false` if its name is taken. */
  async add(transaction: Knex.Transaction, role: StoredRole): Promise<boolean> {
    const stored = await transaction('plinth_roles').insert(role).onConflict('name').ignore().returning('id')
    return stored.length > 0
  }

  async count(transaction: Knex.Transaction): Promise<number> {
    const [row] = await transaction('plinth_roles').count({ roles: '*' })
    return Number(row?.roles)
  }

  async setLevel(transaction: Knex.Transaction, name: string, level: number): Promise<void> {
    await transaction('plinth_roles').where({ name }).update({ level })
  }

  async delete(transaction: Knex.Transaction, name: string): Promise<void> {
    await transaction('plinth_roles').where({ name }).delete()
  }

  /** Counts the users of a role in a transaction that has locked it. */
  async countUsersOf(transaction: Knex.Transaction, name: string): Promise<number> {
    const role = transaction('plinth_roles').select('id').where({ name })
    const [row] = await transaction('plinth_users').where('role_id', role).count({ users: '*' })
    return Number(row?.users)
  }
}

/** Not by `lookUp`, which does not retry long queries when a connection is lost: the list of roles must not fail. */
async function countUsers(database: Database): Promise<UserCounts> {
  const rows = await database.read((knex) => {
    const users = knex('plinth_users').count('*').where('role_id', knex.ref('plinth_roles.id')).as('users')
    return knex('plinth_roles').select('name', users)
  })
  return new Map(rows.map(({ name, users }) => [name, Number(users)]))
}
