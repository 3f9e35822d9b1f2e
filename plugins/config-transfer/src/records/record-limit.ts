import type { Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { RecordProblem } from './file-record.js'

/** Returns how many records may be added to a table; negative if it has too many already. */
export async function roomIn(transaction: Knex.Transaction, table: ConfigurationTable): Promise<number> {
  if (table.maxRecords === undefined) return Number.POSITIVE_INFINITY
  const [row] = await transaction(table.table).count({ records: '*' })
  return table.maxRecords - Number(row?.records)
}

/** Creates the problem of a record for which a table has no room. */
export function noRoomProblem({ name, maxRecords }: ConfigurationTable): RecordProblem {
  return new RecordProblem(`cannot be added: ${name} can have at most ${maxRecords} records`)
}
