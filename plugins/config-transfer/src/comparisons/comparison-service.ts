import type { Authenticated, Database, Knex, Origin, Traffic } from '@plinth/kernel'
import { expectOrigin } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { FileStore, StoredFile } from '../files/file-store.js'
import { Pace } from '../import/pace.js'
import { refusedChange } from '../plans/change.js'
import type { ChangeWriter } from '../plans/change-writer.js'
import type { PlanMaker } from '../plans/plan-maker.js'
import type { Plan } from '../plans/plan-store.js'
import type { Snapshot, SnapshotStore } from '../snapshots/snapshot-store.js'
import { PRESENT, type TableState } from '../snapshots/table-state.js'
import type { TransferTables } from '../transfer-tables.js'
import { FileComparison } from './file-comparison.js'
import { FileSource, type RecordSource, StateSource } from './record-source.js'
import { StateComparison } from './state-comparison.js'

/** The ids of two snapshots or files, or `present`. */
export interface ComparedStates {
  readonly from: string
  readonly to: string
}

/** A side of a comparison or merge. */
export type Side =
  | { readonly kind: 'present' }
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'file'; readonly file: StoredFile }

interface ComparisonServiceDeps {
  readonly database: Database
  readonly transferTables: TransferTables
  readonly traffic: Traffic
  readonly planMaker: PlanMaker
  readonly fileStore: FileStore
  readonly snapshotStore: SnapshotStore
}

/** Compares configurations: the present one, those of snapshots, and those in files. */
export class ComparisonService {
  readonly #deps: ComparisonServiceDeps

  constructor({ database, transferTables, traffic, planMaker, fileStore, snapshotStore }: ComparisonServiceDeps) {
    this.#deps = { database, transferTables, traffic, planMaker, fileStore, snapshotStore }
  }

  /**
   * Compares two configurations. The result has the shape of a plan, the changes that lead from one to the other, but
   * cannot be applied. Throws `STATE_NOT_FOUND`.
   */
  async compare(origin: Origin<Authenticated>, { from, to }: ComparedStates, signal: AbortSignal): Promise<Plan> {
    expectOrigin(origin, 'comparisonService.compare()')
    const sides = { from: await this.side(from), to: await this.side(to) }
    const plan = { source: { kind: 'comparison', of: `${from} ${to}` } as const, digest: '', mode: 'mirror' as const }
    return this.#deps.planMaker.make(origin, async () => ({
      plan,
      find: (changes) =>
        this.#deps.database.readSnapshot((transaction) => this.#compare(transaction, sides, changes, signal)),
    }))
  }

  /** Returns the side with this id. Throws `STATE_NOT_FOUND`. */
  async side(identifier: string): Promise<Side> {
    if (identifier === 'present') return { kind: 'present' }
    const { database, fileStore, snapshotStore } = this.#deps
    return database.read(async (knex) => {
      const snapshot = await snapshotStore.find(knex, identifier)
      if (snapshot) return { kind: 'snapshot', snapshot }
      const file = await fileStore.find(knex, identifier)
      if (!file) throw errors.STATE_NOT_FOUND({ id: identifier })
      return { kind: 'file', file }
    })
  }

  /** Returns the records of a side. */
  async sourceOf(transaction: Knex.Transaction, side: Side): Promise<RecordSource> {
    const { database, transferTables: tables, fileStore } = this.#deps
    if (side.kind === 'file') return new FileSource(fileStore, side.file)
    return new StateSource({ tables, dialect: database.dialect, state: await this.#stateOf(transaction, side) })
  }

  async #compare(
    transaction: Knex.Transaction,
    { from, to }: { readonly from: Side; readonly to: Side },
    changes: ChangeWriter,
    signal: AbortSignal,
  ): Promise<void> {
    const { database, transferTables: tables, traffic } = this.#deps
    const shared = { tables, dialect: database.dialect, changes, signal, pace: new Pace(traffic) }
    if (from.kind !== 'file' && to.kind !== 'file') {
      const states = { from: await this.#stateOf(transaction, from), to: await this.#stateOf(transaction, to) }
      return new StateComparison({ ...shared, ...states }).compare(transaction)
    }
    for (const side of [from, to]) await refuseProblems(side, changes)
    const sources = { from: await this.sourceOf(transaction, from), to: await this.sourceOf(transaction, to) }
    await new FileComparison({ ...shared, ...sources }).compare(transaction)
  }

  async #stateOf(transaction: Knex.Transaction, side: Exclude<Side, { kind: 'file' }>): Promise<TableState> {
    return side.kind === 'present' ? PRESENT : this.#deps.snapshotStore.stateOf(transaction, side.snapshot)
  }
}

/** Adds what cannot be read in a file. */
export async function refuseProblems(side: Side, changes: ChangeWriter): Promise<void> {
  if (side.kind !== 'file') return
  const { problems, problemCount } = side.file
  for (const { table, ...problem } of problems) await changes.add(refusedChange(table, problem))
  const [more, last] = [problemCount - problems.length, problems.at(-1)]
  if (more === 0 || !last) return
  await changes.add(refusedChange(last.table, { name: '…', reason: `${more} more records cannot be read` }))
}
