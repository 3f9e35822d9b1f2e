import { createHash } from 'node:crypto'
import {
  type Authenticated,
  type Callers,
  type Contributions,
  type Database,
  httpErrors,
  type Knex,
  type Origin,
  type Randomness,
  type ReceivedFile,
  type SecurityEvents,
  type Traffic,
} from '@plinth/kernel'
import { actorOf, expectOrigin } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import { openConfiguration } from '../import/configuration-file.js'
import { Pace } from '../import/pace.js'
import type { ConfigTransferSettings } from '../settings.js'
import type { SnapshotService } from '../snapshots/snapshot-service.js'
import { snapshotSource } from '../snapshots/snapshot-source.js'
import type { Snapshot, SnapshotStore } from '../snapshots/snapshot-store.js'
import { PRESENT } from '../snapshots/table-state.js'
import type { TransferTables } from '../transfer-tables.js'
import { totalOf } from './change.js'
import { ChangeWriter } from './change-writer.js'
import { Comparison } from './comparison.js'
import { type ApplyReport, PlanApplication } from './plan-application.js'
import type { PlanMode } from './plan-mode.js'
import type { ChangeFilter, NumberedChange, Plan, PlanSource, PlanStore } from './plan-store.js'
import { Planner, type PlannerOptions } from './planner.js'

/** Maximum number of plans that are made or wait in this process: one is made, four wait. */
const MAX_ACTIVE = 5
/** `Retry-After` of `TOO_MANY_PLANS`. */
const RETRY_AFTER_S = 5

interface PlanServiceDeps {
  readonly database: Database
  readonly randomness: Randomness
  readonly contributions: Contributions
  readonly transferTables: TransferTables
  readonly traffic: Traffic
  readonly callers: Callers
  readonly securityEvents: SecurityEvents
  readonly planStore: PlanStore
  readonly snapshotStore: SnapshotStore
  readonly snapshotService: SnapshotService
  readonly settings: ConfigTransferSettings
}

/** How a file is planned. */
export interface PlanOptions {
  readonly mode: PlanMode
  /** Modes of single tables. */
  readonly modes?: Readonly<Record<string, PlanMode>>
  readonly signal: AbortSignal
}

/** The ids of two snapshots, or `present`. */
export interface ComparedStates {
  readonly from: string
  readonly to: string
}

/** Results of plans since the start, for the metrics. */
export type PlanResult = 'made' | 'applied' | 'outdated' | 'failed'

/** Plans what a file or snapshot would change, and applies the plans. */
export class PlanService {
  readonly #deps: PlanServiceDeps
  #lastTurn: Promise<unknown> = Promise.resolve()
  #activeCount = 0
  readonly #results: Record<PlanResult, number> = { made: 0, applied: 0, outdated: 0, failed: 0 }

  constructor(deps: PlanServiceDeps) {
    const { database, randomness, contributions, transferTables, traffic, callers, securityEvents } = deps
    const { planStore, snapshotStore, snapshotService, settings } = deps
    const own = { planStore, snapshotStore, snapshotService, settings }
    this.#deps = { database, randomness, contributions, transferTables, traffic, callers, securityEvents, ...own }
  }

