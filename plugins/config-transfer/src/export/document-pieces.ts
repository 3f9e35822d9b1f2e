import type { Dialect, Knex } from '@plinth/kernel'
import { PRESENT, type TableState } from '../snapshots/table-state.js'
import type { TransferTables } from '../transfer-tables.js'
import { type RecordPage, RecordQuery } from './record-query.js'

/** The format version of exported files. */
const VERSION = '1.0'
/** Maximum number of rows per statement. */
const MAX_PAGE_SIZE = 750
/** Rows of the first statement for a table. The largest record of the standard tables has 50,000 bytes. */
const FIRST_PAGE_SIZE = 75
/** Length of a page in characters. A few pages are in memory at a time, and the driver needs several times that. */
const PAGE_LENGTH = 1_048_576

/** Yields the configuration document in pieces, read in one transaction, so that it is never in memory as a whole. */
export async function* documentPieces(
  transaction: Knex.Transaction,
  { tables, dialect, state = PRESENT }: { tables: TransferTables; dialect: Dialect; state?: TableState },
  exportedAt: number,
): AsyncGenerator<string> {
  yield `{"version":${JSON.stringify(VERSION)},"exported_at":${JSON.stringify(isoWithOffset(exportedAt))},"data":{`
  for (const [index, table] of tables.inFileOrder.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(table.name)}:[`
    yield* tablePieces(transaction, new RecordQuery(table, tables, dialect, { state }))
    yield ']'
  }
  yield '}}\n'
}

async function* tablePieces(transaction: Knex.Transaction, query: RecordQuery): AsyncGenerator<string> {
  let after = 0
  let size = FIRST_PAGE_SIZE
  for (;;) {
    const page = await query.page(transaction, after, size)
    if (!page) return
    size = nextPageSize(size, page)
    yield (after === 0 ? '\n' : ',\n') + page.text
    after = page.last
  }
}

/** Returns the number of records that fit into a page if they are as large as those of the previous one. */
function nextPageSize(size: number, { text, count }: RecordPage): number {
  const fitting = Math.floor((PAGE_LENGTH * count) / text.length)
  return Math.max(1, Math.min(fitting, 4 * size, MAX_PAGE_SIZE))
}

function isoWithOffset(at: number): string {
  return new Date(at).toISOString().replace('Z', '+00:00')
}
