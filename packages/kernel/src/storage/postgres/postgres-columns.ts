import type { ColumnContent } from '../dialect.js'

type Family = 'text' | 'integer' | 'number' | 'lossy number' | 'boolean' | 'time' | 'uuid' | 'bytes'

/** Type families by the names that `format_type` returns. */
const FAMILIES: readonly (readonly [RegExp, Family])[] = [
  [/^(text|character|character varying)$/, 'text'],
  [/^(integer|bigint)$/, 'integer'],
  [/^double precision$/, 'number'],
  [/^(smallint|numeric|real)$/, 'lossy number'], // they reject large numbers, or round
  [/^boolean$/, 'boolean'],
  [/^(date|interval|time|timestamp)\b/, 'time'],
  [/^uuid$/, 'uuid'],
  [/^bytea$/, 'bytes'],
]

/** Type families that return the values of each content type unchanged. */
const LOSSLESS_FAMILIES: Readonly<Record<ColumnContent, readonly Family[]>> = {
  string: ['text'],
  'patterned string': ['text', 'time', 'uuid'], // its pattern may match what pg returns, such as a date: 2026-12-31
  number: ['number'],
  integer: ['integer', 'number'],
  boolean: ['boolean'],
  timestamp: ['text'], // pg returns date and time types in another format
  reference: ['integer', 'number'],
}

/**
 * Returns whether a column type can store all values of this content type. Unlisted types, such as enums, are accepted.
 */
export function canPostgresHold(columnType: string, content: ColumnContent): boolean {
  const [, family] = FAMILIES.find(([expression]) => expression.test(columnType)) ?? []
  return family === undefined || LOSSLESS_FAMILIES[content].includes(family)
}
