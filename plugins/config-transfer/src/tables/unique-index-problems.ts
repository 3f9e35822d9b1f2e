import type { StoredTable } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { uniqueColumnOf } from './table-fields.js'

/**
 * Returns how the unique indexes of a table differ from its description. An import relies on the indexes to find
 * conflicts and on the description to report them.
 */
export function uniqueIndexProblems(
  table: ConfigurationTable,
  { uniqueIndexes: indexes }: Pick<StoredTable, 'uniqueIndexes'>,
): string[] {
  const described = [table.key, ...(table.unique ?? []).map((name) => [name])].map((names) =>
    names.map((name) => uniqueColumnOf(table, name)),
  )
  const missing = described.filter((columns) => !indexes.some((index) => haveSameNames(index, columns)))
  const undescribed = indexes.filter(
    (index) => !haveSameNames(index, ['id']) && !described.some((columns) => haveSameNames(index, columns)),
  )
  return [
    ...missing.map(
      (columns) =>
        `The configuration table "${table.name}" needs a unique index on ${table.table} (${columns.join(', ')}). Add it in another migration.`,
    ),
    ...undescribed.map(
      (columns) =>
        `The unique index on ${table.table} (${columns.join(', ')}) is missing from "key" and "unique" of the configuration table "${table.name}". Add its fields there, or drop the index.`,
    ),
  ]
}

function haveSameNames(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((column) => some.includes(column))
}
