import type { Knex } from 'knex'
import type { Database, PoolUse, WriteOptions } from './database.js'
import { DatabaseAway } from './database-away.js'
import type { Dialect } from './dialect.js'
import { poolUseOf } from './knex-internals.js'
import { type Binding, executeByKnex, type LookUp, type LookUpOptions } from './look-up.js'
import { storageErrors } from './storage-errors.js'
import { isConnectionLost, meansAway } from './transactions/lost-connection.js'
import type { OpenTransaction } from './transactions/open-transaction.js'
import { rejectAfter } from './transactions/reject-after.js'
import { type TransactOptions, transact } from './transactions/transact.js'
import { WriteReadiness } from './write-readiness.js'

export interface KnexDatabaseParts {
  readonly dialect: Dialect
  readonly writer: Knex
  /** A pool that only reads; the writer where there is no other. */
  readonly reader: Knex
  /** How a statement runs that is asked on every request; by the reader unless given. */
  readonly lookUp?: LookUp
  /** Whether nobody but this process can write to it. */
  readonly isOwned?: boolean
  /**
   * Whether it is connected when something takes too long; taken for true unless given, as drivers tell of lost
   * connections by errors.
   */
  readonly isConnected?: () => boolean
  /** What closing means; nothing for a Knex that is the host's. */
  readonly close: () => Promise<void>
  /** Is done once, before the first write is acknowledged. */
  readonly onFirstWrite?: () => Promise<void>
  /** The code of what keeps everything from being written, if anything does. */
  readonly writeObstacle?: () => string | undefined
  /** Copies the database to a new file, where it is a file itself. */
  readonly copyTo?: (file: string) => Promise<void>
}

/** Longest time in ms that reading, or beginning to write, may take: a server can be there and not answer. */
const READ_TIMEOUT_MS = 10_000
const NO_FILE = 'it is no SQLite file. A PostgreSQL server is backed up by its own pg_dump'
/** After a cut each connection of a pool fails once, and a pool has ten. */
const MAX_ATTEMPTS = 11

/** The `Database` over Knex. */
export class KnexDatabase implements Database {
  readonly dialect: Dialect
  readonly #writer: Knex
  readonly #reader: Knex
  readonly #lookUp: LookUp
  readonly #isConnected: () => boolean
  readonly #close: () => Promise<void>
  readonly #copyTo: KnexDatabaseParts['copyTo']
  #onFirstWrite: KnexDatabaseParts['onFirstWrite']
  readonly #writeReadiness: WriteReadiness
  /** Transactions that write and have begun. */
  #writing = 0
  readonly #open = new WeakMap<Knex.Transaction, OpenTransaction>()
  #writes: number | undefined

