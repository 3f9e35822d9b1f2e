import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { TextSet } from '../compact-sets.js'
import { type Candidate, labelOf } from '../import/candidate.js'
import type { RecordProblem } from '../import/file-record.js'
import type { FoundRow } from '../import/row-finder.js'
import { inUseProblem } from '../import/table-import.js'
import type { RowId } from '../row-id.js'
import type { ChangeWriter, RefusedChange } from './change-writer.js'
import type { NumberedChange } from './plan-store.js'
import type { PlannedRecords } from './planned-records.js'
import type { Match } from './record-matcher.js'

/** A value that a record will have and another row has now. */
export interface Contest {
  /** The fields of which the row must give up one. */
  readonly fields: readonly string[]
  readonly holder: RowId
  readonly problem: RecordProblem
}

/** A change to such a value. */
interface ContestedChange extends Contest {
  readonly change: NumberedChange
}

interface ContestedValuesDeps {
  readonly table: ConfigurationTable
  readonly planned: PlannedRecords
  readonly changes: ChangeWriter
}

/** The changes of a table to values that other rows have, which may give them up further on in the source. */
export class ContestedValues {
  readonly #deps: ContestedValuesDeps
  #unique: readonly TextSet[]
  readonly #changes: ContestedChange[] = []

  constructor(deps: ContestedValuesDeps) {
    this.#deps = deps
    this.#unique = (deps.table.unique ?? []).map(() => new TextSet())
  }

  /**
   * Returns the values that a record will have and another row has now, or the problem with one that another record of
   * the source has too.
   */
  find(
    { candidate, present, keyHolder }: Match,
    taken: readonly ReadonlyMap<string, FoundRow>[],
    fields: readonly string[] | undefined,
  ): Contest[] | RecordProblem {
    const { table } = this.#deps
    const contests: Contest[] = []
    if (keyHolder !== undefined && keyHolder !== present?.id) {
      contests.push({ fields: table.key, holder: keyHolder, problem: keyInUseProblem(table, candidate) })
    }
    for (const [index, name] of (table.unique ?? []).entries()) {
      const value = candidate.uniqueValues[index]
      if (value === undefined || (fields && !fields.includes(name))) continue
      const problem = inUseProblem({ name, value: value.value })
      if (this.#unique[index]?.add(value.canonical) === false) return problem
      const holder = taken[index]?.get(value.canonical)?.id
      if (holder !== undefined && holder !== present?.id) contests.push({ fields: [name], holder, problem })
    }
    return contests
  }

  add(change: NumberedChange, contests: readonly Contest[]): void {
    for (const contest of contests) this.#changes.push({ change, ...contest })
  }

  /**
   * Refuses changes to a value that another row keeps. A row whose change is refused keeps its values too. Returns
   * whether there were any.
   */
  async settle(): Promise<boolean> {
    const { table, planned, changes } = this.#deps
    this.#unique = [] // the table has been read
    const byHolder = this.#byHolder()
    const refusals = new Map<number, RefusedChange>()
    const queue = this.#changes.filter((contest) => !this.#isGivenUp(contest))
    for (let contest = queue.pop(); contest; contest = queue.pop()) {
      const { change, problem } = contest
      if (refusals.has(change.seq) || changes.isRefused(change)) continue
      refusals.set(change.seq, { change, reason: problem.reason })
      planned.withdraw(table, change)
      if (change.kind === 'update' && change.rowId !== null) queue.push(...(byHolder.get(change.rowId) ?? []))
    }
    await changes.refuse([...refusals.values()])
    return refusals.size > 0
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

/** Creates the problem of a record whose key another record has. */
export function keyInUseProblem({ key }: ConfigurationTable, candidate: Candidate): RecordProblem {
  return inUseProblem({ name: key.join(' / '), value: labelOf(candidate.key) })
}
