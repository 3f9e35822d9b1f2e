import type { Authenticated, Database, Knex, Origin, Traffic } from '@plinth/kernel'
import { expectOrigin } from '@plinth/kernel/tools'
import { Pace } from '../pace.js'
import type { ChangeWriter } from '../plans/change-writer.js'
import type { PlanMaker } from '../plans/plan-maker.js'
import type { Plan } from '../plans/plan-store.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { compareWithFile } from './file-comparison.js'
import { addFileProblems, type Side, type Sides } from './sides.js'
import { compareStoredStates } from './state-comparison.js'

/** The ids of two snapshots or files, or `present`. */
export interface ComparedStates {
  readonly from: string
  readonly to: string
}

interface ComparisonServiceDeps {
  readonly database: Database
  readonly transferTables: TransferTables
  readonly traffic: Traffic
  readonly planMaker: PlanMaker
  readonly sides: Sides
}

/** Compares configurations: the present one, those of snapshots, and those in files. */
export class ComparisonService {
  readonly #deps: ComparisonServiceDeps

  constructor({ database, transferTables, traffic, planMaker, sides }: ComparisonServiceDeps) {
    this.#deps = { database, transferTables, traffic, planMaker, sides }
  }

  /**
   * Compares two configurations. The result has the shape of a plan, the changes that lead from one to the other, but
   * cannot be applied. Throws `STATE_NOT_FOUND`.
   */
  async compare(origin: Origin<Authenticated>, { from, to }: ComparedStates, signal: AbortSignal): Promise<Plan> {
    expectOrigin(origin, 'comparisonService.compare()')
    const sides = { from: await this.#deps.sides.find(from), to: await this.#deps.sides.find(to) }
    const plan = { source: { kind: 'comparison', of: `${from} ${to}` } as const, digest: '', mode: 'mirror' as const }
    return this.#deps.planMaker.make(origin, async () => ({
      plan,
      find: (transaction, changes) => this.#compare(transaction, sides, changes, signal),
    }))
  }

  async #compare(
    transaction: Knex.Transaction,
    { from, to }: { readonly from: Side; readonly to: Side },
    changes: ChangeWriter,
    signal: AbortSignal,
  ): Promise<void> {
    const { database, transferTables: tables, traffic, sides } = this.#deps
    const shared = { tables, dialect: database.dialect, changes, signal, pace: new Pace(traffic) }
    if (from.kind !== 'file' && to.kind !== 'file') {
      const states = { from: await sides.stateOf(transaction, from), to: await sides.stateOf(transaction, to) }
      return compareStoredStates(transaction, { ...shared, ...states })
    }
    for (const side of [from, to]) await addFileProblems(side, changes)
    const sources = { from: await sides.sourceOf(transaction, from), to: await sides.sourceOf(transaction, to) }
    await compareWithFile(transaction, { ...shared, ...sources })
  }
}
