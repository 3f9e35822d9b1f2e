import { type Database, StartupError } from '@plinth/kernel'
import type { ConfigurationTable, Field } from '@plinth/kernel/contracts'
import { type ColumnInfos, problemsOfForeignKeys, problemsOfLengths, problemsOfTypes } from './column-types.js'
import { columnOf, uniqueColumnOf } from './table-fields.js'
import type { TransferPlan } from './transfer-plan.js'

/**
 * Throws a `StartupError` for tables whose columns do not fit their description. Where one is missing every export
 * would break off, also that of the tables of others; where one takes no null, gets no value or is of another type, an
 * import would.
 */
export async function checkColumns(plan: TransferPlan, database: Database): Promise<void> {
  const problems: string[] = []
  for (const table of plan.tables) problems.push(...(await problemsOf(table, plan, database)).map(plan.inPlugin(table)))
  if (problems.length > 0) throw new StartupError(problems)
}

async function problemsOf(table: ConfigurationTable, plan: TransferPlan, database: Database): Promise<string[]> {
  const { dialect } = database
  const there: ColumnInfos = await database.read((knex) => knex(table.table).columnInfo())
  if (Object.keys(there).length === 0)
    return [
      `The configuration table "${table.name}" is kept in ${table.table}, which the database does not have. Make it by a migration.`,
    ]
  const keys = await database.read((knex) => dialect.foreignKeys(knex, table.table))
  const missing = columnsOf(table).filter((column) => !(column in there))
  return [
    ...missing.map(
      (column) =>
        `The configuration table "${table.name}" names the column "${column}", which ${table.table} does not have. Add it by a migration, or correct the field.`,
    ),
    ...problemsOfTypes(table, there, dialect),
    ...(dialect.limitsTexts ? problemsOfLengths(table, there) : []),
    ...problemsOfForeignKeys(table, keys, (reference) => plan.target(reference).table),
    ...problemsOfNull(table, there),
    ...problemsOfUnfilled(table, there),
  ]
}

/**
 * Fields and columns of which one takes null and the other does not: an import could not write what an export has read,
 * or a file has.
 */
function problemsOfNull({ name, table, fields }: ConfigurationTable, there: ColumnInfos): string[] {
  return Object.entries(fields).flatMap(([fieldName, field]) => {
    const column = columnOf(fieldName, field)
    const isNullable = 'nullable' in field && field.nullable === true
    if (!isStored(field) || (there[column]?.nullable ?? isNullable) === isNullable) return []
    const what = isNullable ? 'is nullable' : 'is not nullable'
    const columnIs = isNullable ? 'is NOT NULL' : 'takes NULL'
    return [
      `"${name}.${fieldName}" ${what}, and the column "${column}" of ${table} ${columnIs}. Make both the same, by a migration or in the field.`,
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

const isStored = ({ kind }: Field) => !['row-number', 'derived', 'unread'].includes(kind)

/** What is read of a table and written to it. */
function columnsOf(table: ConfigurationTable): string[] {
  const stored = Object.entries(table.fields).filter(([, each]) => isStored(each))
  const columns = stored.flatMap(([name, field]) => [columnOf(name, field), uniqueColumnOf(table, name)])
  return [...new Set(['id', ...columns])]
}
