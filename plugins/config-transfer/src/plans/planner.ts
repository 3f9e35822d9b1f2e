import type { Administrator, KernelServices, Knex } from '@plinth/kernel'
import { didYouMean } from '@plinth/kernel/tools'
import { type ConfigurationSource, countRecords } from '../document/configuration-file.js'
import { MemoryBudget } from '../memory-budget.js'
import type { Pace } from '../pace.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { refusedChange } from './change.js'
import type { ChangeWriter } from './change-writer.js'
import type { PlanMode } from './plan-mode.js'
import { PlannedRecords } from './planned-records.js'
import { RemovalPlanner } from './removal-planner.js'
import { TablePlanner } from './table-planner.js'
import { UnsettledChanges } from './unsettled-changes.js'

interface PlannerDeps extends Pick<KernelServices, 'database' | 'randomness' | 'contributions'> {
  readonly transferTables: TransferTables
}

export interface PlannerOptions {
  /** Opens the source. Gets the transaction in which the present records are read. */
  readonly openSource: (transaction: Knex.Transaction) => Promise<ConfigurationSource>
  /** The mode of each table. */
  readonly modeOf: (table: string) => PlanMode
  readonly caller: Administrator
  readonly changes: ChangeWriter
  readonly signal: AbortSignal
  readonly pace: Pace
}

/** Finds out what a source would change, table by table, in one snapshot of the database. */
export class Planner {
  readonly #deps: PlannerDeps

  constructor(deps: PlannerDeps) {
    this.#deps = deps
  }

  async plan(transaction: Knex.Transaction, options: PlannerOptions): Promise<void> {
    const { database, randomness, contributions, transferTables: tables } = this.#deps
    const { openSource, modeOf, changes } = options
    const { dialect } = database
    const source = await openSource(transaction)
    await this.#refuseUnknownTables(source, options)
    const memory = new MemoryBudget()
    const planned = new PlannedRecords(tables, dialect, memory)
    const shared = { ...options, tables, dialect, planned, memory }
    const removals = new RemovalPlanner({ ...shared, contributions })
    const unsettled: UnsettledChanges[] = []
    for (const table of tables.inReferenceOrder) {
      const records = source.get(table.name)
      if (!records) continue
      if (!records.isList) {
        changes.add(refusedChange(table.name, { name: table.name, reason: 'is not an array of records' }))
        continue
      }
      const mode = modeOf(table.name)
      const newIdentifier = () => randomness.identifier()
      const tableChanges = new UnsettledChanges({ ...shared, table })
      const { contested } = tableChanges
      const planner = new TablePlanner({ ...shared, table, mode, contested, newIdentifier })
      await planner.plan(transaction, records)
      if (mode === 'mirror') await removals.mark(transaction, table, planner.claimed)
      else if (records.removals) removals.markRows(table, records.removals, planner.claimed)
      await contested.settle() // so that the next tables do not refer to what is refused
      unsettled.push(tableChanges)
    }
    await this.#settle(transaction, removals, unsettled)
    await removals.plan(transaction)
  }

  /**
   * Repeats until no remaining change or removal relies on a refused one. Each refusal may cause others: a row that is
   * not removed keeps its key and unique values, and a record that is not changed still refers to its previous parents.
   */
  async #settle(
    transaction: Knex.Transaction,
    removals: RemovalPlanner,
    unsettled: readonly UnsettledChanges[],
  ): Promise<void> {
    for (let isSettled = false; !isSettled; ) {
      await removals.settle(transaction)
      isSettled = true
      for (const changes of unsettled) if (await changes.settle(transaction)) isSettled = false
    }
  }

  async #refuseUnknownTables(source: ConfigurationSource, { changes, signal, pace }: PlannerOptions): Promise<void> {
    const known = this.#deps.transferTables.inFileOrder.map(({ name }) => name)
    for (const [name, table] of source) {
      if (known.includes(name)) continue
      const count = await countRecords(table, { signal, pace })
      const reason = `unknown table with ${count} records.${didYouMean(name, known)}`
      changes.add(refusedChange(name, { name, reason }))
    }
  }
}
