import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { IdSet, TextSet } from '../compact-sets.js'
import { type Candidate, labelOf } from '../import/candidate.js'
import { RecordProblem } from '../import/file-record.js'
import type { FoundRow } from '../import/row-finder.js'
import { inUseProblem } from '../import/table-import.js'
import { batchesOf, compareRowIds, type RowId } from '../row-id.js'
import type { SetMemory } from '../set-memory.js'
import type { ChangeWriter } from './change-writer.js'
import type { NumberedChange } from './plan-store.js'
import type { PlannedRecords } from './planned-records.js'
import type { Match } from './record-matcher.js'

/** Maximum number of values of a table that go from one record to another in a plan. They are in memory. */
const MAX_CONTESTS = 500_000
const TOO_MANY = new RecordProblem(
  `needs a value of another record, as ${MAX_CONTESTS} others do: plan fewer changes at a time`,
)
/** Number of refused changes that are read again at a time. */
const CHANGES_PER_READ = 250

/** A value that a record will have and another row has now. */
export interface Contest {
  /** The fields of which the row must give up one. */
  readonly fields: readonly string[]
  readonly holder: RowId
}

interface ContestedValuesDeps {
  readonly table: ConfigurationTable
  readonly planned: PlannedRecords
  readonly changes: ChangeWriter
  readonly memory: SetMemory
}

/**
 * The changes of a table to values that other rows have, which may give them up further on in the source. There may be
 * one for each record of a file, so each is an entry of several arrays: objects would take ten times the memory.
 */
export class ContestedValues {
  readonly #deps: ContestedValuesDeps
  /** The values so far of each unique field. */
  #unique: readonly { readonly fields: readonly [string]; readonly values: TextSet }[]
  /** The numbers of the changes. */
  readonly #seqs: number[] = []
  /** The rows that are updated; null for added records. */
  readonly #rowIds: (RowId | null)[] = []
  readonly #holders: RowId[] = []
  readonly #fields: (readonly string[])[] = []

  constructor(deps: ContestedValuesDeps) {
    this.#deps = deps
    this.#unique = (deps.table.unique ?? []).map((name) => ({ fields: [name], values: new TextSet(deps.memory) }))
  }

  /**
   * Returns the values that a record will have and another row has now, or the problem with one that another record of
   * the source has too, or that too many records have such values.
   */
  find(
    { candidate, present, keyHolder }: Match,
    taken: readonly ReadonlyMap<string, FoundRow>[],
    changed: readonly string[] | undefined,
  ): Contest[] | RecordProblem {
    const contests: Contest[] = []
    if (keyHolder !== undefined && keyHolder !== present?.id)
      contests.push({ fields: this.#deps.table.key, holder: keyHolder })
    for (const [index, { fields, values }] of this.#unique.entries()) {
      const [name] = fields
      const value = candidate.uniqueValues[index]
      if (value === undefined || (changed && !changed.includes(name))) continue
      if (!values.add(value.canonical)) return inUseProblem({ name, value: value.value })
      const holder = taken[index]?.get(value.canonical)?.id
      if (holder !== undefined && holder !== present?.id) contests.push({ fields, holder })
    }
    return contests.length > 0 && this.#seqs.length >= MAX_CONTESTS ? TOO_MANY : contests
  }

  add({ seq, kind, rowId }: NumberedChange, contests: readonly Contest[]): void {
    for (const { fields, holder } of contests) {
      this.#seqs.push(seq)
      this.#rowIds.push(kind === 'update' ? rowId : null)
      this.#holders.push(holder)
      this.#fields.push(fields)
    }
  }

  /**
   * Refuses changes to a value that another row keeps. A row whose change is refused keeps its values too. Returns
   * whether there were any.
   */
  async settle(): Promise<boolean> {
    this.#unique = [] // the table has been read
    const lost = this.#lost()
    for (const indexes of batchesOf(lost, CHANGES_PER_READ)) await this.#refuse(indexes.map(Number))
    return lost.size > 0
  }

  /** Returns the indexes of contests because of which changes are refused, one for each of these changes. */
  #lost(): IdSet {
    const [lost, seqs] = [new IdSet(), new IdSet()]
    const queue = [...this.#seqs.keys()].filter((index) => !this.#isGivenUp(index) && !this.#isRefused(index))
    if (queue.length === 0) return lost
    const byHolder = this.#byHolder()
    for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
      const [seq = 0, rowId] = [this.#seqs[index], this.#rowIds[index]]
      if (seqs.has(seq) || this.#isRefused(index)) continue
      seqs.add(seq)
      lost.add(index)
      if (rowId != null) this.#pushHeldBy(rowId, byHolder, queue)
    }
    return lost
  }

  async #refuse(indexes: readonly number[]): Promise<void> {
    const { table, planned, changes } = this.#deps
    const fields = new Map(indexes.map((index) => [this.#seqs[index], this.#fields[index] ?? []]))
    const refused = (await changes.read(indexes.map((index) => this.#seqs[index] ?? 0))).map((change) => {
      planned.withdraw(table, change)
      return { change, reason: reasonOf(change, fields.get(change.seq) ?? [], table) }
    })
    await changes.refuse(refused)
  }

  /** Returns the indexes of all contests, in the order of their holders. */
  #byHolder(): Uint32Array {
    const holderOf = (index: number) => this.#holders[index] ?? 0
    return Uint32Array.from(this.#holders.keys()).sort((one, other) => compareRowIds(holderOf(one), holderOf(other)))
  }

  /** Adds the contests for values of a row to a queue. */
  #pushHeldBy(row: RowId, byHolder: Uint32Array, queue: number[]): void {
    let [low, high] = [0, byHolder.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareRowIds(this.#holders[byHolder[middle] ?? 0] ?? 0, row) < 0) low = middle + 1
      else high = middle
    }
    for (let place = low; this.#holders[byHolder[place] ?? -1] === row; place += 1) queue.push(byHolder[place] ?? 0)
  }

  #isRefused(index: number): boolean {
    return this.#deps.changes.wasRefusedLater({ seq: this.#seqs[index] ?? 0 })
  }

  #isGivenUp(index: number): boolean {
    const { table, planned } = this.#deps
    const [holder = 0, fields = []] = [this.#holders[index], this.#fields[index]]
    return planned.removed(table).has(holder) || fields.some((field) => planned.changed(table, field).has(holder))
  }
}

/** Says that a record cannot have the value of a unique field or its key, because another row keeps it. */
function reasonOf({ name, after }: NumberedChange, fields: readonly string[], table: ConfigurationTable): string {
  if (fields === table.key) return inUseProblem({ name: fields.join(' / '), value: name }).reason
  const [field = ''] = fields
  return inUseProblem({ name: field, value: String(after?.[field] ?? '') }).reason
}

/** Creates the problem of a record whose key another record has. */
export function keyInUseProblem({ key }: ConfigurationTable, candidate: Candidate): RecordProblem {
  return inUseProblem({ name: key.join(' / '), value: labelOf(candidate.key) })
}
