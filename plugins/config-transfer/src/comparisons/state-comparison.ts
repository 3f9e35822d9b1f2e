import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { Pace } from '../pace.js'
import type { Change } from '../plans/change.js'
import type { ChangeWriter } from '../plans/change-writer.js'
import { readAhead } from '../read-ahead.js'
import { labelOf } from '../records/candidate.js'
import { RecordFinders } from '../records/record-finders.js'
import { RecordQuery, type RecordRow } from '../records/record-query.js'
import { keyIn, type PlainRecord, RecordShape } from '../records/record-shape.js'
import { compareRowIds } from '../row-id.js'
import type { TableState } from '../snapshots/table-state.js'
import type { TransferTables } from '../tables/transfer-tables.js'

const ROWS_PER_PAGE = 500
/** Maximum number of rows, each with an id that only one state has, that wait to be paired by key. */
const MAX_UNPAIRED = 50_000
/** Maximum number of characters of these rows. Each takes up to two bytes in memory. */
const MAX_UNPAIRED_CHARACTERS = 20_000_000

interface StateComparisonDeps {
  readonly tables: TransferTables
  readonly dialect: Dialect
  readonly from: TableState
  readonly to: TableState
  readonly changes: ChangeWriter
  readonly signal: AbortSignal
  readonly pace: Pace
}

/**
 * Finds the differences between two states of the configuration, as the changes that lead from one to the other. A
 * table that one of them does not have is not compared, because its content at that time is unknown.
 */
export async function compareStoredStates(transaction: Knex.Transaction, deps: StateComparisonDeps): Promise<void> {
  const { tables, from, to } = deps
  for (const table of tables.inReferenceOrder)
    if (from.has(table.table) && to.has(table.table)) await new TableComparison(deps, table).run(transaction)
}

/** Compares one table: pairs rows by id, and rows whose id only one state has by their keys. */
class TableComparison {
  readonly #deps: StateComparisonDeps
  readonly #table: ConfigurationTable
  readonly #shape: RecordShape
  readonly #finders: RecordFinders
  /** Rows with an id that only one state has, by the canonical text of their key. */
  readonly #removed = new Map<string, RecordRow>()
  readonly #added = new Map<string, RecordRow>()
  /** Number of characters of these rows. */
  #characters = 0

  constructor(deps: StateComparisonDeps, table: ConfigurationTable) {
    this.#deps = deps
    this.#table = table
    this.#shape = new RecordShape(table, deps.tables)
    this.#finders = new RecordFinders(table, deps.tables, deps.dialect)
  }

  async run(transaction: Knex.Transaction): Promise<void> {
    const [from, to] = [this.#rows(transaction, this.#deps.from), this.#rows(transaction, this.#deps.to)]
    let [left, right] = [await from.next(), await to.next()]
    while (!left.done || !right.done) {
      const [one, other] = [left.value, right.value]
      if (one && other && one.id === other.id) {
        await this.#compare(one, other)
        left = await from.next()
        right = await to.next()
      } else if (one && (!other || compareRowIds(one.id, other.id) < 0)) {
        await this.#keepUnpaired(one, this.#removed)
        left = await from.next()
      } else if (other) {
        await this.#keepUnpaired(other, this.#added)
        right = await to.next()
      }
    }
    await this.#pairByKey()
  }

  async *#rows(transaction: Knex.Transaction, state: TableState): AsyncGenerator<RecordRow, undefined> {
    const { tables, dialect } = this.#deps
    const query = new RecordQuery(this.#table, tables, dialect, { form: 'plain', state })
    for await (const page of readAhead(query.rowPages(transaction, ROWS_PER_PAGE))) {
      this.#deps.signal.throwIfAborted()
      await this.#deps.pace.yieldToRequests()
      yield* page
    }
    return undefined
  }

  async #compare(one: RecordRow, other: RecordRow): Promise<void> {
    const { changes } = this.#deps
    const [before, after]: PlainRecord[] = [JSON.parse(one.text), JSON.parse(other.text)]
    const fields = one.text === other.text ? [] : this.#shape.differences(before ?? {}, after ?? {})
    if (fields.length === 0) return changes.count(this.#table.name, 'same')
    await this.#add({ kind: 'update', before: one.text, after: after ?? {}, fields }, after ?? {})
  }

  async #keepUnpaired(row: RecordRow, unpaired: Map<string, RecordRow>): Promise<void> {
    unpaired.set(this.#finders.keyText(keyIn(JSON.parse(row.text), this.#table.key)), row)
    this.#characters += row.text.length
    const isFull = this.#removed.size + this.#added.size > MAX_UNPAIRED || this.#characters > MAX_UNPAIRED_CHARACTERS
    if (isFull) await this.#pairByKey()
  }

  async #pairByKey(): Promise<void> {
    for (const [key, row] of this.#removed) {
      const other = this.#added.get(key)
      this.#added.delete(key)
      if (other) await this.#compare(row, other)
      else await this.#add({ kind: 'remove', before: row.text, after: null, fields: null }, JSON.parse(row.text))
    }
    for (const { text } of this.#added.values()) {
      const after = JSON.parse(text)
      await this.#add({ kind: 'add', before: null, after, fields: null }, after)
    }
    this.#removed.clear()
    this.#added.clear()
    this.#characters = 0
  }

  async #add(change: Pick<Change, 'kind' | 'before' | 'after' | 'fields'>, record: PlainRecord): Promise<void> {
    const name = labelOf(keyIn(record, this.#table.key))
    this.#deps.changes.add({ table: this.#table.name, name, rowId: null, reason: null, ...change })
    await this.#deps.changes.flushIfFull()
  }
}
