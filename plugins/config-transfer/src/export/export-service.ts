import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Authenticated, Callers, Clock, Database, Knex, Origin, SecurityEvents } from '@plinth/kernel'
import { expectOrigin } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import { readAhead } from '../read-ahead.js'
import type { ConfigTransferSettings } from '../settings.js'
import type { Snapshot, SnapshotStore } from '../snapshots/snapshot-store.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { canonicalPieces } from './canonical-pieces.js'
import { documentPieces } from './document-pieces.js'

/** More exports would leave too few connections for other requests. */
const MAX_CONCURRENT_EXPORTS = 2
/** `Retry-After` of `TOO_MANY_EXPORTS`. */
const RETRY_AFTER_S = 5

/** The result of an export: `abandoned` by its reader, or `failed` because of an error or the timeout. */
export type ExportResult = 'written' | 'abandoned' | 'failed'

/**
 * What is exported: the present configuration, unless a snapshot is given. With `isCanonical`, in canonical form: the
 * same bytes for the same content.
 */
export type ExportOptions =
  | { readonly snapshot?: Snapshot; readonly isCanonical?: never }
  | { readonly snapshot?: never; readonly isCanonical?: boolean }

interface ExportServiceDeps {
  readonly database: Database
  readonly clock: Clock
  readonly transferTables: TransferTables
  readonly callers: Callers
  readonly securityEvents: SecurityEvents
  readonly snapshotStore: SnapshotStore
  readonly settings: ConfigTransferSettings
}

/** Exports the configuration. */
export class ExportService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #tables: TransferTables
  readonly #callers: Callers
  readonly #events: SecurityEvents
  readonly #snapshots: SnapshotStore
  readonly #timeoutMs: number
  #running = 0
  readonly #results: Record<ExportResult, number> = { written: 0, abandoned: 0, failed: 0 }

  constructor(deps: ExportServiceDeps) {
    const { database, clock, transferTables, callers, securityEvents, snapshotStore, settings } = deps
    this.#snapshots = snapshotStore
    this.#database = database
    this.#clock = clock
    this.#tables = transferTables
    this.#callers = callers
    this.#events = securityEvents
    this.#timeoutMs = settings.exportTimeout * 1_000
  }

  /**
   * Returns the configuration as a stream of JSON: the present one, as of a single point in time, or that of
   * `options.snapshot`. Resolves once the database has been read for the first time, so that a failure before that
   * becomes an error response; if the database fails later, the stream is destroyed. Throws `TOO_MANY_EXPORTS` (503) if
   * two exports are running.
   */
  async open(origin: Origin<Authenticated>, options: ExportOptions = {}): Promise<Readable> {
    expectOrigin(origin, 'exportService.open()')
    if (this.#running >= MAX_CONCURRENT_EXPORTS) throw errors.TOO_MANY_EXPORTS({}, { retryAfter: RETRY_AFTER_S })
    this.#running += 1
    try {
      await this.#record(origin, options)
      return await this.#begin(options)
    } catch (error) {
      this.#end('failed')
      throw error
    }
  }

  /** Number of exports in progress. */
  get activeCount(): number {
    return this.#running
  }

  /** Counts of exports since the start, by result. */
  get results(): Readonly<Record<ExportResult, number>> {
    return this.#results
  }

  /** Records the export before the first byte is sent. */
  #record(origin: Origin, { snapshot }: ExportOptions): Promise<void> {
    const target = snapshot?.identifier
    return this.#database.write(async (transaction) => {
      await this.#callers.confirm(origin, transaction)
      await this.#events.record(transaction, { event: 'configuration-exported', origin, target })
    })
  }

  async *#pieces(transaction: Knex.Transaction, { snapshot, isCanonical }: ExportOptions) {
    const [tables, { dialect }] = [this.#tables, this.#database]
    if (isCanonical) return yield* canonicalPieces(transaction, { tables, dialect })
    const state = snapshot && (await this.#snapshots.stateOf(transaction, snapshot))
    yield* documentPieces(
      transaction,
      { tables, dialect, ...(state && { state }) },
      snapshot?.takenAt ?? this.#clock.now(),
    )
  }

  /** Starts writing, and resolves to the stream once the database has been read for the first time. */
  async #begin(options: ExportOptions): Promise<Readable> {
    const text = new PassThrough()
    text.on('error', () => {}) // the reader, which may not be attached yet, gets the error
    let onFirstRead = () => {}
    const firstRead = new Promise<void>((resolve) => {
      onFirstRead = resolve
    })
    const writing = this.#write(text, options, onFirstRead)
    await Promise.race([firstRead, writing])
    writing.then(
      () => this.#end('written'),
      (error) => {
        text.destroy(error)
        this.#end(hasReaderClosed(error) ? 'abandoned' : 'failed')
      },
    )
    return text
  }

  #write(text: Writable, options: ExportOptions, onFirstRead: () => void): Promise<void> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    // Reads a snapshot of the whole database, which has nothing to do with the snapshots of configurations
    return this.#database.readSnapshot(async (transaction) => {
      await beginDatabaseSnapshot(transaction, this.#tables)
      onFirstRead()
      await pipeline(Readable.from(readAhead(this.#pieces(transaction, options))), text, { signal })
    })
  }

  #end(result: ExportResult): void {
    this.#results[result] += 1
    this.#running -= 1
  }
}

/** Whether the reader closed the stream early. Any other failure has a different error code. */
function hasReaderClosed(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Makes the database take its snapshot, which it only does at the first read. */
async function beginDatabaseSnapshot(transaction: Knex.Transaction, tables: TransferTables): Promise<void> {
  const [first] = tables.inFileOrder
  if (first) await transaction(first.table).select('id').first()
}
