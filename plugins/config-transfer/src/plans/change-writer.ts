import type { Change, ChangeKind, TableCounts } from './change.js'
import type { PlanStore } from './plan-store.js'

/** Number of changes that are written together. */
const CHANGES_PER_WRITE = 250

type Counts = { -readonly [Kind in keyof TableCounts]: TableCounts[Kind] }

/** Numbers the changes of a plan, counts them, and stores them in batches while the plan is being made. */
export class ChangeWriter {
  readonly #store: PlanStore
  readonly #planId: number
  readonly #counts = new Map<string, Counts>()
  #buffer: { readonly seq: number; readonly change: Change }[] = []
  #lastSeq = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(store: PlanStore, planId: number) {
    this.#store = store
    this.#planId = planId
  }

  /** The counts so far, by table. */
  get counts(): Readonly<Record<string, TableCounts>> {
    return Object.fromEntries(this.#counts)
  }

  /** Adds a change. Returns its number in the plan. */
  async add(change: Change): Promise<number> {
    this.count(change.table, change.kind)
    this.#lastSeq += 1
    this.#buffer.push({ seq: this.#lastSeq, change })
    return this.#lastSeq
  }

  count(table: string, kind: ChangeKind | 'same', by = 1): void {
    this.#countsOf(table)[kind] += by
  }

  #countsOf(table: string): Counts {
    const counts = this.#counts.get(table) ?? { add: 0, update: 0, remove: 0, same: 0, refused: 0, conflict: 0 }
    this.#counts.set(table, counts)
    return counts
  }

  /** Refuses a change that was added before. */
  async refuse(seq: number, change: Change, reason: string): Promise<void> {
    await this.finish()
    this.count(change.table, change.kind, -1)
    this.count(change.table, 'refused')
    await this.#store.refuseChange(this.#planId, seq, reason)
  }

  /** Stores the changes if there are enough of them. Does not wait for the database unless it is behind. */
  async flush(isEnd = false): Promise<void> {
    if (this.#buffer.length === 0 || (!isEnd && this.#buffer.length < CHANGES_PER_WRITE)) return
    const batch = this.#buffer
    this.#buffer = []
    await this.#writing
    this.#writing = this.#store.addChanges(this.#planId, batch)
    this.#writing.catch(() => {}) // the error is thrown where it is awaited
  }

  /** Stores all changes. */
  async finish(): Promise<void> {
    await this.flush(true)
    await this.#writing
  }
}
