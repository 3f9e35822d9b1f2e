import type { Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { Pace } from '../pace.js'
import type { Change } from '../plans/change.js'
import type { ChangeWriter } from '../plans/change-writer.js'
import { labelOf } from '../records/candidate.js'
import { keyIn, RecordShape } from '../records/record-shape.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { type PairedSources, type RecordPair, recordPairs } from './record-pairs.js'

interface FileComparisonDeps extends PairedSources {
  readonly tables: TransferTables
  readonly changes: ChangeWriter
  readonly signal: AbortSignal
  readonly pace: Pace
}

/**
 * Finds the differences between a file and a state of the configuration or another file. Pairs records by their keys.
 * Does not compare tables, or fields of a record, that a file lacks.
 */
export async function compareWithFile(transaction: Knex.Transaction, deps: FileComparisonDeps): Promise<void> {
  const { tables, from, to } = deps
  for (const table of tables.inReferenceOrder)
    if (from.has(table) && to.has(table)) await compareTable(transaction, table, deps)
}

async function compareTable(
  transaction: Knex.Transaction,
  table: ConfigurationTable,
  deps: FileComparisonDeps,
): Promise<void> {
  const { tables, changes, signal, pace } = deps
  const shape = new RecordShape(table, tables)
  for await (const pairs of recordPairs(transaction, table, deps)) {
    signal.throwIfAborted()
    await pace.yieldToRequests()
    for (const pair of pairs) {
      const change = changeIn(table, shape, pair)
      if (change) changes.add(change)
      else changes.count(table.name, 'same')
    }
    await changes.flushIfFull()
  }
}

/** Returns the change that leads from one record to the other; `undefined` if they are equal. */
function changeIn(table: ConfigurationTable, shape: RecordShape, { from, to }: RecordPair): Change | undefined {
  const common = {
    table: table.name,
    name: labelOf(keyIn(to ?? from ?? {}, table.key)),
    rowId: null,
    before: from ? JSON.stringify(from) : null,
    after: to ?? null,
    reason: null,
  }
  if (!from) return { ...common, kind: 'add', fields: null }
  if (!to) return { ...common, kind: 'remove', fields: null }
  const fields = shape.differencesInSharedFields(from, to)
  return fields.length === 0 ? undefined : { ...common, kind: 'update', fields }
}
