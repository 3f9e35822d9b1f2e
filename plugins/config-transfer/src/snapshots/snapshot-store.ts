import type { KernelServices, Knex, Origin } from '@plinth/kernel'
import type { Actor } from '@plinth/kernel/contracts'
import { actorOf } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { ChangeCounts } from '../plans/change.js'
import { toRowId } from '../row-id.js'
import type { ConfigTransferSettings } from '../settings.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { forgetSize, snapshotSizes, storeSizes } from './snapshot-sizes.js'
import { EPOCH, JOURNAL, SNAPSHOT_TABLES, SNAPSHOTS } from './snapshot-tables.js'
import { SnapshotState } from './table-state.js'

/** Why a snapshot was taken: before an import or the apply of a plan, or because somebody asked for it. */
export type SnapshotReason = 'import' | 'apply' | 'request'

/** The state of the configuration at one time. */
export interface Snapshot {
  /** The later the snapshot, the greater its id. */
  readonly id: number
  /** Its id in the REST API. */
  readonly identifier: string
  /** In ms. */
  readonly takenAt: number
  readonly reason: SnapshotReason
  readonly note: string | null
  readonly takenBy: Actor
  /** What was changed right after it, by the import or plan that it precedes. */
  readonly counts: ChangeCounts
  /** Size of what was kept for it until the next snapshot, in bytes. */
  readonly size: number
}

/** What a new snapshot is for. */
export interface SnapshotOccasion {
  readonly origin: Origin
  readonly reason: SnapshotReason
  readonly note?: string | undefined
}

interface SnapshotStoreDeps extends Pick<KernelServices, 'database' | 'clock' | 'randomness'> {
  readonly transferTables: TransferTables
  readonly settings: ConfigTransferSettings
}

/** Stores the snapshots. Taking one writes only a few rows: triggers keep the rows that change afterwards. */
export class SnapshotStore {
  readonly #deps: SnapshotStoreDeps

  constructor({ database, clock, randomness, transferTables, settings }: SnapshotStoreDeps) {
    this.#deps = { database, clock, randomness, transferTables, settings }
  }

  /**
   * Takes a snapshot in the transaction that will change the configuration, before the first change. A record
   * that another transaction is creating at the same time may count as part of the snapshot. The caller holds the lock
   * `import`, so that snapshots are taken one after the other.
   */
  async take(transaction: Knex.Transaction, { origin, reason, note }: SnapshotOccasion): Promise<SnapshotKey> {
    const { clock, randomness, transferTables } = this.#deps
    const { kind, name } = actorOf(origin)
    const identifier = randomness.identifier()
    await storeSizes(transaction)
    const [row] = await transaction(SNAPSHOTS)
      .insert({
        identifier,
        taken_at: clock.now(),
        reason,
        note: note ?? null,
        actor_kind: kind,
        actor_name: name,
        counts: JSON.stringify(NOTHING_CHANGED),
      })
      .returning('id')
    const id = Number(row.id)
    for (const { table } of transferTables.inFileOrder) {
      await transaction.raw(
        `INSERT INTO ${SNAPSHOT_TABLES} (snapshot_id, table_name, last_id) SELECT CAST(? AS integer), CAST(? AS text), coalesce(max(id), 0) FROM ??`,
        [id, table, table],
      )
    }
    await transaction(EPOCH).where({ id: 1 }).update({ epoch: id })
    return { id, identifier }
  }

  /**
   * Adds the numbers of the records that the same transaction has changed since it took the snapshot. Deletes the
   * oldest snapshots beyond the limits.
   */
  async complete(
    transaction: Knex.Transaction,
    { id }: SnapshotKey,
    { add, update, remove }: ChangeCounts = NOTHING_CHANGED,
  ): Promise<void> {
    await transaction(SNAPSHOTS)
      .where({ id })
      .update({ counts: JSON.stringify({ add, update, remove }) })
    await this.#deleteBeyondLimits(transaction)
  }

