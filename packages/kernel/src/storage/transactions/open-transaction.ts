import type { Knex } from 'knex'
import { rejectAfter } from '../../async/reject-after.js'
import { dispose } from '../knex-internals.js'
import type { Binding } from '../look-up.js'
import { afterCommitActions } from './after-commit-actions.js'
import type { PooledConnection, TransactionClient } from './pooled-connection.js'
import { timeoutError } from './timeout-error.js'
import { TRANSACTION_OVER, TransactionKnex } from './transaction-knex.js'

/** Max time in ms for a rollback. */
const ROLLBACK_TIMEOUT_MS = 5_000
const STATEMENT_FAILED =
  'The error of a statement was caught inside the transaction, which is rolled back. Use ON CONFLICT, or query before writing.'

/** Statement passed to `withCommit`. */
interface LastStatement {
  readonly sql: string
  readonly bindings: readonly Binding[]
}

/** A transaction that has begun on a connection. `runInTransaction` commits it or rolls it back. */
export class OpenTransaction {
  readonly #client: TransactionClient
  readonly #connection: PooledConnection
  readonly #transactionKnex: TransactionKnex
  readonly #lastStatements: LastStatement[] = []
  #isEnding = false

  constructor(knex: Knex, connection: PooledConnection) {
    this.#client = knex.client
    this.#connection = connection
    this.#transactionKnex = new TransactionKnex(knex, connection)
  }

  get knex(): Knex.Transaction {
    return this.#transactionKnex.knex
  }

  /** See `Database`. */
  execute(sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
    return this.#transactionKnex.execute(sql, bindings)
  }

  /** See `Database`. */
  withCommit(sql: string, bindings: readonly Binding[]): void {
    if (this.#isEnding) throw new Error(TRANSACTION_OVER)
    this.#lastStatements.push({ sql, bindings })
  }

  runAfterCommit(): void {
    for (const action of afterCommitActions(this.knex)) action()
  }

  async commit(): Promise<void> {
    this.#isEnding = true
    this.#refuseFailed()
    const last = await this.#executeLast()
    const completed = this.#transactionKnex.close()
    if (!this.#connection.pipeline) {
      await completed
      this.#refuseFailed()
    }
    const [{ response }] = await Promise.all([this.#client.query(this.#connection, 'COMMIT'), ...last])
    // PostgreSQL rolls back at COMMIT if a statement has failed
    if (response && 'command' in response && response.command === 'ROLLBACK') throw new Error(STATEMENT_FAILED)
  }

  /** Throws if a statement has failed, even if the work has caught its error. */
  #refuseFailed(): void {
    const { failure } = this.#transactionKnex
    if (failure) throw new Error(STATEMENT_FAILED, { cause: failure })
  }

  /**
   * Executes the last statements. In a pipeline, COMMIT need not wait for their results, because PostgreSQL commits
   * nothing after a failed statement.
   */
  async #executeLast(): Promise<Promise<unknown>[]> {
    const results = this.#lastStatements.map(({ sql, bindings }) => this.#transactionKnex.execute(sql, bindings))
    for (const result of results) result.catch(() => {}) // handled below and by `commit`
    if (results.length > 0) await afterPendingCallbacks()
    if (!this.#transactionKnex.sendsImmediately || this.#transactionKnex.failure) await Promise.all(results)
    return results
  }

  /** Rolls back. Never rejects; if the rollback fails, the connection is not used again. */
  async rollBack(): Promise<void> {
    this.#isEnding = true
    const rollingBack = this.#transactionKnex.close().then(() => this.#client.query(this.#connection, 'ROLLBACK'))
    await rejectAfter(ROLLBACK_TIMEOUT_MS, rollingBack, timeoutError).catch((error) => {
      if (!hasRolledBack(error)) dispose(this.#connection, error)
    })
  }
}

/** Resolves after pending promise callbacks, in which a driver may report that it cannot send a statement. */
function afterPendingCallbacks(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}

/** Returns whether SQLite has already rolled back by itself, for example because the disk is full. */
function hasRolledBack(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no transaction is active')
}
