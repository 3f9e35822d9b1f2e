import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { RecordQuery } from '../records/record-query.js'
import { RecordShape } from '../records/record-shape.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { VERSION } from './document-pieces.js'
import { FIRST_PAGE_SIZE, nextPageSize } from './page-size.js'

/**
 * Yields the configuration document in canonical form, which is the same for the same content whatever the database and
 * the history: tables and records in the order of their names, one record a line, no row ids and no time.
 */
export async function* canonicalPieces(
  transaction: Knex.Transaction,
  { tables, dialect }: { tables: TransferTables; dialect: Dialect },
): AsyncGenerator<string> {
  yield `{"version":${JSON.stringify(VERSION)},"data":{`
  const sorted = [...tables.inFileOrder].sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const [index, table] of sorted.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(table.name)}:[`
    yield* tablePieces(transaction, table, tables, dialect)
    yield '\n]'
  }
  yield '\n}}\n'
}

async function* tablePieces(
  transaction: Knex.Transaction,
  table: ConfigurationTable,
  tables: TransferTables,
  dialect: Dialect,
): AsyncGenerator<string> {
  const query = new RecordQuery(table, tables, dialect, { form: 'plain' })
  const names = new RecordShape(table, tables).fields.map(({ name }) => name)
  const ids = await query.idsInKeyOrder(transaction)
  let size = FIRST_PAGE_SIZE
  for (let start = 0; start < ids.length; ) {
    const pageIds = ids.slice(start, start + size)
    const texts = new Map((await query.rowsOf(transaction, pageIds)).map(({ id, text }) => [id, text]))
    // Written again, because the databases write some numbers and characters differently
    const lines = pageIds.map((id) => JSON.stringify(JSON.parse(texts.get(id) ?? ''), names)).join(',\n')
    yield (start === 0 ? '\n' : ',\n') + lines
    start += pageIds.length
    size = nextPageSize(dialect, size, { count: pageIds.length, length: lines.length })
  }
}
