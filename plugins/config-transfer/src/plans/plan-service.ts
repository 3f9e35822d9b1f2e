import {
  type Authenticated,
  httpErrors,
  type KernelServices,
  type Knex,
  type Origin,
  type ReceivedFile,
} from '@plinth/kernel'
import { actorOf, expectOrigin } from '@plinth/kernel/tools'
import { openConfiguration } from '../document/configuration-file.js'
import { withDigest } from '../document/with-digest.js'
import { errors } from '../errors.js'
import { Pace } from '../pace.js'
import type { ConfigTransferSettings } from '../settings.js'
import type { SnapshotService } from '../snapshots/snapshot-service.js'
import { snapshotSource } from '../snapshots/snapshot-source.js'
import type { SnapshotStore } from '../snapshots/snapshot-store.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { TaskQueue } from '../task-queue.js'
import { totalOf } from './change.js'
import { type ApplyReport, PlanApplication } from './plan-application.js'
import type { FindChanges, PlanMaker, PlanResult } from './plan-maker.js'
import type { PlanMode } from './plan-mode.js'
import type { ChangeFilter, NumberedChange, Plan, PlanStore } from './plan-store.js'
import { Planner, type PlannerOptions } from './planner.js'

interface PlanServiceDeps
  extends Pick<KernelServices, 'database' | 'randomness' | 'contributions' | 'traffic' | 'callers' | 'securityEvents'> {
  readonly transferTables: TransferTables
  readonly planMaker: PlanMaker
  readonly planStore: PlanStore
  readonly snapshotStore: SnapshotStore
  readonly snapshotService: SnapshotService
  readonly writeQueue: TaskQueue
  readonly settings: ConfigTransferSettings
}

/** How a file is planned. */
export interface PlanOptions {
  readonly mode: PlanMode
  /** Modes of individual tables. */
  readonly modes?: Readonly<Record<string, PlanMode>>
  readonly signal: AbortSignal
}

/** Plans what a file or snapshot would change, and applies the plans. */
export class PlanService {
  readonly #deps: PlanServiceDeps

  constructor(deps: PlanServiceDeps) {
    const { database, randomness, contributions, transferTables, traffic, callers, securityEvents } = deps
    const { planMaker, planStore, snapshotStore, snapshotService, writeQueue, settings } = deps
    const own = { planMaker, planStore, snapshotStore, snapshotService, writeQueue, settings }
    this.#deps = { database, randomness, contributions, transferTables, traffic, callers, securityEvents, ...own }
  }

  /**
   * Plans a file. Nothing but the plan is written. Throws `INVALID_PARAMETERS` for the mode of an unknown table: a typo
   * must not remove anything.
   */
  async planFile(origin: Origin<Authenticated>, file: ReceivedFile, options: PlanOptions): Promise<Plan> {
    expectOrigin(origin, 'planService.planFile()')
    this.#expectTables(Object.keys(options.modes ?? {}))
    return this.#deps.planMaker.make(origin, async () => {
      const pace = new Pace(this.#deps.traffic)
      const hashed = withDigest(file)
      const configuration = await openConfiguration(hashed.file, { signal: options.signal, pace })
      const { mode, modes = {} } = options
      const plan = { source: { kind: 'file' } as const, digest: hashed.digest(), mode, modes }
      return { plan, find: this.#planning(origin, { ...options, pace, openSource: async () => configuration }) }
    })
  }

  /** Plans the rollback to a snapshot. */
  async planSnapshot(origin: Origin<Authenticated>, identifier: string, signal: AbortSignal): Promise<Plan> {
    expectOrigin(origin, 'planService.planSnapshot()')
    const { database, transferTables: tables, snapshotStore, snapshotService } = this.#deps
    const snapshot = await snapshotService.find(identifier)
    return this.#deps.planMaker.make(origin, async () => {
      const openSource = async (transaction: Knex.Transaction) => {
        const state = await snapshotStore.stateOf(transaction, snapshot)
        return snapshotSource(transaction, { tables, dialect: database.dialect, state })
      }
      const plan = { source: { kind: 'snapshot', of: identifier } as const, digest: '', mode: 'mirror' as const }
      const pace = new Pace(this.#deps.traffic)
      return { plan, find: this.#planning(origin, { mode: 'mirror', signal, pace, openSource }) }
    })
  }

