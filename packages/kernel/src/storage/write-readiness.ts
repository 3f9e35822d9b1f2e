import type { Knex } from 'knex'
import { withoutSecrets } from '../errors/without-secrets.js'
import { DatabaseUnavailable } from './database-unavailable.js'
import type { Dialect } from './dialect.js'
import { SQLITE_REPLACED } from './sqlite/sqlite-problem.js'

const FILE_REPLACED =
  'the database file, or its -wal, -shm or -owner, was moved, replaced or removed while it was open, and nothing is written to it any more: put it back, or restart the service'
/**
 * Error codes of a full or failing disk. After one of them, the database counts as writable again only once a write has
 * succeeded.
 */
const DISK_ERROR_CODES = new Set(['SQLITE_FULL', 'SQLITE_IOERR', '53100', '58030'])
/** Thrown to roll back a trial transaction. */
const TRIAL_ROLLBACK = new Error('trial transaction')

interface WriteReadinessParts {
  readonly dialect: Pick<Dialect, 'isReadOnly' | 'allocateSpace'>
  /** Returns the code of the problem that prevents all writes, if any. */
  readonly problemCode: () => string | undefined
  /** Returns whether a trial would have to wait for a write of this process, as with SQLite. */
  readonly wouldTrialWait: () => boolean
  /** Runs work in a write transaction. */
  readonly runInTransaction: (work: (transaction: Knex.Transaction) => Promise<void>) => Promise<void>
}

/** Determines whether a database is writable: from the result of the last write, or with a trial write. */
export class WriteReadiness {
  readonly #parts: WriteReadinessParts
  /** Error code of the last write if the disk was full or failed. */
  #diskErrorCode: string | undefined
  #checking: Promise<string | undefined> | undefined
  #reportReplaced: ((problem: string) => void) | undefined

  constructor(parts: WriteReadinessParts) {
    this.#parts = parts
  }

  /** Calls `report` once, when a write or `problem` finds that the file has been replaced. */
  onReplaced(report: (problem: string) => void): void {
    this.#reportReplaced = report
  }

  /** Throws a `DatabaseUnavailable` if nothing may be written. */
  throwIfNotWritable(): void {
    const code = this.#problemCode()
    if (code !== undefined) throw new DatabaseUnavailable(Object.assign(new Error('cannot be written'), { code }))
  }

  /** Awaits a write, and records whether it failed because of the disk. */
  async recordOutcome<T>(writing: Promise<T>): Promise<T> {
    try {
      const result = await writing
      this.#diskErrorCode = undefined
      return result
    } catch (error) {
      if (error instanceof DatabaseUnavailable && DISK_ERROR_CODES.has(error.code)) this.#diskErrorCode = error.code
      throw error
    }
  }

  /**
   * Returns the reason why nothing can be written, in one sentence, or `undefined`. Concurrent calls share one check.
   */
  problem(): Promise<string | undefined> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async #check(): Promise<string | undefined> {
    if (this.#problemCode() === SQLITE_REPLACED) return FILE_REPLACED
    if (this.#parts.wouldTrialWait()) return this.#diskErrorCode && cannotWrite(this.#diskErrorCode)
    return this.#tryWriting().catch((error) => cannotWrite(withoutSecrets(error).code ?? 'no code'))
  }

  #problemCode(): string | undefined {
    const code = this.#parts.problemCode()
    if (code === SQLITE_REPLACED) {
      this.#reportReplaced?.(FILE_REPLACED)
      this.#reportReplaced = undefined
    }
    return code
  }

  /** Begins a write and rolls it back. If the last write failed because of the disk, the trial allocates some space. */
  async #tryWriting(): Promise<string | undefined> {
    const { dialect, runInTransaction } = this.#parts
    let problem: string | undefined
    const trying = runInTransaction(async (transaction) => {
      if (await dialect.isReadOnly(transaction)) problem = 'the database is read-only'
      else if (this.#diskErrorCode !== undefined) await transaction.raw(dialect.allocateSpace)
      throw TRIAL_ROLLBACK
    })
    await trying.catch((error) => {
      if (error !== TRIAL_ROLLBACK) throw error
    })
    if (problem === undefined) this.#diskErrorCode = undefined
    return problem
  }
}

function cannotWrite(code: string): string {
  return `nothing can be written to the database (${code})`
}