  /**
   * Plans a file. Nothing but the plan is written. Throws `INVALID_PARAMETERS` for the mode of an unknown table: a typo
   * must not remove anything.
   */
  async planFile(origin: Origin<Authenticated>, file: ReceivedFile, options: PlanOptions): Promise<Plan> {
    expectOrigin(origin, 'planService.planFile()')
    this.#expectTables(Object.keys(options.modes ?? {}))
    return this.#inTurn(async () => {
      const pace = new Pace(this.#deps.traffic)
      const hashed = withDigest(file)
      const configuration = await openConfiguration(hashed.file, { signal: options.signal, pace })
      const source = { source: { kind: 'file' } as const, digest: hashed.digest(), mode: options.mode }
      return this.#make(
        origin,
        source,
        this.#planning(origin, { ...options, pace, openSource: async () => configuration }),
      )
    })
  }

  /** Plans what brings a snapshot back. */
  async planSnapshot(origin: Origin<Authenticated>, identifier: string, signal: AbortSignal): Promise<Plan> {
    expectOrigin(origin, 'planService.planSnapshot()')
    const { database, transferTables: tables, snapshotStore, snapshotService } = this.#deps
    const snapshot = await snapshotService.find(identifier)
    return this.#inTurn(() => {
      const openSource = async (transaction: Knex.Transaction) => {
        const state = await snapshotStore.stateOf(transaction, snapshot)
        return snapshotSource(transaction, { tables, dialect: database.dialect, state })
      }
      const source = { source: { kind: 'snapshot', of: identifier } as const, digest: '', mode: 'mirror' as const }
      const pace = new Pace(this.#deps.traffic)
      return this.#make(origin, source, this.#planning(origin, { mode: 'mirror', signal, pace, openSource }))
    })
  }

  /**
   * Compares two states: the ids of snapshots, or `present`. The result has the shape of a plan, the changes that lead
   * from one to the other, but cannot be applied.
   */
  async compare(origin: Origin<Authenticated>, { from, to }: ComparedStates, signal: AbortSignal): Promise<Plan> {
    expectOrigin(origin, 'planService.compare()')
    const { database, transferTables: tables, traffic } = this.#deps
    const source = { source: { kind: 'comparison', of: `${from} ${to}` } as const, digest: '', mode: 'mirror' as const }
    const states = await Promise.all([from, to].map((side) => this.#snapshotOf(side)))
    return this.#inTurn(() =>
      this.#make(origin, source, (changes) =>
        database.readSnapshot(async (transaction) => {
          const [fromState = PRESENT, toState = PRESENT] = await Promise.all(
            states.map((snapshot) => snapshot && this.#deps.snapshotStore.stateOf(transaction, snapshot)),
          )
          const pace = new Pace(traffic)
          const deps = { tables, dialect: database.dialect, from: fromState, to: toState, changes, signal, pace }
          await new Comparison(deps).compare(transaction)
        }),
      ),
    )
  }

  async #snapshotOf(side: string): Promise<Snapshot | undefined> {
    return side === 'present' ? undefined : this.#deps.snapshotService.find(side)
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
      await planStore.delete(transaction, plan)
      await callers.confirm(origin, transaction)
      await securityEvents.record(transaction, { event: 'plan-deleted', origin, target: identifier })
    })
  }

  /**
   * Applies a plan: exactly what it says, in one transaction. Throws `PLAN_NOT_FOUND`, `PLAN_NOT_APPLICABLE`,
   * `PLAN_NEEDS_SECOND_PERSON`, `PLAN_MORE_PRIVILEGED`, and `PLAN_OUTDATED` with up to ten records that others have
   * changed since; then nothing is changed.
   */
  async apply(origin: Origin<Authenticated>, identifier: string, signal: AbortSignal): Promise<ApplyReport> {
    expectOrigin(origin, 'planService.apply()')
    try {
      const application = new PlanApplication(this.#deps, origin, signal)
      const report = await application.execute(identifier, (plan) => this.#expectApplicable(plan, origin))
      this.#results.applied += 1
      return report
    } catch (error) {
      this.#results[isOutdated(error) ? 'outdated' : 'failed'] += 1
      throw error
    }
  }

  /** Counts of plans since the start, by result. */
  get results(): Readonly<Record<PlanResult, number>> {
    return this.#results
  }

  /** Deletes expired plans. Returns how many there were. */
  deleteExpired(): Promise<number> {
    return this.#deps.database.write((transaction) => this.#deps.planStore.deleteExpired(transaction))
  }

  #expectApplicable(found: Plan | undefined, origin: Origin<Authenticated>): Plan {
    const plan = expectPlan(found)
    if (plan.state === 'applied') throw errors.PLAN_NOT_APPLICABLE({ reason: 'has already been applied' })
    if (plan.source.kind === 'comparison') throw errors.PLAN_NOT_APPLICABLE({ reason: 'is only a comparison' })
    const { kind, name } = actorOf(origin)
    const isPlanner = plan.createdBy.kind === kind && plan.createdBy.name === name
    if (this.#deps.settings.planNeedsSecondPerson && isPlanner && kind !== 'command')
      throw errors.PLAN_NEEDS_SECOND_PERSON()
    return plan
  }

  #expectTables(names: readonly string[]): void {
    if (names.every((name) => this.#deps.transferTables.find(name))) return
    throw httpErrors.INVALID_PARAMETERS({}, { fields: [{ field: 'tables', message: 'names an unknown table' }] })
  }

  /** Makes one plan at a time. */
  async #inTurn(make: () => Promise<Plan>): Promise<Plan> {
    if (this.#activeCount >= MAX_ACTIVE) throw errors.TOO_MANY_PLANS({}, { retryAfter: RETRY_AFTER_S })
    this.#activeCount += 1
    const turn = this.#lastTurn.then(make)
    this.#lastTurn = turn.catch(() => {})
    try {
      const plan = await turn
      this.#results.made += 1
      return plan
    } catch (error) {
      this.#results.failed += 1
      throw error
    } finally {
      this.#activeCount -= 1
    }
  }

  /** Returns a function that finds the changes of a plan. */
  #planning(
    { principal: caller }: Origin<Authenticated>,
    { mode, modes, ...options }: PlanOptions & Pick<PlannerOptions, 'pace' | 'openSource'>,
  ): (changes: ChangeWriter) => Promise<void> {
    const modeOf = (table: string) => modes?.[table] ?? mode
    return (changes) => new Planner(this.#deps).plan({ ...options, modeOf, caller, changes })
  }

  async #make(
    origin: Origin<Authenticated>,
    source: { readonly source: PlanSource; readonly digest: string; readonly mode: PlanMode },
    find: (changes: ChangeWriter) => Promise<void>,
  ): Promise<Plan> {
    const { database, planStore } = this.#deps
    const plan = await database.write((transaction) => this.#create(transaction, origin, source))
    try {
      const changes = new ChangeWriter(planStore, plan.id)
      await find(changes)
      await database.write((transaction) => this.#complete(transaction, origin, plan, changes))
      return await this.find(plan.identifier)
    } catch (error) {
      await database.write((transaction) => planStore.delete(transaction, plan)).catch(() => {}) // it expires anyway
      throw error
    }
  }

  async #create(
    transaction: Knex.Transaction,
    origin: Origin<Authenticated>,
    source: { readonly source: PlanSource; readonly digest: string; readonly mode: PlanMode },
  ): Promise<Plan> {
    const { planStore, settings } = this.#deps
    await planStore.deleteExpired(transaction)
    const plans = await planStore.list(transaction)
    const done = plans.findLast(({ state }) => state === 'applied')
    if (plans.length >= settings.maxPlans) {
      if (!done) throw errors.TOO_MANY_STORED_PLANS({ count: plans.length })
      await planStore.delete(transaction, done)
    }
    return planStore.create(transaction, origin, source)
  }

  async #complete(
    transaction: Knex.Transaction,
    origin: Origin<Authenticated>,
    plan: Plan,
    { counts }: ChangeWriter,
  ): Promise<void> {
    const { planStore, callers, securityEvents } = this.#deps
    await planStore.setMade(transaction, plan, counts)
    await callers.confirm(origin, transaction)
    const { add, update, remove, refused } = totalOf(counts)
    const from = plan.source.of !== undefined && { from: plan.source.of }
    const details = { source: plan.source.kind, ...from, add, update, remove, refused }
    await securityEvents.record(transaction, {
      event: 'configuration-planned',
      origin,
      target: plan.identifier,
      details,
    })
  }
}

function expectPlan(plan: Plan | undefined): Plan {
  if (!plan) throw errors.PLAN_NOT_FOUND()
  return plan
}

function isOutdated(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'PLAN_OUTDATED'
}

/** Computes the digest of a file while it is read for the first time. */
function withDigest(file: ReceivedFile): { readonly file: ReceivedFile; readonly digest: () => string } {
  const hash = createHash('sha256')
  async function* chunks() {
    for await (const chunk of file.chunks()) {
      hash.update(chunk)
      yield chunk
    }
  }
  const read: ReceivedFile['read'] = (start, end, into) => file.read(start, end, into)
  return { file: { size: file.size, chunks, read }, digest: () => hash.digest('hex') }
}
