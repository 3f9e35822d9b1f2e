import type { Knex } from 'knex'
import { dispose } from '../knex-internals.js'
import type { Binding } from '../look-up.js'
import type { PooledConnection, TransactionClient } from './pooled-connection.js'
import { rejectAfter } from './reject-after.js'
import { OVER, TransactionKnex } from './transaction-knex.js'

/** Longest time in ms that it may take to roll back. */
const ROLLBACK_TIMEOUT_MS = 5_000
const FAILED =
  'The error of a statement was caught inside the transaction, which is undone. Use ON CONFLICT, or look before writing.'

interface LastStatement {
  readonly sql: string
  readonly bindings: readonly Binding[]
}

/** A transaction that has begun on a connection, and how it ends. */
export class OpenTransaction {
  readonly #client: TransactionClient
  readonly #connection: PooledConnection
  readonly #transactionKnex: TransactionKnex
  readonly #last: LastStatement[] = []
  #isEnding = false
  readonly #afterCommit: (() => void)[] = []

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
    if (this.#isEnding) throw new Error(OVER)
    this.#last.push({ sql, bindings })
  }

  /** See `Database`. */
  afterCommit(action: () => void): void {
    this.#afterCommit.push(action)
  }

  runAfterCommit(): void {
    for (const action of this.#afterCommit) action()
  }

  async commit(): Promise<void> {
    this.#isEnding = true
    this.#refuseFailed()
    const last = await this.#askLast()
    const answered = this.#transactionKnex.close()
    if (!this.#connection.pipeline) {
      await answered
      this.#refuseFailed()
    }
    const [{ response }] = await Promise.all([this.#client.query(this.#connection, 'COMMIT'), ...last])
    if (response && 'command' in response && response.command === 'ROLLBACK') throw new Error(FAILED)
  }

  /** A statement that has failed may have been caught by the work. */
  #refuseFailed(): void {
    const { failure } = this.#transactionKnex
    if (failure) throw new Error(FAILED, { cause: failure })
  }

  /**
   * What COMMIT must come after: with a pipeline it need not wait for the answers, because PostgreSQL commits nothing
   * after one that failed.
   */
  async #askLast(): Promise<Promise<unknown>[]> {
    const answers = this.#last.map(({ sql, bindings }) => this.#transactionKnex.execute(sql, bindings))
    for (const answer of answers) answer.catch(() => {}) // looked at below, and by who commits
    if (answers.length > 0) await endOfPromises()
    if (!this.#transactionKnex.sendsAtOnce || this.#transactionKnex.failure) await Promise.all(answers)
    return answers
  }

  /** Never rejects: a connection on which that fails is lent to nobody again. */
  async rollBack(): Promise<void> {
    this.#isEnding = true
    const rollingBack = this.#transactionKnex.close().then(() => this.#client.query(this.#connection, 'ROLLBACK'))
    await Promise.race([rollingBack, rejectAfter(rollingBack, ROLLBACK_TIMEOUT_MS)]).catch((error) => {
      if (!hasRolledBack(error)) dispose(this.#connection, error)
    })
  }
}

/** A driver tells at once that it cannot send a statement, but that comes through some promises. */
function endOfPromises(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}

/** So SQLite does by itself on a full disk. */
function hasRolledBack(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no transaction is active')
}
