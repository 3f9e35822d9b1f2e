import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { Semaphore } from '../async/semaphore.js'
import { PluginFault } from '../errors/plugin-fault.js'
import type { Database, PoolUse, WriteOptions } from './database.js'
import { databaseClosed } from './database-unavailable.js'
import type { Dialect } from './dialect.js'
import { poolSizeOf, poolUseOf } from './knex-internals.js'
import { type Binding, executeByKnex, type LookUp, type LookUpOptions } from './look-up.js'
import { storageErrors } from './storage-errors.js'
import { afterCommitActions } from './transactions/after-commit-actions.js'
import { type AttemptLimits, attemptRead, attemptTransaction } from './transactions/attempts.js'
import { codeOf, isConflict } from './transactions/driver-errors.js'
import { notNested } from './transactions/nested-writes.js'
import type { OpenTransaction } from './transactions/open-transaction.js'
import { runInTransaction, type TransactionOptions } from './transactions/run-in-transaction.js'
import { WriteReadiness } from './write-readiness.js'

export interface KnexDatabaseParts {
  readonly dialect: Dialect
  readonly writer: Knex
  /** Read-only pool, or the same Knex as `writer` if there is only one pool. */
  readonly reader: Knex
  /** Executes look-ups. Default: the reader executes them. */
  readonly lookUp?: LookUp
  /** Whether only this process can write to the database. */
  readonly isOwned?: boolean
  /**
   * Returns whether the database is connected. Called when an operation takes too long. Default: always true, because
   * drivers report lost connections as errors.
   */
  readonly isConnected?: () => boolean
  /** Closes the connections; does nothing for a host's Knex. */
  readonly close: () => Promise<void>
  /** Runs once, before the first write is acknowledged. */
  readonly onFirstWrite?: () => Promise<void>
  /** Returns the code of the problem that prevents all writes, if any. */
  readonly writeProblemCode?: () => string | undefined
  /** Copies the database to a new file. Only for SQLite files. */
  readonly copyTo?: (file: string) => Promise<void>
}

/** Why a database has no backup of its own: it is not a SQLite file that the kernel has opened. */
const NO_BACKUP = {
  postgres: 'it is not a SQLite file. Back up a PostgreSQL server with pg_dump',
  sqlite: 'it is in memory, or belongs to your own Knex. With that Knex, execute VACUUM INTO',
}
/** Max number of retries of a write after conflicts with other transactions. */
const MAX_CONFLICT_RETRIES = 3
/** Max delay in ms before such a retry. The delay is random, so that two transactions do not conflict again. */
const MAX_CONFLICT_RETRY_DELAY_MS = 20

/** Implementation of `Database` with Knex. */
export class KnexDatabase implements Database {
  readonly dialect: Dialect
  readonly #writer: Knex
  readonly #reader: Knex
  readonly #lookUp: LookUp
  readonly #close: () => Promise<void>
  readonly #copyTo: KnexDatabaseParts['copyTo']
  /** Limits concurrent snapshots: leaves a connection for other reads, and one for writes if they share the pool. */
  readonly #snapshots: Semaphore
  readonly #limits: AttemptLimits
  #onFirstWrite: KnexDatabaseParts['onFirstWrite']
  readonly #writeReadiness: WriteReadiness
  /** Number of running write transactions. */
  #activeWrites = 0
  readonly #openTransactions = new WeakMap<Knex.Transaction, OpenTransaction>()
  #writes: number | undefined
  #uses = 0
  #isClosed = false