  /** Returns the plans that have not expired, the newest first. */
  list(): Promise<Plan[]> {
    return this.#deps.database.read((knex) => this.#deps.planStore.list(knex))
  }

  /** Throws `PLAN_NOT_FOUND`. */
  async find(identifier: string): Promise<Plan> {
    return expectPlan(await this.#deps.database.read((knex) => this.#deps.planStore.find(knex, identifier)))
  }

  /** Returns changes of a plan in the order of their numbers. Throws `PLAN_NOT_FOUND`. */
  async changes(identifier: string, filter: ChangeFilter): Promise<NumberedChange[]> {
    const plan = await this.find(identifier)
    return this.#deps.database.read((knex) => this.#deps.planStore.changes(knex, plan, filter))
  }

  /** Deletes a plan. Throws `PLAN_NOT_FOUND`. */
  async delete(origin: Origin<Authenticated>, identifier: string): Promise<void> {
    expectOrigin(origin, 'planService.delete()')
    const { database, callers, planStore, securityEvents } = this.#deps
    await database.write(async (transaction) => {
      const plan = expectPlan(await planStore.find(transaction, identifier, { isLocked: true }))
      await planStore.rows.expire(transaction, plan)
      await callers.confirm(origin, transaction)
      await securityEvents.record(transaction, { event: 'plan-deleted', origin, target: identifier })
    })
    await planStore.rows.deleteAllExpired()
  }

  /**
   * Applies a plan: exactly what it says, in one transaction. Throws `PLAN_NOT_FOUND`, `PLAN_NOT_APPLICABLE`,
   * `PLAN_NEEDS_SECOND_PERSON`, `PLAN_MORE_PRIVILEGED`, and `PLAN_OUTDATED` with up to ten records that others have
   * changed since; then nothing is changed.
   */
  async apply(origin: Origin<Authenticated>, identifier: string, signal: AbortSignal): Promise<ApplyReport> {
    expectOrigin(origin, 'planService.apply()')
    const { planMaker, writeQueue } = this.#deps
    try {
      const application = new PlanApplication(this.#deps, origin, signal)
      const report = await writeQueue.run(() =>
        application.execute(identifier, (plan) => this.#expectApplicable(plan, origin)),
      )
      planMaker.count('applied')
      return report
    } catch (error) {
      planMaker.count(isOutdated(error) ? 'outdated' : 'failed')
      throw error
    }
  }

  /** Counts of plans since the start, by result. */
  get results(): Readonly<Record<PlanResult, number>> {
    return this.#deps.planMaker.results
  }

  #expectApplicable(found: Plan | undefined, origin: Origin<Authenticated>): Plan {
    const plan = expectPlan(found)
    if (plan.state === 'applied') throw errors.PLAN_NOT_APPLICABLE({ reason: 'has already been applied' })
    if (plan.source.kind === 'comparison') throw errors.PLAN_NOT_APPLICABLE({ reason: 'is only a comparison' })
    const { conflict } = totalOf(plan.counts)
    if (conflict > 0) throw errors.PLAN_NOT_APPLICABLE({ reason: 'has conflicts. Merge again and settle them' })
    const { kind, name } = actorOf(origin)
    const involvesToken = kind === 'token' || plan.createdBy.kind === 'token' // which may belong to the same person
    const isPlanner = plan.createdBy.kind === kind && plan.createdBy.name === name
    if (this.#deps.settings.planNeedsSecondPerson && kind !== 'command' && (involvesToken || isPlanner))
      throw errors.PLAN_NEEDS_SECOND_PERSON()
    return plan
  }

  #expectTables(names: readonly string[]): void {
    if (names.every((name) => this.#deps.transferTables.find(name))) return
    throw httpErrors.INVALID_PARAMETERS({}, { fields: [{ field: 'tables', message: 'names an unknown table' }] })
  }

  /** Returns a function that finds the changes of a plan. */
  #planning(
    { principal: caller }: Origin<Authenticated>,
    { mode, modes, ...options }: PlanOptions & Pick<PlannerOptions, 'pace' | 'openSource'>,
  ): FindChanges {
    const modeOf = (table: string) => modes?.[table] ?? mode
    return (transaction, changes) => new Planner(this.#deps).plan(transaction, { ...options, modeOf, caller, changes })
  }
}

function expectPlan(plan: Plan | undefined): Plan {
  if (!plan) throw errors.PLAN_NOT_FOUND()
  return plan
}

function isOutdated(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'PLAN_OUTDATED'
}
