import type { Authenticated, Callers, Database, KernelServices, Knex, Origin, SecurityEvents } from '@plinth/kernel'
import { expectOrigin } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { TaskQueue } from '../task-queue.js'
import type { Snapshot, SnapshotStore } from './snapshot-store.js'

interface SnapshotServiceDeps extends Pick<KernelServices, 'database' | 'callers' | 'securityEvents'> {
  readonly snapshotStore: SnapshotStore
  readonly writeQueue: TaskQueue
}

/** Takes, lists and deletes snapshots of the configuration. */
export class SnapshotService {
  readonly #database: Database
  readonly #callers: Callers
  readonly #events: SecurityEvents
  readonly #store: SnapshotStore
  readonly #queue: TaskQueue

  constructor({ database, callers, securityEvents, snapshotStore, writeQueue }: SnapshotServiceDeps) {
    this.#database = database
    this.#callers = callers
    this.#events = securityEvents
    this.#store = snapshotStore
    this.#queue = writeQueue
  }

  /** Takes a snapshot now. */
  async take(origin: Origin<Authenticated>, note?: string): Promise<Snapshot> {
    expectOrigin(origin, 'snapshotService.take()')
    const { identifier } = await this.#write(async (transaction) => {
      const snapshot = await this.#store.take(transaction, { origin, reason: 'request', note })
      await this.#store.complete(transaction, snapshot)
      await this.#callers.confirm(origin, transaction)
      await this.#events.record(transaction, { event: 'snapshot-taken', origin, target: snapshot.identifier })
      return snapshot
    })
    return this.find(identifier)
  }

  /** Returns the snapshots, the newest first. */
  list(): Promise<Snapshot[]> {
    return this.#database.read((knex) => this.#store.list(knex))
  }

  /** Throws `SNAPSHOT_NOT_FOUND`. */
  async find(identifier: string): Promise<Snapshot> {
    const snapshot = await this.#database.read((knex) => this.#store.find(knex, identifier))
    if (!snapshot) throw errors.SNAPSHOT_NOT_FOUND()
    return snapshot
  }

  /** Deletes a snapshot. Throws `SNAPSHOT_NOT_FOUND`. */
  async delete(origin: Origin<Authenticated>, identifier: string): Promise<void> {
    expectOrigin(origin, 'snapshotService.delete()')
    await this.#write(async (transaction) => {
      const snapshot = await this.#store.find(transaction, identifier)
      if (!snapshot) throw errors.SNAPSHOT_NOT_FOUND()
      await this.#store.delete(transaction, snapshot)
      await this.#callers.confirm(origin, transaction)
      await this.#events.record(transaction, { event: 'snapshot-deleted', origin, target: identifier })
    })
  }

  /** Executes a transaction while no import or apply of a plan is running. */
  #write<T>(callback: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    return this.#queue.run(() =>
      this.#database.write(async (transaction) => {
        await this.#database.dialect.acquireLock(transaction, 'import')
        return callback(transaction)
      }),
    )
  }
}
