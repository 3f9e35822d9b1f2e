import { type Contributions, type Dialect, historicalTables, type Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { IdSet } from '../compact-sets.js'
import type { Pace } from '../pace.js'
import { labelOf } from '../records/candidate.js'
import { RecordQuery } from '../records/record-query.js'
import { keyIn } from '../records/record-shape.js'
import { batchesOf, compareRowIds, type RowId, toRowId } from '../row-id.js'
import { matchedFields, referencesOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { ChangeWriter } from './change-writer.js'
import type { PlannedRecords } from './planned-records.js'

const IDS_PER_STATEMENT = 500
const ROWS_PER_PAGE = 5_000

interface RemovalPlannerDeps {
  readonly contributions: Contributions
  readonly tables: TransferTables
  readonly dialect: Dialect
  readonly planned: PlannedRecords
  readonly changes: ChangeWriter
  readonly signal: AbortSignal
  readonly pace: Pace
}

/** A table with columns that refer to a configuration table. */
interface Referrer {
  readonly name: string
  readonly table: string
  readonly columns: readonly {
    readonly column: string
    /** Whether a row will no longer refer to its record once the plan is applied. Historical rows never change. */
    readonly isReleased?: (id: RowId) => boolean
  }[]
}

/** Finds the records that a plan removes: those that a source lacks or a merge removes, if nothing refers to them. */
export class RemovalPlanner {
  readonly #deps: RemovalPlannerDeps
  readonly #marked: ConfigurationTable[] = []
  /** The rows that stay although they are not in the source, by table. */
  readonly #kept = new Map<ConfigurationTable, IdSet>()

  constructor(deps: RemovalPlannerDeps) {
    this.#deps = deps
  }

  /** Marks for removal the rows that no record has claimed, so that no reference finds them any more. */
  async mark(transaction: Knex.Transaction, table: ConfigurationTable, claimed: IdSet): Promise<void> {
    if (table.mayBeRemoved === false) return
    this.#marked.push(table)
    const removed = this.#deps.planned.removed(table)
    for await (const ids of this.#idsOf(transaction, table)) for (const id of ids) if (!claimed.has(id)) removed.add(id)
  }

  /** Marks these rows for removal, unless a record has claimed them. */
  markRows(table: ConfigurationTable, rows: IdSet, claimed: IdSet): void {
    if (table.mayBeRemoved === false) return
    this.#marked.push(table)
    const removed = this.#deps.planned.removed(table)
    for (const id of rows) if (!claimed.has(id)) removed.add(id)
  }

  /** Reverts the removal of rows that others will still refer to. Call it once all tables have been planned. */
  async settle(transaction: Knex.Transaction): Promise<void> {
    for (const table of this.#inReverse) await this.#settleTable(transaction, table)
  }

  /** Plans the removals, once they are settled. */
  async plan(transaction: Knex.Transaction): Promise<void> {
    for (const table of this.#inReverse) await this.#planTable(transaction, table)
  }

  get #inReverse(): ConfigurationTable[] {
    return this.#deps.tables.inReferenceOrder.filter((table) => this.#marked.includes(table)).toReversed()
  }

  async #settleTable(transaction: Knex.Transaction, table: ConfigurationTable): Promise<void> {
    const removed = this.#deps.planned.removed(table)
    if (removed.size === 0) return
    const referrers = this.#referrersOf(table)
    const kept = this.#keptOf(table)
    // A record that stays may refer to another one of the same table, which then has to stay too
    for (let before = -1; kept.size !== before; ) {
      before = kept.size
      for (const ids of batchesOf(removed, IDS_PER_STATEMENT)) {
        await this.#continue()
        for (const id of (await this.#reasonsToStay(transaction, ids, referrers)).keys()) kept.add(id)
      }
      for (const id of kept) removed.delete(id)
    }
  }

  #keptOf(table: ConfigurationTable): IdSet {
    const kept = this.#kept.get(table) ?? new IdSet()
    this.#kept.set(table, kept)
    return kept
  }

  async #continue(): Promise<void> {
    this.#deps.signal.throwIfAborted()
    await this.#deps.pace.yieldToRequests()
  }

  async #planTable(transaction: Knex.Transaction, table: ConfigurationTable): Promise<void> {
    const [removed, kept] = [this.#deps.planned.removed(table), this.#keptOf(table)]
    if (removed.size === 0 && kept.size === 0) return
    const query = new RecordQuery(table, this.#deps.tables, this.#deps.dialect, { form: 'plain' })
    const referrers = this.#referrersOf(table)
    for (const ids of batchesOf(inOrder(removed, kept), IDS_PER_STATEMENT)) {
      await this.#continue()
      const reasons = await this.#reasonsToStay(
        transaction,
        ids.filter((id) => kept.has(id)),
        referrers,
      )
      for (const { id, text } of await query.rowsOf(transaction, ids)) {
        const reason = reasons.get(id) ?? null
        const name = labelOf(keyIn(JSON.parse(text), table.key))
        const kind = kept.has(id) ? 'refused' : 'remove'
        const common = { table: table.name, rowId: id, before: text, after: null, fields: null }
        this.#deps.changes.add({ ...common, kind, name, reason })
      }
      await this.#deps.changes.flushIfFull()
    }
  }

  /** Returns the tables that refer to a table, among them perhaps itself. */
  #referrersOf(table: ConfigurationTable): Referrer[] {
    const { tables, planned, contributions } = this.#deps
    const current = tables.inFileOrder.map((other): Referrer => {
      const columns = referencesOf(other).flatMap(([name, reference]) => {
        if (reference.to !== table.name) return []
        const fields = [name, ...matchedFields(name, reference).map(([, ownField]) => ownField)]
        const isReleased = (id: RowId) =>
          planned.removed(other).has(id) || fields.some((field) => planned.changed(other, field).has(id))
        return { column: reference.column, isReleased }
      })
      return { name: other.name, table: other.table, columns }
    })
    const historical = contributions.to(historicalTables).map(({ name, table: stored, fields }): Referrer => {
      const columns = Object.values(fields).flatMap((field) =>
        field.kind === 'reference' && field.to === table.name ? { column: field.column } : [],
      )
      return { name, table: stored, columns }
    })
    return [...current, ...historical].filter(({ columns }) => columns.length > 0)
  }

  /** Returns why rows cannot be removed, by id. */
  async #reasonsToStay(
    transaction: Knex.Transaction,
    ids: readonly RowId[],
    referrers: readonly Referrer[],
  ): Promise<Map<RowId, string>> {
    const referrerCounts = new Map<RowId, string[]>()
    for (const referrer of ids.length > 0 ? referrers : []) {
      const isHistorical = referrer.columns.every(({ isReleased }) => isReleased === undefined)
      const counts = isHistorical
        ? await countAll(transaction, referrer, ids)
        : await countKept(transaction, referrer, new Set(ids))
      for (const [id, count] of counts)
        referrerCounts.set(id, [...(referrerCounts.get(id) ?? []), `${count} of ${referrer.name}`])
    }
    const reasonOf = (counts: readonly string[]) => `cannot be removed while records refer to it: ${counts.join(', ')}`
    return new Map([...referrerCounts].map(([id, counts]) => [id, reasonOf(counts)]))
  }

  async *#idsOf(transaction: Knex.Transaction, { table }: ConfigurationTable): AsyncGenerator<RowId[]> {
    for (let after: RowId = 0; ; ) {
      this.#deps.signal.throwIfAborted()
      const column: unknown[] = await transaction(table)
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_PER_PAGE)
        .pluck('id')
      const ids = column.map(toRowId)
      yield ids
      if (ids.length < ROWS_PER_PAGE) return
      after = ids.at(-1) ?? 0
    }
  }
}

