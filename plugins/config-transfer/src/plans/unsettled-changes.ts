import type { Dialect, Knex } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { MemoryBudget } from '../memory-budget.js'
import type { Pace } from '../pace.js'
import type { Candidate } from '../records/candidate.js'
import { CandidateReader } from '../records/candidate-reader.js'
import type { RecordProblem } from '../records/file-record.js'
import { RecordFinders } from '../records/record-finders.js'
import { References } from '../records/references.js'
import type { RowId } from '../row-id.js'
import { referencesOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { ChangeWriter, RefusedChange } from './change-writer.js'
import { ContestedValues, keyInUseProblem } from './contested-values.js'
import type { NumberedChange } from './plan-store.js'
import type { PlannedRecords } from './planned-records.js'
import { RenamedKeys } from './renamed-keys.js'

interface UnsettledChangesDeps {
  readonly table: ConfigurationTable
  readonly tables: TransferTables
  readonly dialect: Dialect
  readonly planned: PlannedRecords
  readonly changes: ChangeWriter
  readonly memory: MemoryBudget
  readonly signal: AbortSignal
  readonly pace: Pace
}

/** The changes of a table that rely on other changes and removals, of which some may be refused later. */
export class UnsettledChanges {
  readonly contested: ContestedValues
  readonly #deps: UnsettledChangesDeps
  readonly #isSelfReferencing: boolean
  readonly #renamedKeys: RenamedKeys
  /** Number of withdrawn names when the references were last checked; `undefined` before the first check. */
  #withdrawnCount: number | undefined
  /** Whether the last check refused any change. */
  #wereLost = false

  constructor(deps: UnsettledChangesDeps) {
    this.#deps = deps
    this.contested = new ContestedValues(deps)
    this.#renamedKeys = new RenamedKeys(deps.table, deps.planned, deps.tables, deps.dialect)
    this.#isSelfReferencing = referencesOf(deps.table).some(([, { to }]) => to === deps.table.name)
  }

  /** Refuses changes that rely on something that the plan will not do. Returns whether it has refused any. */
  async settle(transaction: Knex.Transaction): Promise<boolean> {
    const isContested = await this.contested.settle()
    const mayBeLost = this.#mayBeLost() || this.#wereLost // a row whose change was refused keeps its key
    this.#wereLost = mayBeLost && (await this.#refuseLost(transaction))
    return isContested || this.#wereLost
  }

  /**
   * Whether records may refer to something that will not exist: to a record that was refused since the last check, or
   * to one of their own table that will be removed.
   */
  #mayBeLost(): boolean {
    const { table, planned } = this.#deps
    const isFirst = this.#withdrawnCount === undefined
    const before = this.#withdrawnCount ?? 0
    this.#withdrawnCount = planned.withdrawnCount(table)
    return this.#withdrawnCount > before || (isFirst && this.#isSelfReferencing && planned.removed(table).size > 0)
  }

  async #refuseLost(transaction: Knex.Transaction): Promise<boolean> {
    const { table, changes, signal, pace } = this.#deps
    const findIn = this.#finderOfLost(transaction)
    let isAny = false
    for (const kind of ['update', 'add'] as const) {
      for await (const batch of changes.added(table.name, kind)) {
        signal.throwIfAborted()
        await pace.yieldToRequests()
        const lost = await findIn(batch)
        await changes.refuse(lost)
        if (lost.length > 0) isAny = true
      }
    }
    return isAny
  }

  /**
   * Returns a function that finds the changes whose references find nothing or whose key is in use. It withdraws the
   * names of their records, so that it also finds the changes that refer to these.
   */
  #finderOfLost(
    transaction: Knex.Transaction,
  ): (batch: readonly NumberedChange[]) => Promise<readonly RefusedChange[]> {
    const { table, tables, dialect, planned, signal, pace } = this.#deps
    const finders = new RecordFinders(table, tables, dialect)
    const references = new References(table, tables, dialect, { planned })
    const newIdentifier = () => '' // a plan has the identifiers of the records that it adds
    const reader = new CandidateReader({ table, finders, references, newIdentifier })
    return async (batch) => {
      const records = batch.map(({ after }) => after)
      let { candidates } = reader.read({ precedingCount: 0, records, areStored: true })
      const lost: RefusedChange[] = []
      for (let before = -1; lost.length > before; ) {
        before = lost.length
        signal.throwIfAborted()
        await pace.yieldToRequests()
        const resolved = await references.resolve(transaction, candidates)
        const inUse = await this.#keysInUse(transaction, finders, { batch, candidates })
        const problems = resolved.map(({ candidate, problem = inUse.get(candidate) }) => ({ candidate, problem }))
        candidates = problems.flatMap(({ candidate, problem }) => (problem ? [] : candidate))
        for (const { candidate, problem } of problems) {
          const change = batch[candidate.position - 1]
          if (!change || !problem) continue
          planned.withdraw(table, change)
          lost.push({ change, reason: problem.reason })
        }
      }
      return lost
    }
  }

  /** Returns the problems of candidates whose key another row keeps, because a record in it keeps its name. */
  async #keysInUse(
    transaction: Knex.Transaction,
    finders: RecordFinders,
    { batch, candidates }: { readonly batch: readonly NumberedChange[]; readonly candidates: readonly Candidate[] },
  ): Promise<ReadonlyMap<Candidate, RecordProblem>> {
    const { table, planned } = this.#deps
    if (!referencesOf(table).some(([name]) => table.key.includes(name))) return new Map()
    const keyed = candidates.map((candidate) => ({ candidate, targets: candidate.targets }))
    const keys = await this.#renamedKeys.presentKeysOf(transaction, keyed)
    const wanted = candidates.flatMap((candidate, index) => {
      const key = keys[index]
      return key ? [{ candidate, key }] : []
    })
    const rows = await finders.findKeys(transaction, wanted)
    const keepsItsKey = (id: RowId) =>
      !planned.removed(table).has(id) && !table.key.some((name) => planned.changed(table, name).has(id))
    return new Map(
      wanted.flatMap(({ candidate, key }) => {
        const holder = rows.get(finders.keyText(key))?.id
        const isOther = holder !== undefined && holder !== batch[candidate.position - 1]?.rowId
        return isOther && keepsItsKey(holder) ? [[candidate, keyInUseProblem(table, candidate)] as const] : []
      }),
    )
  }
}
