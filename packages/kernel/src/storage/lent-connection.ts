import type { Knex } from 'knex'
import type { PooledConnection } from './pooled-connection.js'

/** As much of a client of Knex as is used. */
interface Client {
  query(connection: PooledConnection, statement: unknown): Promise<unknown>
}
/** Where a Knex, which is a function, has what it works with. */
interface KnexContext {
  client: Client
  queryBuilder(): { table(name: unknown, options: unknown): unknown }
}

const OVER = 'The transaction is over: await every statement inside the work that is handed in.'
const NOT_BY_HAND =
  'A transaction is committed when the work that is handed in resolves, and rolled back when it throws; not by hand.'

/**
 * A connection with an open transaction, lent as a Knex that asks by nothing else until it is taken back; whatever else a Knex has, it has
 * from the one whose connection it is. Knex's own transaction is a whole Knex each time, which takes longer to make than most of them last.
 */
export class LentConnection {
  readonly knex: Knex.Transaction
  readonly #connection: PooledConnection
  #isTakenBack = false
  #asked = 0
  /** Resolves once all that was asked is answered, one way or the other. */
  #answered: Promise<void> = Promise.resolve()

  constructor(knex: Knex, connection: PooledConnection) {
    this.#connection = connection
    this.knex = this.#knexLike(knex, this.#clientLike(knex.client))
  }

  /** How many statements were asked so far. */
  get asked(): number {
    return this.#asked
  }

  /** From now on nothing is asked any more. Resolves once all that was asked is answered. */
  takeBack(): Promise<void> {
    this.#isTakenBack = true
    return this.#answered
  }

  #clientLike(client: Client): Client {
    const own: Client = Object.assign(Object.create(client), {
      transacting: true, // a transaction inside this one is a savepoint
      acquireConnection: async () => this.#lent(),
      releaseConnection: async () => {},
      query: (_: unknown, statement: unknown) => {
        const connection = this.#lent()
        return this.#ask(() => client.query.call(own, connection, statement))
      },
    })
    return own
  }

  #knexLike(knex: Knex, client: Client): Knex.Transaction {
    const { context } = knex as unknown as { context: KnexContext }
    const ownContext: KnexContext = Object.assign(Object.create(context), { client })
    const own = (table: unknown, options: unknown) => ownContext.queryBuilder().table(table, options)
    return Object.assign(Object.setPrototypeOf(own, knex), {
      context: ownContext,
      isTransaction: true,
      isCompleted: () => this.#isTakenBack,
      savepoint: knex.transaction,
      commit: refuse,
      rollback: refuse,
    })
  }

  #lent(): PooledConnection {
    if (this.#isTakenBack) throw new Error(OVER)
    return this.#connection
  }

  /** A driver that is asked several things at once answers them in any order, unless it has a pipeline. */
  #ask(statement: () => Promise<unknown>): Promise<unknown> {
    const asked = this.#connection.pipeline ? statement() : this.#answered.then(statement)
    this.#asked += 1
    this.#answered = asked.then(nothing, nothing)
    return asked
  }
}

function nothing(): void {}

function refuse(): never {
  throw new Error(NOT_BY_HAND)
}