/** Yields the ids of two sets in ascending order. */
function* inOrder(one: IdSet, other: IdSet): Generator<RowId> {
  const [first, second] = [one[Symbol.iterator](), other[Symbol.iterator]()]
  let [a, b] = [first.next(), second.next()]
  while (!a.done || !b.done) {
    const isFirst = b.done || (!a.done && compareRowIds(a.value, b.value) < 0)
    yield (isFirst ? a : b).value
    if (isFirst) a = first.next()
    else b = second.next()
  }
}

/** Counts the rows that still refer to records once the plan is applied, by the id of the record. */
async function countKept(
  transaction: Knex.Transaction,
  { table, columns }: Referrer,
  ids: ReadonlySet<RowId>,
): Promise<Map<RowId, number>> {
  const counts = new Map<RowId, number>()
  for (let after: RowId = 0; ; ) {
    const rows: Record<string, string | number>[] = await transaction(table)
      .select('id', ...columns.map(({ column }) => column))
      .where((any) => {
        for (const { column } of columns) any.orWhereIn(column, [...ids])
      })
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_PAGE)
    for (const row of rows) {
      const kept = columns.filter(({ isReleased }) => !isReleased?.(toRowId(row.id)))
      for (const target of new Set(kept.map(({ column }) => toRowId(row[column]))))
        if (ids.has(target)) counts.set(target, (counts.get(target) ?? 0) + 1)
    }
    if (rows.length < ROWS_PER_PAGE) return counts
    after = toRowId(rows.at(-1)?.id)
  }
}

/** Counts historical rows, which may be many millions, in the database. */
async function countAll(
  transaction: Knex.Transaction,
  { table, columns }: Referrer,
  ids: readonly RowId[],
): Promise<Map<RowId, number>> {
  const counts = new Map<RowId, number>()
  for (const { column } of columns) {
    const rows: { id: string | number; count: string | number }[] = await transaction(table)
      .select(`${column} as id`)
      .count({ count: '*' })
      .whereIn(column, [...ids])
      .groupBy(column)
    for (const { id, count } of rows) counts.set(toRowId(id), (counts.get(toRowId(id)) ?? 0) + Number(count))
  }
  return counts
}
