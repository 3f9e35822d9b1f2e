import type { Dialect, Knex } from '@plinth/kernel'
import { type RecordPage, RecordQuery } from '../records/record-query.js'
import type { RowId } from '../row-id.js'
import { PRESENT, type TableState } from '../snapshots/table-state.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { FIRST_PAGE_SIZE, nextPageSize } from './page-size.js'

/** The format version of exported files. */
export const VERSION = '1.0'

/** Yields the configuration document in pieces, read in one transaction, so that it is never in memory as a whole. */
export async function* documentPieces(
  transaction: Knex.Transaction,
  { tables, dialect, state = PRESENT }: { tables: TransferTables; dialect: Dialect; state?: TableState },
  exportedAt: number,
): AsyncGenerator<string> {
  yield `{"version":${JSON.stringify(VERSION)},"exported_at":${JSON.stringify(isoWithOffset(exportedAt))},"data":{`
  for (const [index, table] of tables.inFileOrder.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(table.name)}:[`
    yield* tablePieces(transaction, new RecordQuery(table, tables, dialect, { state }), dialect)
    yield ']'
  }
  yield '}}\n'
}

async function* tablePieces(
  transaction: Knex.Transaction,
  query: RecordQuery,
  dialect: Dialect,
): AsyncGenerator<string> {
  let after: RowId = 0
  let size = FIRST_PAGE_SIZE
  for (;;) {
    const page: RecordPage | undefined = await query.page(transaction, after, size)
    if (!page) return
    size = nextPageSize(dialect, size, { count: page.count, length: page.text.length })
    yield (after === 0 ? '\n' : ',\n') + page.text
    after = page.last
  }
}

function isoWithOffset(at: number): string {
  return new Date(at).toISOString().replace('Z', '+00:00')
}
