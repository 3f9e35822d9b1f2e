import { type Authenticated, type KernelServices, type Origin, PlinthError, type ReceivedFile } from '@plinth/kernel'
import { expectOrigin } from '@plinth/kernel/tools'
import { openConfiguration } from '../document/configuration-file.js'
import { errors } from '../errors.js'
import { Pace } from '../pace.js'
import type { SnapshotStore } from '../snapshots/snapshot-store.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { TaskQueue } from '../task-queue.js'
import type { ImportReport, ImportResult } from './import-report.js'
import { type ImportOptions, ImportRun } from './import-run.js'

/**
 * Why an import stopped. `unreadable`: it was rejected with a 4xx, usually because the file is not a configuration;
 * `abandoned`: the caller disconnected; `failed`: an unexpected error occurred, or the database is unavailable.
 */
export type ImportFailure = 'unreadable' | 'abandoned' | 'failed'

interface ImportServiceDeps
  extends Pick<KernelServices, 'database' | 'randomness' | 'traffic' | 'callers' | 'securityEvents'> {
  readonly transferTables: TransferTables
  readonly snapshotStore: SnapshotStore
  readonly writeQueue: TaskQueue
}

/** Maximum number of imports that run or wait in this process: one runs, four wait. */
const MAX_IMPORTS = 5
/** `Retry-After` of `TOO_MANY_IMPORTS`. */
const RETRY_AFTER_S = 5

/** Imports configuration files. */
export class ImportService {
  readonly #deps: ImportServiceDeps
  #activeCount = 0
  readonly #results: Record<ImportResult | ImportFailure, number> = {
    written: 0,
    'dry-run': 0,
    refused: 0,
    unreadable: 0,
    abandoned: 0,
    failed: 0,
  }

  constructor(deps: ImportServiceDeps) {
    const { database, randomness, transferTables, traffic, callers, securityEvents, snapshotStore, writeQueue } = deps
    this.#deps = { database, randomness, transferTables, traffic, callers, securityEvents, snapshotStore, writeQueue }
  }

  /**
   * Imports a file in one transaction and reports the result of each record. Only one import runs at a time across all
   * replicas. Records must not be more privileged than the caller, and for a token must be less privileged; the CLI has
   * the level of a sudo user. `result` is `refused` if `atomic` is set and a record failed.
   */
  async import(
    origin: Origin<Authenticated>,
    file: ReceivedFile,
    options: ImportOptions,
  ): Promise<{ result: ImportResult; report: ImportReport }> {
    expectOrigin(origin, 'importService.import()')
    if (this.#activeCount >= MAX_IMPORTS) throw errors.TOO_MANY_IMPORTS({}, { retryAfter: RETRY_AFTER_S })
    this.#activeCount += 1
    try {
      const pace = new Pace(this.#deps.traffic)
      const configuration = await openConfiguration(file, { signal: options.signal, pace })
      const run = new ImportRun(this.#deps, { ...options, origin, file: configuration, pace })
      await run.refuseUnknownTables()
      const done = await this.#deps.writeQueue.run(() => run.execute())
      this.#results[done.result] += 1
      return done
    } catch (error) {
      this.#results[failureOf(error, options.signal)] += 1
      throw error
    } finally {
      this.#activeCount -= 1
    }
  }

  /** Counts an import whose client disconnected during the upload. */
  countAbandonedUpload(): void {
    this.#results.abandoned += 1
  }

  /** Number of imports that run or wait in this process. */
  get activeCount(): number {
    return this.#activeCount
  }

  /** Counts of imports since the start, by result. */
  get results(): Readonly<Record<ImportResult | ImportFailure, number>> {
    return this.#results
  }
}

function failureOf(error: unknown, { aborted }: AbortSignal): ImportFailure {
  if (aborted) return 'abandoned'
  return error instanceof PlinthError && error.status < 500 ? 'unreadable' : 'failed'
}
