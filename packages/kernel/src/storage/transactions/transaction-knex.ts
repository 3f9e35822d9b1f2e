import type { Knex } from 'knex'
import { clientWithin, knexWithin, Savepoints } from '../knex-internals.js'
import { type Binding, executeByKnex } from '../look-up.js'
import type { PooledConnection, TransactionClient } from './pooled-connection.js'

export const OVER = 'The transaction is over: await every statement inside the work that is handed in.'
const NOT_BY_HAND =
  'A transaction is committed when the work that is handed in resolves, and rolled back when it throws; it is neither ended nor listened to by hand.'

/**
 * A Knex facade bound to one open transaction; it inherits everything else from the Knex whose connection it is. Knex's
 * own transaction is a whole Knex each time, which takes longer to make than most transactions last.
 */
export class TransactionKnex {
  readonly knex: Knex.Transaction
  readonly #client: TransactionClient
  readonly #connection: PooledConnection
  #isClosed = false
  #failure: Error | undefined
  /** Resolves once all that was asked is answered, one way or the other. */
  #answered: Promise<void> = Promise.resolve()
  readonly #savepoints: Savepoints
  /** Resolves once all savepoints are over. */
  #savepointsOver: Promise<unknown> | undefined

  constructor(knex: Knex, connection: PooledConnection) {
    this.#client = knex.client
    this.#connection = connection
    const client = clientWithin<PooledConnection>(knex.client, {
      acquire: () => this.#bound(),
      execute: (statement) => {
        const bound = this.#bound()
        return this.#inTurn(() => statement(bound))
      },
    })
    this.knex = knexWithin(knex, {
      client,
      isCompleted: () => this.#isClosed,
      savepoint: (work, config = {}) => this.#savepoint(work, config),
      refuse,
    })
    this.#savepoints = new Savepoints(client, this.knex)
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
    await this.#savepointsOver
  }

  #savepoint(work: unknown, config: object): Promise<unknown> {
    const savepoint = this.#savepoints.run(work, config)
    this.#savepointsOver = Promise.all([this.#savepointsOver, savepoint.then(nothing, nothing)])
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
