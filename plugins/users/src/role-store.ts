import type { Database, Knex } from '@plinth/kernel'
import type { RoleDirectory, StoredRole } from '@plinth/kernel/contracts'
import { canonicalName } from '@plinth/kernel/tools'

const FIND = 'SELECT identifier, name, level FROM plinth_roles WHERE name = ?'

/** Stores roles. */
export class RoleStore implements RoleDirectory {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  async find(name: string): Promise<StoredRole | undefined> {
    const [role] = await this.#database.lookUp<StoredRole>(FIND, [canonicalName(name)])
    return role
  }

  list(): Promise<StoredRole[]> {
    return this.#database.read((knex) =>
      knex('plinth_roles').select('identifier', 'name', 'level').orderBy(['level', 'id']),
    )
  }

  async insert(transaction: Knex.Transaction, roles: readonly StoredRole[]): Promise<void> {
    await transaction('plinth_roles').insert([...roles])
  }
}
