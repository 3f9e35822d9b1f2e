import type { ConfigurationTable, InitialPassword } from '@plinth/kernel/contracts'
import type { ConfigurationFile } from './configuration-file.js'
import type { ImportReport } from './import-report.js'

/** The initial passwords of the users of one import, by table. */
export class InitialPasswords {
  readonly #byTable: ReadonlyMap<string, InitialPassword>

  private constructor(byTable: ReadonlyMap<string, InitialPassword>) {
    this.#byTable = byTable
  }

  /** Creates the passwords for tables with records in the file. This is slow, so call it before the transaction. */
  static async create(tables: readonly ConfigurationTable[], file: ConfigurationFile): Promise<InitialPasswords> {
    const byTable = new Map<string, InitialPassword>()
    for (const { name, initialPassword } of tables) {
      const records = file.get(name)
      if (initialPassword && records && records.count > 0) byTable.set(name, await initialPassword())
    }
    return new InitialPasswords(byTable)
  }

  columnsOf(table: string): InitialPassword['columns'] {
    return this.#byTable.get(table)?.columns ?? {}
  }

  /** Returns the report with the password of the imported users, or with the number of those without a password. */
  addTo(report: ImportReport): ImportReport {
    for (const [table, { password, isMissing }] of this.#byTable) {
      const imported = Number(report.results.imported[table])
      if (imported > 0 && password !== undefined) return { ...report, default_password: password }
      if (imported > 0 && isMissing) return { ...report, cannot_log_in: imported }
    }
    return report
  }
}
