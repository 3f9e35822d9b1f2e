/** Maximum number of rows per statement. */
const MAX_PAGE_SIZE = 750
/** Rows of the first statement for a table. The largest record of the standard tables has 50,000 bytes. */
export const FIRST_PAGE_SIZE = 75
/** Length of a page in characters. A few pages are in memory at a time, and the driver needs several times that. */
const PAGE_LENGTH = 1_048_576

/** Returns the number of records that fit into a page if they are as large as those of the previous one. */
export function nextPageSize(size: number, { count, length }: { count: number; length: number }): number {
  const fitting = Math.floor((PAGE_LENGTH * count) / length)
  return Math.max(1, Math.min(fitting, 4 * size, MAX_PAGE_SIZE))
}
