import type { Database, Knex } from '@plinth/kernel'

/** The hashes of passwords, in the table of users. */
export class PasswordHashStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** That of a disabled user opens nothing, and is told to nobody. */
  find(identifier: string): Promise<string | null | undefined> {
    return this.#database.read(async (knex) => {
      const row = await knex('plinth_users')
        .select('password_hash')
        .where({ identifier })
        .whereNull('disabled_at')
        .first()
      return row?.password_hash
    })
  }

  /** That of a password which its user must change. */
  findToChange(identifier: string): Promise<string | undefined> {
    return this.#database.read(async (knex) => {
      const row = await knex('plinth_users')
        .select('password_hash')
        .where({ identifier, must_change_password: true })
        .first()
      return row?.password_hash ?? undefined
    })
  }

  /** Of a password that need not be changed. */
  async set(transaction: Knex.Transaction, identifier: string, hash: string): Promise<void> {
    const columns = { password_hash: hash, must_change_password: false }
    await transaction('plinth_users').where({ identifier }).update(columns)
  }

  /**
   * Whether a user still has a hash; nobody can replace it before the transaction ends. Logins of one user go one after the other from
   * here on: at once, each would see too few sessions to end one.
   */
  async holds(transaction: Knex.Transaction, identifier: string, hash: string): Promise<boolean> {
    const user = await transaction('plinth_users')
      .select('id')
      .where({ identifier, password_hash: hash })
      .whereNull('disabled_at')
      .forNoKeyUpdate()
      .first()
    return user !== undefined
  }

  /** Replaces a hash unless another password was set meanwhile. */
  async renew(transaction: Knex.Transaction, identifier: string, hash: { from: string; to: string }): Promise<void> {
    await transaction('plinth_users').where({ identifier, password_hash: hash.from }).update({ password_hash: hash.to })
  }
}
