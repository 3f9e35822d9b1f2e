import type { Dialect, StoredTable } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { foreignKeyProblems, lengthProblems, typeProblems } from './column-problems.js'
import { columnOf, isStored, uniqueColumnOf } from './table-fields.js'
import type { TransferTables } from './transfer-tables.js'

/**
 * Returns how the columns of a stored table differ from its description. A missing column would break every export; a
 * column of the wrong type, or one that is NOT NULL and gets no value, would break imports.
 */
export function storedTableProblems(
  table: ConfigurationTable,
  stored: StoredTable | undefined,
  tables: TransferTables,
  dialect: Dialect,
): string[] {
  if (!stored)
    return [
      `The configuration table "${table.name}" is stored in ${table.table}, which the database does not have. Create it in a migration, and await the statement; or restore a backup, if the database has lost it.`,
    ]
  const { columns, foreignKeys } = stored
  const missing = columnsOf(table).filter((column) => !(column in columns))
  return [
    ...missing.map(
      (column) =>
        `The configuration table "${table.name}" names the column "${column}", which ${table.table} does not have. Add it in another migration, as one that has run does not run again, or correct the field.`,
    ),
    ...typeProblems(table, columns, dialect),
    ...(dialect.enforcesMaxLength ? lengthProblems(table, columns) : []),
    ...foreignKeyProblems(table, foreignKeys, (reference) => tables.target(reference).table),
    ...nullabilityProblems(table, columns),
    ...unfilledColumnProblems(table, columns),
  ]
}

/**
 * Finds fields that are nullable while their column is not, or the other way round. An import could not write a null to
 * such a column, or could not read a null that an export wrote.
 */
function nullabilityProblems({ name, table, fields }: ConfigurationTable, columns: StoredTable['columns']): string[] {
  return Object.entries(fields).flatMap(([fieldName, field]) => {
    const column = columnOf(fieldName, field)
    const isNullable = 'nullable' in field && field.nullable === true
    if (!isStored(field) || (columns[column]?.nullable ?? isNullable) === isNullable) return []
    const what = isNullable ? 'is nullable' : 'is not nullable'
    const columnIs = isNullable ? 'is NOT NULL' : 'allows NULL'
    return [
      `"${name}.${fieldName}" ${what}, but the column "${column}" of ${table} ${columnIs}. Make both agree, in another migration or in the field.`,
    ]
  })
}

/** Finds columns that need a value and get none from an import. Skips tables whose `fixedColumns` might fill them. */
function unfilledColumnProblems(table: ConfigurationTable, columns: StoredTable['columns']): string[] {
  if (table.fixedColumns || table.initialPassword) return []
  const filled = columnsOf(table)
  return Object.entries(columns)
    .filter(([column, { nullable, defaultValue }]) => !filled.includes(column) && !nullable && defaultValue === null)
    .map(
      ([column]) =>
        `The column "${column}" of ${table.table} is NOT NULL without a default, and no field of the configuration table "${table.name}" fills it. Add a field or a default, or fill it with "fixedColumns".`,
    )
}

/** Returns the columns that an export reads and an import writes. */
function columnsOf(table: ConfigurationTable): string[] {
  const stored = Object.entries(table.fields).filter(([, each]) => isStored(each))
  const columns = stored.flatMap(([name, field]) => [columnOf(name, field), uniqueColumnOf(table, name)])
  return [...new Set(['id', ...columns])]
}
