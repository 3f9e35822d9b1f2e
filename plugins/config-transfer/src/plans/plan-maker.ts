import type { Authenticated, Database, KernelServices, Knex, Origin } from '@plinth/kernel'
import { errors } from '../errors.js'
import type { ConfigTransferSettings } from '../settings.js'
import { TaskQueue } from '../task-queue.js'
import { totalOf } from './change.js'
import { ChangeWriter } from './change-writer.js'
import type { NewPlan, Plan, PlanStore } from './plan-store.js'

/** Maximum number of plans that are made or wait in this process: one is made, four wait. */
const MAX_ACTIVE = 5
/** Minimum time, in ms, between two checks that the caller may still make the plan. */
const CONFIRM_INTERVAL_MS = 2_000
/** `Retry-After` of `TOO_MANY_PLANS`. */
const RETRY_AFTER_S = 5

/** Results of plans since the start, for the metrics. */
export type PlanResult = 'made' | 'applied' | 'outdated' | 'failed'

interface PlanMakerDeps extends Pick<KernelServices, 'database' | 'clock' | 'callers' | 'securityEvents'> {
  readonly planStore: PlanStore
  readonly settings: ConfigTransferSettings
}

/** Finds the changes of a plan. The transaction reads one snapshot of the database. */
export type FindChanges = (transaction: Knex.Transaction, changes: ChangeWriter) => Promise<void>

/** Makes plans, comparisons and merges, one at a time. */
export class PlanMaker {
  readonly #deps: PlanMakerDeps
  readonly #queue = new TaskQueue()
  #activeCount = 0
  readonly #results: Record<PlanResult, number> = { made: 0, applied: 0, outdated: 0, failed: 0 }

  constructor({ database, clock, callers, securityEvents, planStore, settings }: PlanMakerDeps) {
    this.#deps = { database, clock, callers, securityEvents, planStore, settings }
  }

  /** Counts of plans since the start, by result. */
  get results(): Readonly<Record<PlanResult, number>> {
    return this.#results
  }

  count(result: PlanResult): void {
    this.#results[result] += 1
  }

  /** Queues a task that reads whole configurations, and runs it. Throws `TOO_MANY_PLANS` if too many are waiting. */
  async inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (this.#activeCount >= MAX_ACTIVE) throw errors.TOO_MANY_PLANS({}, { retryAfter: RETRY_AFTER_S })
    this.#activeCount += 1
    try {
      return await this.#queue.run(task)
    } finally {
      this.#activeCount -= 1
    }
  }

  /** Makes a plan in its turn. `prepare` returns what it is made of, and a function that finds its changes. */
  async make(
    origin: Origin<Authenticated>,
    prepare: () => Promise<{ readonly plan: NewPlan; readonly find: FindChanges }>,
  ): Promise<Plan> {
    try {
      const plan = await this.inTurn(async () => {
        const prepared = await prepare()
        return this.#make(origin, prepared.plan, prepared.find)
      })
      this.count('made')
      return plan
    } catch (error) {
      this.count('failed')
      throw error
    }
  }

  async #make(origin: Origin<Authenticated>, newPlan: NewPlan, find: FindChanges): Promise<Plan> {
    const { database, planStore } = this.#deps
    const plan = await database.write((transaction) => this.#create(transaction, origin, newPlan))
    try {
      await planStore.rows.deleteAllExpired()
      const counts = await database.writeFromSnapshot(
        async (transaction, write) => {
          const changes = new ChangeWriter({ planStore, planId: plan.id, write: this.#confirming(origin, write) })
          await find(transaction, changes)
          return changes
        },
        async (changes) => {
          await changes.flush()
          return changes.counts
        },
      )
      return await database.write((transaction) => this.#complete(transaction, origin, plan, counts))
    } catch (error) {
      // If this fails too, the plan expires later
      await database.write((transaction) => planStore.rows.expire(transaction, plan)).catch(() => {})
      await planStore.rows.deleteAllExpired()
      throw error
    }
  }

  /**
   * Returns a `write` that also confirms the caller periodically, because their key may end before the plan is made.
   */
  #confirming(origin: Origin<Authenticated>, write: Database['write']): Database['write'] {
    const { callers, clock } = this.#deps
    let confirmedAt = clock.now()
    return (callback) =>
      write(async (transaction) => {
        if (Math.abs(clock.now() - confirmedAt) >= CONFIRM_INTERVAL_MS) {
          await callers.confirm(origin, transaction)
          confirmedAt = clock.now()
        }
        return callback(transaction)
      })
  }

  async #create(transaction: Knex.Transaction, origin: Origin<Authenticated>, plan: NewPlan): Promise<Plan> {
    const { planStore, settings } = this.#deps
    const plans = await planStore.list(transaction)
    if (plans.length >= settings.maxPlans) {
      const oldestApplied = plans.findLast(({ state }) => state === 'applied')
      if (!oldestApplied) throw errors.TOO_MANY_STORED_PLANS({ count: plans.length })
      await planStore.rows.expire(transaction, oldestApplied)
    }
    return planStore.create(transaction, origin, plan)
  }

  async #complete(
    transaction: Knex.Transaction,
    origin: Origin<Authenticated>,
    plan: Plan,
    counts: Plan['counts'],
  ): Promise<Plan> {
    const { planStore, callers, securityEvents } = this.#deps
    const made = await planStore.setMade(transaction, plan, counts)
    await callers.confirm(origin, transaction)
    const { same, conflict, ...changed } = totalOf(counts)
    const from = plan.source.of !== undefined && { from: plan.source.of }
    const details = { source: plan.source.kind, ...from, ...changed, ...(conflict > 0 && { conflict }) }
    await securityEvents.record(transaction, {
      event: 'configuration-planned',
      origin,
      target: plan.identifier,
      details,
    })
    return made
  }
}
