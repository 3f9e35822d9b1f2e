import { type Database, type Knex, StartupError } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { columnOf, uniqueColumnOf } from './table-fields.js'
import type { TransferPlan } from './transfer-plan.js'

/** The columns of a table, by their names. */
type ColumnInfos = Readonly<Record<string, Knex.ColumnInfo>>

/**
 * Throws a `StartupError` for tables whose columns do not fit their description. Where one is missing every export
 * would break off, also that of the tables of others; where one takes no null or gets no value, an import would.
 */
export async function checkColumns(plan: TransferPlan, database: Database): Promise<void> {
  const problems: string[] = []
  for (const table of plan.tables) problems.push(...(await problemsOf(table, database)).map(plan.inPlugin(table)))
  if (problems.length > 0) throw new StartupError(problems)
}

async function problemsOf(table: ConfigurationTable, database: Database): Promise<string[]> {
  const there: ColumnInfos = await database.read((knex) => knex(table.table).columnInfo())
  if (Object.keys(there).length === 0)
    return [
      `The configuration table "${table.name}" is kept in ${table.table}, which the database does not have. Make it by a migration.`,
    ]
  const missing = columnsOf(table).filter((column) => !(column in there))
  return [
    ...missing.map(
      (column) =>
        `The configuration table "${table.name}" names the column "${column}", which ${table.table} does not have. Add it by a migration, or correct the field.`,
    ),
    ...problemsOfNull(table, there),
    ...problemsOfUnfilled(table, there),
  ]
}

/** Nullable fields of columns that take no null: an import could not write such a record. */
function problemsOfNull({ name, table, fields }: ConfigurationTable, there: ColumnInfos): string[] {
  return Object.entries(fields).flatMap(([fieldName, field]) => {
    const column = columnOf(fieldName, field)
    if (!('nullable' in field && field.nullable) || there[column]?.nullable !== false) return []
    return [
      `"${name}.${fieldName}" is nullable, and the column "${column}" of ${table} is NOT NULL. Make both the same, by a migration or in the field.`,
    ]
  })
}

/** Columns that must have a value and get none from an import. What `fixedColumns` fills is not known before one. */
function problemsOfUnfilled(table: ConfigurationTable, there: ColumnInfos): string[] {
  if (table.fixedColumns || table.initialPassword) return []
  const filled = columnsOf(table)
  return Object.entries(there)
    .filter(([column, { nullable, defaultValue }]) => !filled.includes(column) && !nullable && defaultValue === null)
    .map(
      ([column]) =>
        `The column "${column}" of ${table.table} is NOT NULL without a default, and no field of the configuration table "${table.name}" fills it. Add a field or a default, or fill it by "fixedColumns".`,
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
