import type { Knex } from 'knex'
import { type Binding, executeByKnex } from '../look-up.js'
import type { PoolClient, PooledConnection } from './pooled-connection.js'

/** Where a Knex, which is a function, has what it works with. */
interface KnexContext {
  client: PoolClient
  queryBuilder(): { table(name: unknown, options: unknown): unknown }
  _transaction(work: unknown, config: object, outer: OuterTransaction): Promise<unknown>
}
/** What a savepoint of Knex wants to know of the transaction that it is in. */
interface OuterTransaction {
  readonly transactor: Knex.Transaction
  isCompleted(): boolean
  /** Set and awaited by savepoints, so that they run one after the other. */
  _lastChild: Promise<unknown>
}

export const OVER = 'The transaction is over: await every statement inside the work that is handed in.'
const NOT_BY_HAND =
  'A transaction is committed when the work that is handed in resolves, and rolled back when it throws; it is neither ended nor listened to by hand.'

/**
 * A Knex facade bound to one open transaction; it inherits everything else from the Knex whose connection it is. Knex's
 * own transaction is a whole Knex each time, which takes longer to make than most transactions last.
 */
export class TransactionKnex {
  readonly knex: Knex.Transaction
  readonly #client: PoolClient
  readonly #connection: PooledConnection
  #isClosed = false
  #failure: Error | undefined
  /** Resolves once all that was asked is answered, one way or the other. */
  #answered: Promise<void> = Promise.resolve()
  #outer: OuterTransaction | undefined
  /** Resolves once all savepoints are over. */
  #savepoints: Promise<unknown> | undefined

  constructor(knex: Knex, connection: PooledConnection) {
    this.#client = knex.client
    this.#connection = connection
    this.knex = this.#knexLike(knex, this.#clientLike(knex.client))
  }

  /** What the first statement failed with that did; nothing is committed then. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** Whether a statement of `execute` is on its way when `execute` returns. */
  get sendsAtOnce(): boolean {
    return this.#connection.pipeline === true && this.#client.execute !== undefined
  }

  /**
   * Asks a statement with `?` for each binding and returns its rows; past Knex, unless it is a host's, who may listen.
   */
  async execute(sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
    const connection = this.#bound()
    const { execute } = this.#client
    if (!execute) return executeByKnex(this.knex, sql, bindings)
    return this.#inTurn(() => execute.call(this.#client, connection, sql, bindings))
  }

  /**
   * From now on nothing is asked any more. Resolves once all that was asked is answered, and all savepoints are over.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#answered
    await this.#savepoints
  }

  #clientLike(client: PoolClient): PoolClient {
    const own: PoolClient = Object.assign(Object.create(client), {
      transacting: true, // a transaction inside this one is a savepoint
      acquireConnection: async () => this.#bound(),
      releaseConnection: async () => {},
      query: (_: unknown, statement: unknown) => {
        const connection = this.#bound()
        return this.#inTurn(() => client.query.call(own, connection, statement))
      },
    })
    return own
  }

  #knexLike(knex: Knex, client: PoolClient): Knex.Transaction {
    const { context } = knex as unknown as { context: KnexContext }
    const ownContext: KnexContext = Object.assign(Object.create(context), {
      client,
      transaction: (work: unknown, config: object = {}) => this.#savepoint(ownContext, work, config),
      destroy: refuse,
    })
    const own = (table: unknown, options: unknown) => ownContext.queryBuilder().table(table, options)
    return Object.assign(Object.setPrototypeOf(own, knex), {
      context: ownContext,
      isTransaction: true,
      isCompleted: () => this.#isClosed,
      savepoint: knex.transaction,
      commit: refuse,
      rollback: refuse,
      on: refuse,
      once: refuse,
      addListener: refuse,
    })
  }

  #savepoint(context: KnexContext, work: unknown, config: object): Promise<unknown> {
    this.#outer ??= {
      transactor: this.knex,
      isCompleted: () => this.#isClosed,
      _lastChild: Promise.resolve(),
    }
    const savepoint = context._transaction(work, { doNotRejectOnRollback: true, ...config }, this.#outer)
    this.#savepoints = Promise.all([this.#savepoints, savepoint.then(nothing, nothing)])
    return savepoint
  }

  #bound(): PooledConnection {
    if (this.#isClosed) throw new Error(OVER)
    return this.#connection
  }

  /**
   * After a statement that has failed nothing is asked any more, as PostgreSQL itself has it: SQLite may have rolled
   * back, and would commit what comes next by itself. sqlite3 runs what it is asked at once in any order, and pg
   * without a pipeline warns of it.
   */
  #inTurn<T>(statement: () => Promise<T>): Promise<T> {
    const asked = this.#connection.pipeline ? statement() : this.#answered.then(() => this.#askUnlessFailed(statement))
    this.#answered = asked.then(nothing, (error) => {
      this.#failure ??= error
    })
    return asked
  }

  #askUnlessFailed<T>(statement: () => Promise<T>): Promise<T> {
    if (this.#failure) throw this.#failure
    return statement()
  }
}

function nothing(): void {}

function refuse(): never {
  throw new Error(NOT_BY_HAND)
}
