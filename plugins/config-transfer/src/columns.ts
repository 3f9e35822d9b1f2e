import { type Database, StartupError } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { columnOf, uniqueColumnOf } from './table-fields.js'
import type { TransferPlan } from './transfer-plan.js'

/**
 * Throws a `StartupError` for tables that lack columns which their description names: every export would break off,
 * also that of the tables of others.
 */
export async function checkColumns(plan: TransferPlan, database: Database): Promise<void> {
  const problems: string[] = []
  for (const table of plan.tables) problems.push(...(await problemsOf(table, database)).map(plan.inPlugin(table)))
  if (problems.length > 0) throw new StartupError(problems)
}

async function problemsOf({ name, table, ...rest }: ConfigurationTable, database: Database): Promise<string[]> {
  const there = await database.read((knex) => knex(table).columnInfo())
  if (Object.keys(there).length === 0)
    return [
      `The configuration table "${name}" is kept in ${table}, which the database does not have. Make it by a migration.`,
    ]
  const missing = columnsOf({ name, table, ...rest }).filter((column) => !(column in there))
  return missing.map(
    (column) =>
      `The configuration table "${name}" names the column "${column}", which ${table} does not have. Add it by a migration, or correct the field.`,
  )
}

/** What is read of a table and written to it. */
function columnsOf(table: ConfigurationTable): string[] {
  const stored = Object.entries(table.fields).filter(
    ([, { kind }]) => !['row-number', 'derived', 'unread'].includes(kind),
  )
  const columns = stored.flatMap(([name, field]) => [columnOf(name, field), uniqueColumnOf(table, name)])
  return [...new Set(['id', ...columns])]
}
