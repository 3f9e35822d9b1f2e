import type { Database, Knex } from '@plinth/kernel'
import { errors } from '../errors.js'
import type { FileStore, StoredFile } from '../files/file-store.js'
import { refusedChange } from '../plans/change.js'
import type { ChangeWriter } from '../plans/change-writer.js'
import type { Snapshot, SnapshotStore } from '../snapshots/snapshot-store.js'
import { PRESENT, type TableState } from '../snapshots/table-state.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { FileSource, type RecordSource, StateSource } from './record-source.js'

/** A side of a comparison or merge. */
export type Side =
  | { readonly kind: 'present' }
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'file'; readonly file: StoredFile }

interface SidesDeps {
  readonly database: Database
  readonly transferTables: TransferTables
  readonly fileStore: FileStore
  readonly snapshotStore: SnapshotStore
}

/** Finds the sides of comparisons and merges, and their records. */
export class Sides {
  readonly #deps: SidesDeps

  constructor({ database, transferTables, fileStore, snapshotStore }: SidesDeps) {
    this.#deps = { database, transferTables, fileStore, snapshotStore }
  }

  /** Returns the side with this id, or for `present` the present configuration. Throws `STATE_NOT_FOUND`. */
  async find(identifier: string): Promise<Side> {
    if (identifier === 'present') return { kind: 'present' }
    return this.#deps.database.read((knex) => this.#stored(knex, identifier))
  }

  /** Returns the records of a side. Throws `STATE_NOT_FOUND` if it was deleted meanwhile. */
  async sourceOf(transaction: Knex.Transaction, side: Side): Promise<RecordSource> {
    const { database, transferTables: tables, fileStore } = this.#deps
    if (side.kind === 'file') {
      await this.#stored(transaction, side.file.identifier)
      return new FileSource(fileStore, side.file)
    }
    return new StateSource({ tables, dialect: database.dialect, state: await this.stateOf(transaction, side) })
  }

  async stateOf(transaction: Knex.Transaction, side: Exclude<Side, { kind: 'file' }>): Promise<TableState> {
    if (side.kind === 'present') return PRESENT
    await this.#stored(transaction, side.snapshot.identifier)
    return this.#deps.snapshotStore.stateOf(transaction, side.snapshot)
  }

  async #stored(knex: Knex, identifier: string): Promise<Side> {
    const snapshot = await this.#deps.snapshotStore.find(knex, identifier)
    if (snapshot) return { kind: 'snapshot', snapshot }
    const file = await this.#deps.fileStore.find(knex, identifier)
    if (!file) throw errors.STATE_NOT_FOUND({ id: identifier })
    return { kind: 'file', file }
  }
}

/** Adds the problems of a side that is a file, as refused changes. */
export async function addFileProblems(side: Side, changes: ChangeWriter): Promise<void> {
  if (side.kind !== 'file') return
  const { problems, problemCount } = side.file
  for (const { table, ...problem } of problems) changes.add(refusedChange(table, problem))
  const [more, last] = [problemCount - problems.length, problems.at(-1)]
  if (more === 0 || !last) return
  changes.add(refusedChange(last.table, { name: '…', reason: `${more} more records or tables cannot be read` }))
}