  constructor({ dialect, writer, reader, lookUp, isOwned = false, close, copyTo, ...hooks }: KnexDatabaseParts) {
    this.dialect = dialect
    this.#writer = writer
    this.#reader = reader
    this.#lookUp = lookUp ?? ((sql, bindings) => executeByKnex(reader, sql, bindings))
    this.#writes = isOwned ? 0 : undefined
    this.#close = close
    this.#copyTo = copyTo
    this.#snapshots = new Semaphore(Math.max(1, poolSizeOf(reader) - (reader === writer ? 2 : 1)))
    this.#limits = { maxAttempts: poolSizeOf(reader) + 1, isConnected: hooks.isConnected ?? (() => true) }
    this.#onFirstWrite = hooks.onFirstWrite
    this.#writeReadiness = new WriteReadiness({
      dialect,
      problemCode: hooks.writeProblemCode ?? (() => undefined),
      wouldTrialWait: () => this.#activeWrites > 0 && isOwned, // a SQLite file has one write lock
      runInTransaction: (work) =>
        this.#runInTransaction(writer, { begin: dialect.beginWrite }, (transaction) => work(transaction.knex)),
    })
  }

  get writes(): number | undefined {
    return this.#writes
  }

  get uses(): number {
    return this.#uses
  }

  read<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    this.#uses += 1
    return this.#attemptRead(async () => {
      try {
        return await work(this.#reader)
      } catch (error) {
        throw writeInRead(error) ?? error
      }
    })
  }

  lookUp<Row extends object>(
    sql: string,
    bindings: readonly Binding[],
    options?: LookUpOptions,
  ): Promise<readonly Row[]> {
    this.#uses += 1
    const mayRepeat = options?.mayTakeLong !== true // the server may still be running it
    return this.#attemptRead(() => this.#lookUp(sql, bindings, options) as Promise<readonly Row[]>, { mayRepeat })
  }

  #attemptRead<T>(read: () => Promise<T>, options?: { readonly mayRepeat: boolean }): Promise<T> {
    if (this.#isClosed) return Promise.reject(databaseClosed())
    return attemptRead(read, { ...this.#limits, ...options })
  }

  readSnapshot<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    this.#uses += 1
    const [reader, options] = [this.#reader, { begin: this.dialect.beginSnapshot }]
    return this.#runInTransaction(reader, options, ({ knex }) => work(knex), { turns: this.#snapshots })
  }

  async writeFromSnapshot<T, R>(
    work: (snapshot: Knex.Transaction, write: Database['write']) => Promise<T>,
    finish: (found: T) => Promise<R>,
  ): Promise<R> {
    if (!this.#hasSingleConnection)
      return finish(await this.readSnapshot((snapshot) => work(snapshot, (...parameters) => this.write(...parameters))))
    this.#uses += 1
    const options = { begin: this.dialect.beginWriteFromSnapshot, runsOnce: true }
    return this.#writeOnce(async (transaction) => finish(await work(transaction, (run) => run(transaction))), options)
  }

  get #hasSingleConnection(): boolean {
    return this.#reader === this.#writer && poolSizeOf(this.#reader) === 1
  }

  async write<T>(work: (transaction: Knex.Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    this.#uses += 1
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await notNested(this, () => this.#writeOnce(work, options))
      } catch (error) {
        const mayRetry = options.runsOnce !== true && attempt < MAX_CONFLICT_RETRIES
        if (!mayRetry || !isConflict(error)) throw error
        await pause(Math.random() * MAX_CONFLICT_RETRY_DELAY_MS)
      }
    }
  }

  async #writeOnce<T>(
    work: (transaction: Knex.Transaction) => Promise<T>,
    { begin = this.dialect.beginWrite, changesSchema, ...options }: WriteOptions & { readonly begin?: string },
  ): Promise<T> {
    this.#writeReadiness.throwIfNotWritable()
    let open: OpenTransaction | undefined
    const run = async (transaction: OpenTransaction) => {
      open = transaction
      this.#activeWrites += 1
      this.#openTransactions.set(transaction.knex, transaction)
      const result = await work(transaction.knex)
      this.#writeReadiness.throwIfNotWritable() // rolls back
      return result
    }
    const onEnd = () => {
      if (open) this.#activeWrites -= 1
      if (this.#writes !== undefined) this.#writes += 1
    }
    const around = changesSchema ? this.dialect.aroundSchemaChange : undefined
    const result = await this.#writeReadiness.recordOutcome(
      this.#runInTransaction(this.#writer, { begin, around, ...options }, run, { onEnd }),
    )
    this.#writeReadiness.throwIfNotWritable() // the file may have been replaced before COMMIT
    open?.runAfterCommit()
    await this.#onFirstWrite?.()
    this.#onFirstWrite = undefined
    return result
  }

  onReplaced(report: (problem: string) => void): void {
    this.#writeReadiness.onReplaced(report)
  }

  writeProblem(): Promise<string | undefined> {
    return this.#writeReadiness.problem()
  }

  async execute<Row extends object>(
    transaction: Knex.Transaction,
    sql: string,
    bindings: readonly Binding[],
  ): Promise<readonly Row[]> {
    const open = this.#openTransactions.get(transaction)
    // `#openTransactions` contains neither savepoints nor snapshots.
    const rows = open ? open.execute(sql, bindings) : executeByKnex(transaction, sql, bindings)
    return rows as Promise<readonly Row[]>
  }

  async withCommit(transaction: Knex.Transaction, sql: string, bindings: readonly Binding[]): Promise<void> {
    const open = this.#openTransactions.get(transaction)
    if (open) open.withCommit(sql, bindings)
    else await executeByKnex(transaction, sql, bindings) // in a savepoint
  }

  afterCommit(transaction: Knex.Transaction, action: () => void): void {
    afterCommitActions(transaction).push(action)
  }

  async backUp(file: string): Promise<void> {
    if (!this.#copyTo) throw storageErrors.NOT_BACKED_UP({ reason: NO_BACKUP[this.dialect.name] })
    await this.#copyTo(file)
  }

  pools(): readonly PoolUse[] {
    if (this.#reader === this.#writer) return usageOf('shared', this.#writer)
    return [...usageOf('writer', this.#writer), ...usageOf('readers', this.#reader)]
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#close()
  }

  /**
   * Runs a transaction, and repeats it on another connection if the connection is lost before the work has begun. Waits
   * for one of the `turns`, if given. `onEnd` runs after each attempt, committed or not.
   */
  #runInTransaction<T>(
    knex: Knex,
    options: TransactionOptions,
    work: (transaction: OpenTransaction) => Promise<T>,
    { turns, onEnd = () => {} }: { readonly turns?: Semaphore; readonly onEnd?: () => void } = {},
  ): Promise<T> {
    if (this.#isClosed) return Promise.reject(databaseClosed())
    return attemptTransaction(async (progress) => {
      const attempt = async () => {
        progress.throwIfLate()
        const run = (transaction: OpenTransaction) => {
          progress.begin()
          return work(transaction)
        }
        return runInTransaction(knex, options, run).finally(onEnd)
      }
      return turns ? turns.run(attempt) : attempt()
    }, this.#limits)
  }
}

function usageOf(name: PoolUse['name'], knex: Knex): readonly PoolUse[] {
  const use = poolUseOf(knex)
  return use ? [{ name, ...use }] : []
}

const WRITES = /^\s*(alter|create|delete|drop|insert|replace|update)\b/i

/** Returns the fault to throw for the error of a statement that may not write, because it is in `read`. */
function writeInRead(error: unknown): PluginFault | undefined {
  if (!(error instanceof Error && codeOf(error) === 'SQLITE_READONLY' && WRITES.test(error.message))) return undefined
  return new PluginFault('A statement in read() writes. Use write() for it.', { cause: error })
}
