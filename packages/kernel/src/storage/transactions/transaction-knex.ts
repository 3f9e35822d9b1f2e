import type { Knex } from 'knex'
import { clientForTransaction, knexForTransaction, savepointRunner, withBeginHook } from '../knex-internals.js'
import { type Binding, executeByKnex } from '../look-up.js'
import { controlSavepoint } from './control-savepoint.js'
import type { PooledConnection, TransactionClient } from './pooled-connection.js'

export const TRANSACTION_OVER = 'The transaction is over: await every statement inside its work.'
const MANUAL_END =
  'A transaction is committed when its work resolves, and rolled back when it throws. Do not end it or add listeners to it yourself.'

/**
 * A Knex facade bound to one open transaction. It inherits from the Knex whose connection it uses. Knex itself would
 * create a complete new instance for each transaction, which takes longer than most transactions.
 */
export class TransactionKnex {
  readonly knex: Knex.Transaction
  readonly #client: TransactionClient
  readonly #connection: PooledConnection
  #isClosed = false
  #failure: Error | undefined
  /** Resolves once all statements have completed, successfully or not. */
  #completed: Promise<void> = Promise.resolve()
  readonly #runSavepoint: ReturnType<typeof savepointRunner>
  /** Resolves once all savepoints have ended. */
  #savepointsEnded: Promise<unknown> | undefined

  constructor(knex: Knex, connection: PooledConnection) {
    this.#client = knex.client
    this.#connection = connection
    const client = clientForTransaction<PooledConnection>(knex.client, {
      acquire: () => {
        if (this.#failure) throw this.#failure // SQLite may have rolled back: a savepoint would begin a transaction
        return this.#openConnection()
      },
      execute: (statement) => {
        const open = this.#openConnection()
        return this.#enqueue(() => statement(open))
      },
    })
    this.knex = knexForTransaction(knex, {
      client,
      isCompleted: () => this.#isClosed,
      savepoint: (work, config = {}) => this.#savepoint(work, config),
      refuse,
    })
    this.#runSavepoint = savepointRunner(client, this.knex)
  }

  /** Error of the first failed statement. If there is one, the transaction is not committed. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** Whether `execute` has already sent the statement when it returns. */
  get sendsImmediately(): boolean {
    return this.#connection.pipeline === true && this.#client.execute !== undefined
  }

  /**
   * Executes a statement with `?` for each binding and returns its rows. Bypasses Knex, except a host's own Knex,
   * because the host may listen to its queries.
   */
  async execute(sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
    const connection = this.#openConnection()
    const { execute } = this.#client
    if (!execute) return executeByKnex(this.knex, sql, bindings)
    return this.#enqueue(() => execute.call(this.#client, connection, sql, bindings))
  }

  /** Rejects further statements. Resolves once all statements have completed and all savepoints have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#completed
    await this.#savepointsEnded
  }

  #savepoint(work: unknown, config: object): Promise<unknown> {
    const fail = (error: unknown) => {
      this.#failure ??= error as Error
    }
    const control = (savepoint: Knex.Transaction) => controlSavepoint(savepoint, this.knex, fail)
    const savepoint = this.#runSavepoint(withBeginHook(work, control), config)
    this.#savepointsEnded = Promise.all([this.#savepointsEnded, savepoint.then(ignore, ignore)])
    return savepoint
  }

  #openConnection(): PooledConnection {
    if (this.#isClosed) throw new Error(TRANSACTION_OVER)
    return this.#connection
  }

  /**
   * Executes statements one after the other, because sqlite3 runs concurrent statements in any order, and pg warns
   * about them without a pipeline. Executes none after a failed one, as PostgreSQL does: SQLite may have rolled back,
   * and would then commit each further statement immediately.
   */
  #enqueue<T>(statement: () => Promise<T>): Promise<T> {
    const execution = this.#connection.pipeline
      ? statement()
      : this.#completed.then(() => this.#executeUnlessFailed(statement))
    this.#completed = execution.then(ignore, (error) => {
      this.#failure ??= error
    })
    return execution
  }

  #executeUnlessFailed<T>(statement: () => Promise<T>): Promise<T> {
    if (this.#failure) throw this.#failure
    return statement()
  }
}

function ignore(): void {}

function refuse(): never {
  throw new Error(MANUAL_END)
}
