import type { Knex } from '@plinth/kernel'
import { IdSet } from '../compact-sets.js'
import type { Change, ChangeKind, TableCounts } from './change.js'
import { type ChangeFilter, inBatches, type NumberedChange, type PlanStore } from './plan-store.js'

/** Number of changes that are written together. */
const CHANGES_PER_WRITE = 250
/** Maximum number of refused records that are stored for each table. Others are only counted. */
const MAX_STORED_REFUSED = 10_000

/** A change that is refused after it was added. */
export interface RefusedChange {
  readonly change: NumberedChange
  readonly reason: string
}

type Counts = { -readonly [Kind in keyof TableCounts]: TableCounts[Kind] }

/** Runs a transaction while the plan is being made. */
type Write = <T>(callback: (transaction: Knex.Transaction) => Promise<T>) => Promise<T>

interface ChangeWriterDeps {
  readonly planStore: PlanStore
  readonly planId: number
  readonly write: Write
}

/** Numbers the changes of a plan, counts them, and stores them in batches while the plan is being made. */
export class ChangeWriter {
  readonly #planStore: PlanStore
  readonly #planId: number
  readonly #write: Write
  readonly #counts = new Map<string, Counts>()
  #buffer: { readonly seq: number; readonly change: Change }[] = []
  #lastSeq = 0
  /** Numbers of the changes that were refused when they were added, by table. */
  readonly #refusedCounts = new Map<string, number>()
  /** The numbers of the changes that were refused after they were added. */
  readonly #refused = new IdSet()
  #writing: Promise<void> = Promise.resolve()

  constructor({ planStore, planId, write }: ChangeWriterDeps) {
    this.#planStore = planStore
    this.#planId = planId
    this.#write = write
  }

  /** The counts so far, by table. */
  get counts(): Readonly<Record<string, TableCounts>> {
    return Object.fromEntries(this.#counts)
  }

  /**
   * Adds a change, which is not stored before the next flush. Returns its number in the plan. A refused record that is
   * only counted has none: for it, returns that of the previous change.
   */
  add(change: Change): number {
    this.count(change.table, change.kind)
    if (change.kind === 'refused' && !this.#countRefused(change.table)) return this.#lastSeq
    this.#lastSeq += 1
    this.#buffer.push({ seq: this.#lastSeq, change })
    return this.#lastSeq
  }

  /** Counts a refused record. Returns whether to store it. */
  #countRefused(table: string): boolean {
    const count = (this.#refusedCounts.get(table) ?? 0) + 1
    this.#refusedCounts.set(table, count)
    return count <= MAX_STORED_REFUSED
  }

  count(table: string, kind: ChangeKind | 'same', by = 1): void {
    this.#countsOf(table)[kind] += by
  }

  #countsOf(table: string): Counts {
    const counts = this.#counts.get(table) ?? { add: 0, update: 0, remove: 0, same: 0, refused: 0, conflict: 0 }
    this.#counts.set(table, counts)
    return counts
  }

  /** Whether a change was refused after it was added. */
  wasRefusedLater({ seq }: Pick<NumberedChange, 'seq'>): boolean {
    return this.#refused.has(seq)
  }

  /** Refuses changes that were added before. */
  async refuse(refusals: readonly RefusedChange[]): Promise<void> {
    if (refusals.length === 0) return
    await this.flush()
    for (const { change } of refusals) {
      this.#refused.add(change.seq)
      this.count(change.table, change.kind, -1)
      this.count(change.table, 'refused')
    }
    const rows = refusals.map(({ change, reason }) => ({ seq: change.seq, reason }))
    for (let start = 0; start < rows.length; start += CHANGES_PER_WRITE)
      await this.#write((transaction) =>
        this.#planStore.refuseChanges(transaction, this.#planId, rows.slice(start, start + CHANGES_PER_WRITE)),
      )
  }

  /** Reads the changes of one kind that were added to a table, in batches. */
  async *added(table: string, kind: ChangeKind): AsyncGenerator<readonly NumberedChange[]> {
    await this.flush()
    yield* inBatches((range) => this.#readBack({ table, kind, ...range }))
  }

  /** Reads changes that were added before, by their numbers. */
  async read(seqs: readonly number[]): Promise<readonly NumberedChange[]> {
    await this.flush()
    return this.#readBack({ seqs, limit: seqs.length })
  }

  /**
   * Reads stored changes. Uses a connection for writes: the plan occupies one for reads until it is made, and there may
   * be no other.
   */
  #readBack(filter: ChangeFilter): Promise<readonly NumberedChange[]> {
    return this.#write((transaction) => this.#planStore.changes(transaction, { id: this.#planId }, filter))
  }

  /** Starts to store the changes if there are enough of them. Waits only until previous ones are stored. */
  async flushIfFull(): Promise<void> {
    if (this.#buffer.length >= CHANGES_PER_WRITE) await this.#storeBuffer()
  }

  /** Stores all changes so far. */
  async flush(): Promise<void> {
    if (this.#buffer.length > 0) await this.#storeBuffer()
    await this.#writing
  }

  async #storeBuffer(): Promise<void> {
    const batch = this.#buffer
    this.#buffer = []
    await this.#writing
    this.#writing = this.#write((transaction) => this.#planStore.addChanges(transaction, this.#planId, batch))
    this.#writing.catch(() => {}) // the error is thrown where it is awaited
  }
}