  /** Returns the snapshots, the newest first. */
  async list(knex: Knex): Promise<Snapshot[]> {
    const rows: SnapshotRow[] = await knex(SNAPSHOTS).select().orderBy('id', 'desc')
    const sizes = await snapshotSizes(knex)
    return rows.map((row) => snapshotOf(row, sizes.get(row.id) ?? 0))
  }

  async find(knex: Knex, identifier: string): Promise<Snapshot | undefined> {
    return (await this.list(knex)).find((snapshot) => snapshot.identifier === identifier)
  }

  /** Returns the state of the tables when a snapshot was taken. Throws `SNAPSHOT_NOT_FOUND` if it was deleted since. */
  async stateOf(knex: Knex, { id }: SnapshotKey): Promise<SnapshotState> {
    const rows: { table_name: string; last_id: string | number }[] = await knex(SNAPSHOT_TABLES)
      .select('table_name', 'last_id')
      .where({ snapshot_id: id })
    if (rows.length === 0) throw errors.SNAPSHOT_NOT_FOUND()
    return new SnapshotState(id, new Map(rows.map((row) => [row.table_name, toRowId(row.last_id)])))
  }

  /** Deletes a snapshot, and the journal entries that only it needs. The caller holds the lock `import`. */
  async delete(transaction: Knex.Transaction, { id }: SnapshotKey): Promise<void> {
    await transaction(SNAPSHOT_TABLES).where({ snapshot_id: id }).delete()
    await transaction(SNAPSHOTS).where({ id }).delete()
    const older = await transaction(SNAPSHOTS).where('id', '<', id).max({ id: 'id' }).first()
    const newer = await transaction(SNAPSHOTS).where('id', '>', id).min({ id: 'id' }).first()
    const unneeded = transaction(JOURNAL)
    if (newer?.id != null) unneeded.where('epoch', '<', newer.id)
    if (older?.id != null) {
      await forgetSize(transaction, older.id)
      // The older snapshot needs only the first entry of each row since it was taken
      unneeded
        .where('epoch', '>=', id)
        .whereExists((earlier) =>
          earlier
            .from(`${JOURNAL} as e`)
            .whereRaw(
              `e.table_name = ${JOURNAL}.table_name AND e.row_id = ${JOURNAL}.row_id AND e.epoch < ${JOURNAL}.epoch`,
            )
            .where('e.epoch', '>=', older.id),
        )
    }
    await unneeded.delete()
    if (newer?.id == null && older?.id == null) await transaction(EPOCH).where({ id: 1 }).update({ epoch: 0 })
  }

  async #deleteBeyondLimits(transaction: Knex.Transaction): Promise<void> {
    const { snapshots: maxCount, snapshotBytes } = this.#deps.settings
    const newestFirst = await this.list(transaction)
    let size = 0
    for (const [index, snapshot] of newestFirst.entries()) {
      size += snapshot.size
      if (index > 0 && (index >= maxCount || size > snapshotBytes)) await this.delete(transaction, snapshot)
    }
  }
}

/** The id of a snapshot in the database, and in the REST API. */
export type SnapshotKey = Pick<Snapshot, 'id' | 'identifier'>

const NOTHING_CHANGED: ChangeCounts = { add: 0, update: 0, remove: 0 }

interface SnapshotRow {
  readonly id: number
  readonly identifier: string
  readonly taken_at: string | number
  readonly reason: SnapshotReason
  readonly note: string | null
  readonly actor_kind: Actor['kind']
  readonly actor_name: string | null
  readonly counts: string
}

function snapshotOf(row: SnapshotRow, size: number): Snapshot {
  const { id, identifier, reason, note, taken_at, actor_kind, actor_name, counts } = row
  const takenBy = { kind: actor_kind, name: actor_name }
  return { id, identifier, takenAt: Number(taken_at), reason, note, takenBy, counts: JSON.parse(counts), size }
}
