import type { ConfigurationTable } from '@plinth/kernel'
import type { Knex } from 'knex'
import type { TransferPlan } from '../transfer-plan.js'
import { RecordQuery } from './record-query.js'

/** The format version that is written. */
const VERSION = '1.0'
/** Rows a statement. */
const PAGE = 1_000

/** The configuration document piece by piece, read in one transaction; never whole in memory. */
export async function* documentPieces(
  transaction: Knex.Transaction,
  plan: TransferPlan,
  exportedAt: number,
): AsyncGenerator<string> {
  yield `{"version":${JSON.stringify(VERSION)},"exported_at":${JSON.stringify(isoWithOffset(exportedAt))},"data":{`
  for (const [index, table] of plan.tables.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(table.name)}:[`
    yield* tablePieces(transaction, plan, table)
    yield ']'
  }
  yield '}}\n'
}

async function* tablePieces(
  transaction: Knex.Transaction,
  plan: TransferPlan,
  table: ConfigurationTable,
): AsyncGenerator<string> {
  const query = new RecordQuery(table, plan)
  let after = 0
  for (;;) {
    const rows: ({ row_id: number } & Record<string, unknown>)[] = await query.page(transaction, after, PAGE)
    if (rows.length === 0) return
    const records = rows.map((row) => JSON.stringify(query.print(row)))
    yield (after === 0 ? '\n' : ',\n') + records.join(',\n')
    after = rows.at(-1)?.row_id ?? after
  }
}

function isoWithOffset(at: number): string {
  return new Date(at).toISOString().replace('Z', '+00:00')
}
