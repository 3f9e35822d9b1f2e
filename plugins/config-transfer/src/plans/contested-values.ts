import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { TextSet } from '../compact-sets.js'
import { type Candidate, labelOf } from '../import/candidate.js'
import type { RecordProblem } from '../import/file-record.js'
import type { FoundRow } from '../import/row-finder.js'
import { inUseProblem } from '../import/table-import.js'
import type { RowId } from '../row-id.js'
import type { ChangeWriter } from './change-writer.js'
import type { NumberedChange } from './plan-store.js'
import type { PlannedRecords } from './planned-records.js'
import type { Match } from './record-matcher.js'

/** Number of refused changes that are read again at a time. */
const CHANGES_PER_READ = 250

/** A value that a record will have and another row has now. */
export interface Contest {
  /** The fields of which the row must give up one. */
  readonly fields: readonly string[]
  readonly holder: RowId
}

/** A change to such a value. Not the whole change, because there may be one for each record of a file. */
interface ContestedChange extends Contest {
  readonly seq: number
  /** The row of an update. */
  readonly rowId: RowId | null
}

interface ContestedValuesDeps {
  readonly table: ConfigurationTable
  readonly planned: PlannedRecords
  readonly changes: ChangeWriter
}

/** The changes of a table to values that other rows have, which may give them up further on in the source. */
export class ContestedValues {
  readonly #deps: ContestedValuesDeps
  /** The values so far of each unique field. */
  #unique: readonly { readonly fields: readonly [string]; readonly values: TextSet }[]
  readonly #changes: ContestedChange[] = []

  constructor(deps: ContestedValuesDeps) {
    this.#deps = deps
    this.#unique = (deps.table.unique ?? []).map((name) => ({ fields: [name], values: new TextSet() }))
  }

  /**
   * Returns the values that a record will have and another row has now, or the problem with one that another record of
   * the source has too.
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
    return contests
  }

  add({ seq, kind, rowId }: NumberedChange, contests: readonly Contest[]): void {
    const updated = kind === 'update' ? rowId : null
    for (const { fields, holder } of contests) this.#changes.push({ seq, rowId: updated, fields, holder })
  }

  /**
   * Refuses changes to a value that another row keeps. A row whose change is refused keeps its values too. Returns
   * whether there were any.
   */
  async settle(): Promise<boolean> {
    this.#unique = [] // the table has been read
    const refusals = this.#refusals()
    const seqs = [...refusals.keys()]
    for (let start = 0; start < seqs.length; start += CHANGES_PER_READ)
      await this.#refuse(seqs.slice(start, start + CHANGES_PER_READ), refusals)
    return seqs.length > 0
  }

  /** Returns the numbers of the changes to refuse, each with the fields of the value that it cannot have. */
  #refusals(): ReadonlyMap<number, readonly string[]> {
    const refusals = new Map<number, readonly string[]>()
    const queue = this.#changes.filter((contest) => !this.#isGivenUp(contest))
    if (queue.length === 0) return refusals
    const byHolder = this.#byHolder()
    for (let contest = queue.pop(); contest; contest = queue.pop()) {
      const { seq, rowId, fields } = contest
      if (refusals.has(seq) || this.#deps.changes.wasRefusedLater({ seq })) continue
      refusals.set(seq, fields)
      if (rowId !== null) queue.push(...(byHolder.get(rowId) ?? []))
    }
    return refusals
  }

  async #refuse(seqs: readonly number[], refusals: ReadonlyMap<number, readonly string[]>): Promise<void> {
    const { table, planned, changes } = this.#deps
    const refused = (await changes.read(seqs)).map((change) => {
      planned.withdraw(table, change)
      return { change, reason: reasonOf(change, refusals.get(change.seq) ?? [], table) }
    })
    await changes.refuse(refused)
  }

  #byHolder(): ReadonlyMap<RowId, readonly ContestedChange[]> {
    const byHolder = new Map<RowId, ContestedChange[]>()
    for (const contest of this.#changes) {
      const others = byHolder.get(contest.holder)
      if (others) others.push(contest)
      else byHolder.set(contest.holder, [contest])
    }
    return byHolder
  }

  #isGivenUp({ holder, fields }: Contest): boolean {
    const { table, planned } = this.#deps
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
