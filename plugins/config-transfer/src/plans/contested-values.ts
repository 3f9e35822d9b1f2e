import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { CompactList, IdSet, TextSet } from '../compact-sets.js'
import type { MemoryBudget } from '../memory-budget.js'
import { type Candidate, labelOf } from '../records/candidate.js'
import { inUseProblem, type RecordProblem } from '../records/file-record.js'
import type { FoundRow } from '../records/row-finder.js'
import { batchesOf, compareRowIds, type RowId } from '../row-id.js'
import type { ChangeWriter } from './change-writer.js'
import type { NumberedChange } from './plan-store.js'
import type { PlannedRecords } from './planned-records.js'
import type { Match } from './record-matcher.js'

/** Number of refused changes that are read again at a time. */
const CHANGES_PER_READ = 250

/** A value that a record will have and another row has now. */
export interface Contest {
  /** 0 for the key, of which the holder has to change at least one field; then each unique field. */
  readonly fieldNumber: number
  /** The row that has the value now. */
  readonly holder: RowId
}

interface ContestedValuesDeps {
  readonly table: ConfigurationTable
  readonly planned: PlannedRecords
  readonly changes: ChangeWriter
  readonly memory: MemoryBudget
}

/**
 * The changes of a table to values that other rows have now. These rows may give them up later in the source. There may
 * be a contest for each record of a file, so each is an entry in several lists: objects would take ten times the
 * memory.
 */
export class ContestedValues {
  readonly #deps: ContestedValuesDeps
  /** The values of each unique field in the records so far. */
  #unique: readonly { readonly name: string; readonly values: TextSet }[]
  /** The numbers of the changes. */
  readonly #seqs: CompactList
  /** The rows that are updated; null for added records. */
  readonly #rowIds: CompactList
  readonly #holders: CompactList
  /** The `fieldNumber` of each contest. */
  readonly #fieldNumbers: CompactList
  /** The fields, by `fieldNumber`. */
  readonly #fields: readonly (readonly string[])[]

  constructor(deps: ContestedValuesDeps) {
    this.#deps = deps
    const { table, memory } = deps
    const newList = () => new CompactList(memory)
    this.#seqs = newList()
    this.#rowIds = newList()
    this.#holders = newList()
    this.#fieldNumbers = newList()
    this.#fields = [table.key, ...(table.unique ?? []).map((name) => [name])]
    this.#unique = (table.unique ?? []).map((name) => ({ name, values: new TextSet(memory) }))
  }

  /**
   * Returns the values that a record will have and another row has now; or a problem if an earlier record of the source
   * has the same value. `changed` are the fields that an update changes; `undefined` for an added record.
   */
  find(
    { candidate, present, keyHolder }: Match,
    taken: readonly ReadonlyMap<string, FoundRow>[],
    changed: readonly string[] | undefined,
  ): Contest[] | RecordProblem {
    const contests: Contest[] = []
    if (keyHolder !== undefined && keyHolder !== present?.id) contests.push({ fieldNumber: 0, holder: keyHolder })
    for (const [index, { name, values }] of this.#unique.entries()) {
      const value = candidate.uniqueValues[index]
      if (value === undefined || (changed && !changed.includes(name))) continue
      if (!values.add(value.canonical)) return inUseProblem({ name, value: value.value })
      const holder = taken[index]?.get(value.canonical)?.id
      if (holder !== undefined && holder !== present?.id) contests.push({ fieldNumber: index + 1, holder })
    }
    return contests
  }

  add({ seq, kind, rowId }: NumberedChange, contests: readonly Contest[]): void {
    for (const { fieldNumber, holder } of contests) {
      this.#seqs.push(seq)
      this.#rowIds.push(kind === 'update' ? rowId : null)
      this.#holders.push(holder)
      this.#fieldNumbers.push(fieldNumber)
    }
  }

  /**
   * Refuses changes to a value that another row keeps. A row whose change is refused keeps its values too. Returns
   * whether any change was refused.
   */
  async settle(): Promise<boolean> {
    for (const { values } of this.#unique) values.release() // the table has been read
    this.#unique = []
    const lost = this.#lost()
    for (const indexes of batchesOf(lost, CHANGES_PER_READ)) await this.#refuse(indexes.map(Number))
    return lost.size > 0
  }

  /** Returns the indexes of the contests that cause refusals: one for each change to refuse. */
  #lost(): IdSet {
    const [lost, seqs] = [new IdSet(), new IdSet()]
    let byHolder: Uint32Array | undefined
    for (let first = 0; first < this.#seqs.length; first += 1) {
      if (this.#isGivenUp(first)) continue
      const queue = [first]
      for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
        const [seq, rowId] = [this.#seqOf(index), this.#rowIds.at(index)]
        if (seqs.has(seq) || this.#isRefused(index)) continue
        seqs.add(seq)
        lost.add(index)
        byHolder ??= this.#byHolder()
        if (rowId !== null) this.#pushHeldBy(rowId, byHolder, queue)
      }
    }
    return lost
  }

  async #refuse(indexes: readonly number[]): Promise<void> {
    const { table, planned, changes } = this.#deps
    const fields = new Map(indexes.map((index) => [this.#seqOf(index), this.#fieldsOf(index)]))
    const refused = (await changes.read([...fields.keys()])).map((change) => {
      planned.withdraw(table, change)
      return { change, reason: reasonOf(change, fields.get(change.seq) ?? [], table) }
    })
    await changes.refuse(refused)
  }

  /** Returns the indexes of all contests, in the order of their holders. */
  #byHolder(): Uint32Array {
    const indexes = new Uint32Array(this.#holders.length).map((_, index) => index)
    return indexes.sort((one, other) => compareRowIds(this.#holderOf(one), this.#holderOf(other)))
  }

  /** Adds the contests for values of a row to a queue. */
  #pushHeldBy(row: RowId, byHolder: Uint32Array, queue: number[]): void {
    let [low, high] = [0, byHolder.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareRowIds(this.#holderOf(byHolder[middle] ?? 0), row) < 0) low = middle + 1
      else high = middle
    }
    for (let place = low; place < byHolder.length && this.#holderOf(byHolder[place] ?? 0) === row; place += 1)
      queue.push(byHolder[place] ?? 0)
  }

  #isRefused(index: number): boolean {
    return this.#deps.changes.wasRefusedLater({ seq: this.#seqOf(index) })
  }

  #seqOf(index: number): number {
    return Number(this.#seqs.at(index))
  }

  #holderOf(index: number): RowId {
    return this.#holders.at(index) ?? 0
  }

  #fieldsOf(index: number): readonly string[] {
    return this.#fields[Number(this.#fieldNumbers.at(index))] ?? []
  }

  #isGivenUp(index: number): boolean {
    const { table, planned } = this.#deps
    const holder = this.#holderOf(index)
    return (
      planned.removed(table).has(holder) ||
      this.#fieldsOf(index).some((field) => planned.changed(table, field).has(holder))
    )
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
