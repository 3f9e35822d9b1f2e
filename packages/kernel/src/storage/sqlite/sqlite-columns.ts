import type { ColumnContent } from '../dialect.js'

type Affinity = 'integer' | 'text' | 'blob' | 'real' | 'numeric'

/** Affinities by column type, in the order of https://www.sqlite.org/datatype3.html#determination_of_column_affinity */
const AFFINITIES: readonly (readonly [RegExp, Affinity])[] = [
  [/int/i, 'integer'],
  [/char|clob|text/i, 'text'],
  [/blob|^$/i, 'blob'],
  [/real|floa|doub/i, 'real'],
]

/**
 * Returns whether a column stores values of this content type unchanged. Columns accept values of all types, but text
 * affinity converts numbers to strings, and numeric affinities convert strings such as "007" to numbers. Timestamps
 * never look like numbers. Patterned strings are accepted too: whether their pattern excludes numbers is not checked.
 */
export function canSqliteHold(columnType: string, content: ColumnContent): boolean {
  const [, affinity = 'numeric'] = AFFINITIES.find(([expression]) => expression.test(columnType)) ?? []
  if (content === 'string') return affinity === 'text' || affinity === 'blob'
  return affinity !== 'text' || !['number', 'integer', 'boolean'].includes(content)
}
