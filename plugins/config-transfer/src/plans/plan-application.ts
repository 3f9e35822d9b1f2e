import type { Authenticated, KernelServices, Knex, Origin } from '@plinth/kernel'
import type { ConfigurationTable } from '@plinth/kernel/contracts'
import { InitialPasswords } from '../records/initial-passwords.js'
import type { Values } from '../records/record-values.js'
import type { SnapshotKey, SnapshotStore } from '../snapshots/snapshot-store.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { type ChangeKind, totalOf } from './change.js'
import { Deviations } from './deviations.js'
import { inBatches, type NumberedChange, type Plan, type PlanStore } from './plan-store.js'
import { type PrivilegedChange, TableApplication } from './table-application.js'

interface PlanApplicationDeps extends Pick<KernelServices, 'database' | 'callers' | 'securityEvents'> {
  readonly transferTables: TransferTables
  readonly planStore: PlanStore
  readonly snapshotStore: SnapshotStore
}

/** What the apply of a plan has done. */
export interface ApplyReport {
  readonly plan: Plan
  /** The snapshot that was taken before: a plan of it undoes the apply. None if nothing was changed. */
  readonly snapshot: SnapshotKey | undefined
  /** The password generated for the added users, if any, who must change it. It is shown only here. */
  readonly defaultPassword?: string
  /** Number of users added without a password; they cannot log in until one is set. */
  readonly cannotLogIn?: number
}

/** What the transaction of a plan has written. */
interface WrittenPlan {
  readonly snapshot: SnapshotKey | undefined
  readonly privileged: readonly PrivilegedChange[]
}

const NOTHING_WRITTEN: WrittenPlan = { snapshot: undefined, privileged: [] }

/** Applies a plan: exactly what it says, in one transaction, or nothing. */
export class PlanApplication {
  readonly #deps: PlanApplicationDeps
  readonly #origin: Origin<Authenticated>
  readonly #signal: AbortSignal
  /** The name of the table that is being written. */
  #currentTable = ''

  constructor(deps: PlanApplicationDeps, origin: Origin<Authenticated>, signal: AbortSignal) {
    this.#deps = deps
    this.#origin = origin
    this.#signal = signal
  }

