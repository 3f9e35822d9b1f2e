import type { Database } from '@plinth/kernel'
import { checkColumns } from './check-columns.js'
import { checkUniqueIndexes } from './check-unique-indexes.js'
import type { ReadableTables } from './reading/readable-tables.js'
import type { TransferTables } from './transfer-tables.js'

/** Throws a `StartupError` for tables that do not match their description. */
export async function checkStoredTables(
  tables: TransferTables,
  readableTables: ReadableTables,
  database: Database,
): Promise<void> {
  const names = readableTables.all.map(({ table }) => table.table)
  const stored = await database.read((knex) => database.dialect.storedTables(knex, names))
  checkColumns(tables, stored, database.dialect)
  checkUniqueIndexes(tables, stored)
  readableTables.checkColumns(stored, database.dialect)
}
