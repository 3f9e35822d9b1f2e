import { type Authenticated, httpErrors, type KernelServices, type Knex, type Origin } from '@plinth/kernel'
import { didYouMean, expectOrigin } from '@plinth/kernel/tools'
import { addFileProblems, type Side, type Sides } from '../comparisons/sides.js'
import type { ConfigurationSource, SourceTable } from '../document/configuration-file.js'
import { errors } from '../errors.js'
import { Pace } from '../pace.js'
import type { ChangeWriter } from '../plans/change-writer.js'
import type { PlanMaker } from '../plans/plan-maker.js'
import type { Plan } from '../plans/plan-store.js'
import { Planner } from '../plans/planner.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { type Settlement, Settlements } from './settlement.js'
import { TableMerge } from './table-merge.js'

/** What is merged into the present configuration. */
export interface MergeOptions {
  /** The id of the file or snapshot from which the two sides diverged. */
  readonly base: string
  /** The id of the file or snapshot of the other side. At least one of the two must be a file. */
  readonly theirs: string
  /** Which side wins in conflicts. */
  readonly settlements: readonly Settlement[]
  readonly signal: AbortSignal
}

interface MergeServiceDeps extends Pick<KernelServices, 'database' | 'randomness' | 'contributions' | 'traffic'> {
  readonly transferTables: TransferTables
  readonly planMaker: PlanMaker
  readonly sides: Sides
}

/** Plans how the changes of another side are merged into the present configuration. */
export class MergeService {
  readonly #deps: MergeServiceDeps

  constructor(deps: MergeServiceDeps) {
    const { database, randomness, contributions, transferTables, traffic, planMaker, sides } = deps
    this.#deps = { database, randomness, contributions, transferTables, traffic, planMaker, sides }
  }

  /**
   * Plans how to apply the changes between `base` and `theirs` to the present configuration. If both sides have changed
   * the same field differently, or one has removed a record that the other has changed, and no settlement decides it,
   * the plan has a conflict and cannot be applied. Throws `STATE_NOT_FOUND`, `MERGE_NEEDS_FILE`, and `INVALID_BODY` for
   * a settlement that names an unknown table, or a record that the other side has not changed, which may be a typo.
   */
  async merge(origin: Origin<Authenticated>, options: MergeOptions): Promise<Plan> {
    expectOrigin(origin, 'mergeService.merge()')
    const { sides, planMaker, traffic } = this.#deps
    const { settlements, signal } = options
    this.checkTables(settlements)
    const [base, theirs] = [await sides.find(options.base), await sides.find(options.theirs)]
    if ([base, theirs].some(({ kind }) => kind === 'present')) throw errors.STATE_NOT_FOUND({ id: 'present' })
    if (base.kind !== 'file' && theirs.kind !== 'file') throw errors.MERGE_NEEDS_FILE()
    const of = `${options.base} ${options.theirs}`
    const plan = { source: { kind: 'merge', of } as const, digest: '', mode: 'update' as const }
    const pace = new Pace(traffic)
    return planMaker.make(origin, async () => ({
      plan,
      find: (transaction, changes) => {
        const merging = { base, theirs, changes, pace, settlements, signal }
        const openSource = (reading: Knex.Transaction) => this.#merged(reading, merging)
        const planning = { modeOf: () => 'update' as const, caller: origin.principal, changes, openSource, pace }
        return new Planner(this.#deps).plan(transaction, { ...planning, signal })
      },
    }))
  }

  /** Throws `INVALID_BODY` for a settlement of an unknown table, or of a record without its table. */
  checkTables(settlements: readonly Settlement[]): void {
    for (const { table, name } of settlements) {
      if (table === undefined && name !== undefined) throw invalidSettlement(`names the record "${name}", but no table`)
      if (table === undefined || this.#deps.transferTables.find(table)) continue
      const names = this.#deps.transferTables.inFileOrder.map((known) => known.name)
      const possible = didYouMean(table, names) || ` The tables are ${names.join(', ')}.`
      throw invalidSettlement(`names the unknown table "${table}".${possible}`)
    }
  }

  /** Adds the conflicts to the plan. Returns the merged records of each table in which there is anything to do. */
  async #merged(
    transaction: Knex.Transaction,
    { base, theirs, changes, pace, signal, ...merging }: Merging,
  ): Promise<ConfigurationSource> {
    const { database, transferTables: tables, sides } = this.#deps
    for (const side of [base, theirs]) await addFileProblems(side, changes)
    const [from, to] = [await sides.sourceOf(transaction, base), await sides.sourceOf(transaction, theirs)]
    const shared = { tables, dialect: database.dialect, sources: { from, to }, signal, pace }
    const merged = new Map<string, SourceTable>()
    const settlements = new Settlements(merging.settlements)
    for (const table of tables.inFileOrder) {
      if (!from.has(table) || !to.has(table)) continue
      const merge = new TableMerge({ ...shared, table, settlements })
      if (await merge.settle(transaction, changes)) merged.set(table.name, merge.asSourceTable(transaction))
    }
    const [unused] = settlements.unused
    if (!unused) return merged
    throw invalidSettlement(
      `names the record "${unused.name}" of ${unused.table}, which the other side has not changed`,
    )
  }
}

function invalidSettlement(message: string): Error {
  return httpErrors.INVALID_BODY({}, { fields: [{ field: 'settle', message }] })
}

interface Merging extends Pick<MergeOptions, 'signal' | 'settlements'> {
  readonly base: Side
  readonly theirs: Side
  readonly changes: ChangeWriter
  readonly pace: Pace
}