  constructor({ dialect, writer, reader, lookUp, isOwned = false, close, copyTo, ...hooks }: KnexDatabaseParts) {
    this.dialect = dialect
    this.#isConnected = hooks.isConnected ?? (() => true)
    this.#writer = writer
    this.#reader = reader
    this.#lookUp = lookUp ?? ((sql, bindings) => executeByKnex(reader, sql, bindings))
    this.#writes = isOwned ? 0 : undefined
    this.#close = close
    this.#copyTo = copyTo
    this.#onFirstWrite = hooks.onFirstWrite
    this.#writeReadiness = new WriteReadiness({
      dialect,
      obstacle: hooks.writeObstacle ?? (() => undefined),
      isLockOurs: () => this.#writing > 0 && isOwned, // that of a SQLite file
      transact: (work) =>
        this.#transact(writer, { begin: dialect.beginWrite }, (transaction) => work(transaction.knex)),
    })
  }

  get writes(): number | undefined {
    return this.#writes
  }

  read<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    return this.#readInTime(() => work(this.#reader))
  }

  lookUp<Row extends object>(
    sql: string,
    bindings: readonly Binding[],
    options?: LookUpOptions,
  ): Promise<readonly Row[]> {
    const mayRetry = options?.isLong !== true // the server may still be at it
    return this.#readInTime(() => this.#lookUp(sql, bindings, options) as Promise<readonly Row[]>, mayRetry)
  }

  #readInTime<T>(work: () => Promise<T>, mayRetry = true): Promise<T> {
    let isGivenUp = false
    const reading = onLiveConnection(work, () => mayRetry && !isGivenUp)
    const inTime = rejectAfter(reading, READ_TIMEOUT_MS, this.#isConnected)
    inTime.catch(() => {
      isGivenUp = true
    })
    return Promise.race([reading, inTime])
  }

  readSnapshot<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    return this.#transact(this.#reader, { begin: this.dialect.beginSnapshot }, ({ knex }) => work(knex))
  }

  async write<T>(work: (transaction: Knex.Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    this.#writeReadiness.refuseObstacle()
    let open: OpenTransaction | undefined
    const run = (transaction: OpenTransaction) => {
      open = transaction
      this.#writing += 1
      this.#open.set(transaction.knex, transaction)
      return work(transaction.knex)
    }
    const noteWrite = () => {
      if (open) this.#writing -= 1
      if (this.#writes !== undefined) this.#writes += 1
    }
    const begin = this.dialect.beginWrite
    const result = await this.#writeReadiness.follow(
      this.#transact(this.#writer, { begin, ...options }, run, noteWrite),
    )
    open?.runAfterCommit()
    await this.#onFirstWrite?.()
    this.#onFirstWrite = undefined
    return result
  }

  writeProblem(): Promise<string | undefined> {
    return this.#writeReadiness.problem()
  }

  async execute<Row extends object>(
    transaction: Knex.Transaction,
    sql: string,
    bindings: readonly Binding[],
  ): Promise<readonly Row[]> {
    const open = this.#open.get(transaction)
    // A savepoint and a snapshot are not among the open ones.
    const rows = open ? open.execute(sql, bindings) : executeByKnex(transaction, sql, bindings)
    return rows as Promise<readonly Row[]>
  }

  async withCommit(transaction: Knex.Transaction, sql: string, bindings: readonly Binding[]): Promise<void> {
    const open = this.#open.get(transaction)
    if (open) open.withCommit(sql, bindings)
    else await executeByKnex(transaction, sql, bindings) // of a savepoint
  }

  afterCommit(transaction: Knex.Transaction, action: () => void): void {
    this.#open.get(transaction)?.afterCommit(action)
  }

  async backUp(file: string): Promise<void> {
    if (!this.#copyTo) throw storageErrors.NOT_BACKED_UP({ reason: NO_FILE })
    await this.#copyTo(file)
  }

  pools(): readonly PoolUse[] {
    if (this.#reader === this.#writer) return useOf('shared', this.#writer)
    return [...useOf('writer', this.#writer), ...useOf('readers', this.#reader)]
  }

  close(): Promise<void> {
    return this.#close()
  }

  /**
   * Begins anew on another connection as long as nothing of the work was done. `over` runs when a transaction has
   * ended, either way.
   */
  #transact<T>(
    knex: Knex,
    options: TransactOptions,
    work: (transaction: OpenTransaction) => Promise<T>,
    over = () => {},
  ): Promise<T> {
    let hasBegun = false
    let isGivenUp = false
    let begun = () => {}
    const beginning = new Promise<void>((resolve) => {
      begun = resolve
    })
    const run = (transaction: OpenTransaction) => {
      if (isGivenUp) throw new DatabaseAway(new Error('too late'))
      hasBegun = true
      begun()
      return work(transaction)
    }
    const transacting = onLiveConnection(
      () => transact(knex, options, run).finally(over),
      () => !hasBegun,
    )
    const inTime = rejectAfter(Promise.race([beginning, transacting]), READ_TIMEOUT_MS, this.#isConnected)
    inTime.catch(() => {
      isGivenUp = true
    })
    return Promise.race([transacting, inTime])
  }
}

function useOf(name: PoolUse['name'], knex: Knex): readonly PoolUse[] {
  const use = poolUseOf(knex)
  return use ? [{ name, ...use }] : []
}

/**
 * Tries again while connections turn out to be of no use and it may be tried; tells a database that is away from a
 * wrong statement.
 */
async function onLiveConnection<T>(work: () => Promise<T>, mayTryAgain: () => boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (isConnectionLost(error) && mayTryAgain() && tries < MAX_ATTEMPTS) continue
      throw meansAway(error) ? new DatabaseAway(error) : error
    }
  }
}
