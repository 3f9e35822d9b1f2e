import type { Dialect } from '@plinth/kernel'

/** Maximum number of rows per statement. */
const MAX_PAGE_SIZE = 750
/** Rows of the first statement for a table. The largest record of the standard tables has 50,000 bytes. */
export const FIRST_PAGE_SIZE = 75
/**
 * Intended length of a page in characters. PostgreSQL plans the statement of each page, which takes as long as reading
 * a hundred records. SQLite keeps its plan, so pages can be small: V8 frees strings of up to 128 KB soon, and larger
 * ones only in a full collection.
 */
const PAGE_LENGTH = { postgres: 1_048_576, sqlite: 60_000 }

/** Returns the number of records that fit into a page if they are as large as those of the previous one. */
export function nextPageSize(
  dialect: Dialect,
  size: number,
  { count, length }: { count: number; length: number },
): number {
  const fitting = Math.floor((PAGE_LENGTH[dialect.name] * count) / length)
  return Math.max(1, Math.min(fitting, 4 * size, MAX_PAGE_SIZE))
}
