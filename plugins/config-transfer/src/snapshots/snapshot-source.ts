import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationSource, SourceTable } from '../document/configuration-file.js'
import { RecordQuery } from '../records/record-query.js'
import type { RowId } from '../row-id.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { SnapshotState } from './table-state.js'

const RECORDS_PER_BATCH = 500

/**
 * Returns the records of a snapshot in the form of a configuration file, with the ids of their rows. Leaves out tables
 * that the snapshot does not have, because their content at that time is unknown.
 */
export function snapshotSource(
  transaction: Knex.Transaction,
  { tables, dialect, state }: { tables: TransferTables; dialect: Dialect; state: SnapshotState },
): ConfigurationSource {
  const included = tables.inFileOrder.filter(({ table }) => state.has(table))
  return new Map(
    included.map((table): [string, SourceTable] => {
      const query = new RecordQuery(table, tables, dialect, { form: 'plain', state })
      const lastId = state.lastId(table.table)
      return [table.name, { name: table.name, isList: true, read: () => batchesOf(transaction, query, lastId) }]
    }),
  )
}

async function* batchesOf(transaction: Knex.Transaction, query: RecordQuery, lastId: RowId) {
  let precedingCount = 0
  for await (const rows of query.rowPages(transaction, RECORDS_PER_BATCH)) {
    const records = rows.map(({ text }) => JSON.parse(text))
    yield { precedingCount, records, areStored: true, rowIds: rows.map(({ id }) => id), lastId }
    precedingCount += rows.length
  }
}
