import { type Database, StartupError } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { ReadableTables } from './reading/readable-tables.js'
import { storedTableProblems } from './tables/stored-table-problems.js'
import type { TransferTables } from './tables/transfer-tables.js'
import { uniqueIndexProblems } from './tables/unique-index-problems.js'

/** Throws a `StartupError` for tables that do not match their description. */
export async function checkStoredTables(
  tables: TransferTables,
  readableTables: ReadableTables,
  database: Database,
): Promise<void> {
  const names = readableTables.all.map(({ table }) => table.table)
  const { dialect } = database
  const stored = await database.read((knex) => dialect.storedTables(knex, names))
  const refuse = (problemsOf: (table: ConfigurationTable) => readonly string[]) => {
    const problems = tables.inFileOrder.flatMap((table) => problemsOf(table).map(tables.withPlugin(table)))
    if (problems.length > 0) throw new StartupError(problems)
  }
  refuse((table) => storedTableProblems(table, stored.get(table.table), tables, dialect))
  refuse((table) => uniqueIndexProblems(table, stored.get(table.table) ?? { uniqueIndexes: [] }))
  readableTables.checkColumns(stored, dialect)
}
