import type { ConfigurationTable, InitialPassword } from '@plinth/kernel/contracts'

/** What the response tells about the passwords of added users. */
export interface PasswordResult {
  readonly defaultPassword?: string
  readonly cannotLogIn?: number
}

/** The initial passwords of the users that one import or plan adds, by table. */
export class InitialPasswords {
  readonly #byTable: ReadonlyMap<string, InitialPassword>

  private constructor(byTable: ReadonlyMap<string, InitialPassword>) {
    this.#byTable = byTable
  }

  /** Creates the passwords for tables with records to add. This is slow, so call it before the transaction. */
  static async create(
    tables: readonly ConfigurationTable[],
    countOf: (table: string) => number,
  ): Promise<InitialPasswords> {
    const byTable = new Map<string, InitialPassword>()
    for (const { name, initialPassword } of tables) {
      if (initialPassword && countOf(name) > 0) byTable.set(name, await initialPassword())
    }
    return new InitialPasswords(byTable)
  }

  /** Returns the values with which each added row of a table gets its password. */
  columnsOf(table: string): InitialPassword['columns'] {
    return this.#byTable.get(table)?.columns ?? {}
  }

  /** Returns the password of the added users, or the number of those without one, given the numbers by table. */
  resultFor(added: Readonly<Record<string, number>>): PasswordResult {
    for (const [table, { password, isMissing }] of this.#byTable) {
      const count = added[table] ?? 0
      if (count > 0 && password !== undefined) return { defaultPassword: password }
      if (count > 0 && isMissing) return { cannotLogIn: count }
    }
    return {}
  }
}
