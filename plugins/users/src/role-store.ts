import { canonicalName, type Database, type Knex, type RoleDirectory, type StoredRole } from '@plinth/kernel'

/** The table of roles. */
export class RoleStore implements RoleDirectory {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  find(name: string): Promise<StoredRole | undefined> {
    return this.#database.read((knex) =>
      knex('plinth_roles')
        .select('identifier', 'name', 'level')
        .where({ name: canonicalName(name) })
        .first(),
    )
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
