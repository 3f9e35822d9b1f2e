import type { Knex } from 'knex'
import type { ColumnContent, ForeignKey } from '../dialect.js'

type Affinity = 'integer' | 'text' | 'blob' | 'real' | 'numeric'

/** https://www.sqlite.org/datatype3.html#determination_of_column_affinity, in its order. */
const AFFINITIES: readonly (readonly [RegExp, Affinity])[] = [
  [/int/i, 'integer'],
  [/char|clob|text/i, 'text'],
  [/blob|^$/i, 'blob'],
  [/real|floa|doub/i, 'real'],
]

/**
 * A column holds values of every type. It makes texts of numbers where it has the affinity of a text, and numbers of
 * texts such as "007" where it has one of numbers; a moment and a text with a pattern need not look like a number.
 */
export function canSqliteHold(columnType: string, content: ColumnContent): boolean {
  const [, affinity = 'numeric'] = AFFINITIES.find(([expression]) => expression.test(columnType)) ?? []
  if (content === 'any text') return affinity === 'text' || affinity === 'blob'
  return affinity !== 'text' || !['number', 'integer', 'boolean'].includes(content)
}

/** Those of one column. One that names no column of the other table leads to its primary key. */
export async function sqliteForeignKeys(knex: Knex, table: string): Promise<readonly ForeignKey[]> {
  return knex.raw(
    `SELECT "from" AS "column", "table" AS targetTable, coalesce("to", 'id') AS targetColumn
     FROM pragma_foreign_key_list(?) GROUP BY id HAVING count(*) = 1`,
    [table],
  )
}