  /** `check` runs before the transaction, and again in it, with the plan locked, before anything is written. */
  async execute(identifier: string, check: (plan: Plan | undefined) => Plan): Promise<ApplyReport> {
    const { database, planStore, transferTables, callers } = this.#deps
    const planned = check(await database.read((knex) => planStore.find(knex, identifier)))
    const added = Object.fromEntries(Object.entries(planned.counts).map(([table, { add }]) => [table, add]))
    const passwords = await InitialPasswords.create(transferTables.inFileOrder, (table) => added[table] ?? 0)
    const applying = database.write(async (transaction) => {
      await database.dialect.acquireLock(transaction, 'import')
      const plan = check(await planStore.find(transaction, identifier, { isLocked: true }))
      const { add, update, remove } = totalOf(plan.counts)
      // The snapshot of a plan that changes nothing would only push out an older one
      const written = add + update + remove > 0 ? await this.#write(transaction, plan, passwords) : NOTHING_WRITTEN
      await this.#record(transaction, plan, written)
      await planStore.setApplied(transaction, plan)
      // Last, because it locks the caller's row: otherwise a logout or revocation would wait for the plan
      await callers.confirm(this.#origin, transaction)
      return { plan, snapshot: written.snapshot, ...passwords.resultFor(added) }
    })
    return applying.catch((error: unknown) => {
      throw database.dialect.violationOf(error) ? Deviations.ofViolation(this.#currentTable) : error
    })
  }

  async #write(transaction: Knex.Transaction, plan: Plan, passwords: InitialPasswords): Promise<WrittenPlan> {
    const { transferTables, snapshotStore } = this.#deps
    const snapshot = await snapshotStore.take(transaction, { origin: this.#origin, reason: 'apply' })
    const deviations = new Deviations()
    const inOrder: TableApplication[] = []
    for (const table of transferTables.inReferenceOrder.filter(({ name }) => isChanged(plan.counts[name]))) {
      const columns = { ...passwords.columnsOf(table.name), ...(await table.fixedColumns?.()) }
      inOrder.push(this.#applicationTo(transaction, table, { plan, snapshot, deviations, columns }))
    }
    const firstPrivileged = inOrder.findIndex(({ hasPrivilege }) => hasPrivilege)
    const count = firstPrivileged < 0 ? inOrder.length : firstPrivileged
    const [writtenFirst, writtenLast] = [inOrder.slice(0, count), inOrder.slice(count)]
    for (const table of writtenLast) await table.check({ locks: false })
    const removedLast = transferTables.withReferenced(writtenLast.map(({ name }) => name))
    await this.#writeTables(writtenFirst, deviations)
    await this.#remove(writtenFirst.filter(({ name }) => !removedLast.has(name)))
    await snapshotStore.complete(transaction, snapshot, totalOf(plan.counts))
    // Last, because users whose rows are locked can neither log out nor be disabled
    await this.#writeTables(writtenLast, deviations)
    await this.#remove(inOrder.filter(({ name }) => removedLast.has(name)))
    return { snapshot, privileged: inOrder.flatMap(({ privileged }) => privileged) }
  }

  async #remove(inOrder: readonly TableApplication[]): Promise<void> {
    for (const table of inOrder.toReversed()) if (!table.isRemovedFirst) await this.#do(table, () => table.remove())
  }

  async #writeTables(inOrder: readonly TableApplication[], deviations: Deviations): Promise<void> {
    for (const table of inOrder) await table.check()
    deviations.throwIfAny()
    for (const table of inOrder) await this.#do(table, () => table.freeNames())
    for (const table of inOrder.toReversed()) if (table.isRemovedFirst) await this.#do(table, () => table.remove())
    for (const table of inOrder) {
      await this.#do(table, () => table.write())
      deviations.throwIfAny()
    }
  }

  /** Executes a step and notes its table, for the error if the step violates a constraint. */
  #do({ name }: TableApplication, step: () => Promise<void>): Promise<void> {
    this.#currentTable = name
    return step()
  }

  #applicationTo(
    transaction: Knex.Transaction,
    table: ConfigurationTable,
    {
      plan,
      snapshot,
      ...options
    }: { plan: Plan; snapshot: SnapshotKey; deviations: Deviations; columns: Readonly<Values> },
  ): TableApplication {
    const { database, transferTables: tables } = this.#deps
    const read = (kind: ChangeKind) => this.#changes(transaction, plan, table.name, kind)
    const caller = this.#origin.principal
    const shared = { tables, dialect: database.dialect, caller, snapshot: snapshot.id, read }
    return new TableApplication(transaction, { table, ...shared, ...options })
  }

  async *#changes(
    transaction: Knex.Transaction,
    plan: Plan,
    table: string,
    kind: ChangeKind,
  ): AsyncGenerator<readonly NumberedChange[]> {
    yield* inBatches((range) => {
      this.#signal.throwIfAborted()
      return this.#deps.planStore.changes(transaction, plan, { table, kind, ...range })
    })
  }

  async #record(
    transaction: Knex.Transaction,
    { identifier: target, source, counts }: Plan,
    { snapshot, privileged }: WrittenPlan,
  ): Promise<void> {
    const [origin, { securityEvents }] = [this.#origin, this.#deps]
    for (const { table, name, level, fields } of privileged) {
      const event = fields === undefined ? 'record-imported' : 'record-changed'
      const details = { table, level, ...(fields !== undefined && { fields }) }
      await securityEvents.record(transaction, { event, origin, target: name, details })
    }
    const { add, update, remove } = totalOf(counts)
    const rolledBackTo = source.kind === 'snapshot' && { rolled_back_to: source.of ?? '' }
    const details = { add, update, remove, ...(snapshot && { snapshot: snapshot.identifier }), ...rolledBackTo }
    await securityEvents.record(transaction, { event: 'configuration-applied', origin, target, details })
  }
}

function isChanged(counts: Plan['counts'][string] | undefined): boolean {
  return counts !== undefined && counts.add + counts.update + counts.remove > 0
}
