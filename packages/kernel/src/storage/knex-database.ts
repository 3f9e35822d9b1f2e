import type { Knex } from 'knex'
import type { Database, PoolUse } from './database.js'
import { DatabaseAway } from './database-away.js'
import type { Dialect } from './dialect.js'
import { type LookUp, type LookUpOptions, lookUpByKnex } from './look-up.js'
import { isConnectionLost, meansAway } from './lost-connection.js'
import { storageErrors } from './storage-errors.js'

export interface KnexDatabaseParts {
  readonly dialect: Dialect
  readonly writer: Knex
  /** A pool that only reads; the writer where there is no other. */
  readonly reader: Knex
  /** How a statement runs that is asked on every request; by the reader unless given. */
  readonly lookUp?: LookUp
  /** Whether nobody but this process can write to it. */
  readonly isOwned?: boolean
  /** What closing means; nothing for a Knex that is the host's. */
  readonly close: () => Promise<void>
  /** Copies the database to a new file, where it is a file itself. */
  readonly copyTo?: (file: string) => Promise<void>
}

/** Longest time in ms that reading, or beginning to write, may take: a server can be there and not answer. */
const PATIENCE = 10_000
const NO_FILE = 'it is no SQLite file. A PostgreSQL server is backed up by its own pg_dump'
/** After a cut each connection of a pool fails once, and a pool has ten. */
const MOST_TRIES = 11

/** The `Database` over Knex. */
export class KnexDatabase implements Database {
  readonly dialect: Dialect
  readonly #writer: Knex
  readonly #reader: Knex
  readonly #lookUp: LookUp
  readonly #close: () => Promise<void>
  readonly #copyTo: KnexDatabaseParts['copyTo']
  readonly #afterCommit = new WeakMap<Knex.Transaction, (() => void)[]>()
  #writes: number | undefined

  constructor({ dialect, writer, reader, lookUp, isOwned = false, close, copyTo }: KnexDatabaseParts) {
    this.dialect = dialect
    this.#writer = writer
    this.#reader = reader
    this.#lookUp = lookUp ?? lookUpByKnex(reader)
    this.#writes = isOwned ? 0 : undefined
    this.#close = close
    this.#copyTo = copyTo
  }

  get writes(): number | undefined {
    return this.#writes
  }

  read<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    return this.#readInTime(() => work(this.#reader))
  }

  lookUp<Row extends object>(
    sql: string,
    bindings: readonly unknown[],
    options?: LookUpOptions,
  ): Promise<readonly Row[]> {
    return this.#readInTime(() => this.#lookUp(sql, bindings, options) as Promise<readonly Row[]>)
  }

  #readInTime<T>(work: () => Promise<T>): Promise<T> {
    const reading = onLiveConnection(work, () => true)
    return Promise.race([reading, impatience(reading)])
  }

  readSnapshot<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    return this.#transact(this.#reader, work, this.dialect.snapshot)
  }

  write<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    let actions: readonly (() => void)[] = []
    const noteActions = async (transaction: Knex.Transaction) => {
      const result = await work(transaction)
      actions = this.#afterCommit.get(transaction) ?? []
      return result
    }
    const over = () => {
      if (this.#writes !== undefined) this.#writes += 1
    }
    return this.#transact(this.#writer, noteActions, { over }).then((result) => {
      for (const action of actions) action()
      return result
    })
  }

  afterCommit(transaction: Knex.Transaction, action: () => void): void {
    this.#afterCommit.set(transaction, [...(this.#afterCommit.get(transaction) ?? []), action])
  }

  async backUp(file: string): Promise<void> {
    if (!this.#copyTo) throw storageErrors.NOT_BACKED_UP({ reason: NO_FILE })
    await this.#copyTo(file)
  }

  pools(): readonly PoolUse[] {
    if (this.#reader === this.#writer) return [useOf('shared', this.#writer)]
    return [useOf('writer', this.#writer), useOf('readers', this.#reader)]
  }

  close(): Promise<void> {
    return this.#close()
  }

  /** Begins anew on another connection as long as nothing of the work was done. `over` runs when a transaction has ended, either way. */
  #transact<T>(
    knex: Knex,
    work: (transaction: Knex.Transaction) => Promise<T>,
    { over = () => {}, ...config }: Knex.TransactionConfig & { over?: () => void } = {},
  ): Promise<T> {
    let hasBegun = false
    let begun = () => {}
    const beginning = new Promise<void>((resolve) => {
      begun = resolve
    })
    const begin = () => {
      let cause: unknown
      const run = async (transaction: Knex.Transaction) => {
        hasBegun = true
        begun()
        return work(transaction).catch((error) => {
          cause = error
          throw error
        })
      }
      // SQLite rolls back by itself on a full disk; that Knex cannot do it again must not hide why.
      const transaction = knex.transaction(run, config)
      this.dialect.endInAnyCase(transaction)
      return transaction.catch((error) => Promise.reject(cause ?? error)).finally(over)
    }
    const transacting = onLiveConnection(begin, () => !hasBegun)
    return Promise.race([transacting, impatience(Promise.race([beginning, transacting]))])
  }
}

/** Knex does not type its pool, which is tarn's. */
interface TarnPool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

function useOf(name: PoolUse['name'], knex: Knex): PoolUse {
  const pool = knex.client.pool as TarnPool
  return { name, used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() }
}

/** Tries again while connections turn out to be of no use and it may be tried; tells a database that is away from a wrong statement. */
async function onLiveConnection<T>(work: () => Promise<T>, mayTryAgain: () => boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (isConnectionLost(error) && mayTryAgain() && tries < MOST_TRIES) continue
      throw meansAway(error) ? new DatabaseAway(error) : error
    }
  }
}

/** Rejects when something takes too long; never resolves. */
function impatience(awaited: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new DatabaseAway(new Error('no answer'))), PATIENCE)
    const done = () => clearTimeout(timer)
    awaited.then(done, done)
  })
}
