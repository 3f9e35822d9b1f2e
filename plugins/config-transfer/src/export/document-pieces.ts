import type { Dialect, Knex } from '@plinth/kernel'
import type { TransferPlan } from '../transfer-plan.js'
import { RecordQuery } from './record-query.js'

/** The format version of exported files. */
const VERSION = '1.0'
/** Rows per statement. */
const PAGE_SIZE = 750

/** Yields the configuration document in pieces, read in one transaction, so that it is never in memory as a whole. */
export async function* documentPieces(
  transaction: Knex.Transaction,
  { plan, dialect }: { plan: TransferPlan; dialect: Dialect },
  exportedAt: number,
): AsyncGenerator<string> {
  yield `{"version":${JSON.stringify(VERSION)},"exported_at":${JSON.stringify(isoWithOffset(exportedAt))},"data":{`
  for (const [index, table] of plan.tables.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(table.name)}:[`
    yield* tablePieces(transaction, new RecordQuery(table, plan, dialect))
    yield ']'
  }
  yield '}}\n'
}

async function* tablePieces(transaction: Knex.Transaction, query: RecordQuery): AsyncGenerator<string> {
  let after = 0
  for (;;) {
    const page = await query.page(transaction, after, PAGE_SIZE)
    if (!page) return
    yield (after === 0 ? '\n' : ',\n') + page.text
    after = page.last
  }
}

function isoWithOffset(at: number): string {
  return new Date(at).toISOString().replace('Z', '+00:00')
}
