import { createRequire } from 'node:module'
import type { Knex } from 'knex'
import type { DriverAnswer } from './look-up.js'

/*
 * All that Plinth uses of Knex beyond its documentation, and the only file that names it: the kernel takes Knex in a
 * range of patches, and `packages/kernel/test/library-internals.test.ts` says which part a new version has moved.
 */

/** As much of a statement that Knex's builder has made as is used. */
export interface BuiltQuery {
  readonly sql?: string
  readonly method?: string
  readonly bindings?: readonly unknown[]
  options?: object
}

/** A client of Knex whose statements a subclass may send its own way. */
export interface SendingClient<Connection> extends Knex.Client {
  /** Sends a statement of Knex's builder. Knex calls it on copies of the client, which lack private members. */
  send(connection: Connection, query: BuiltQuery): Promise<object>
}

interface KnexsClient extends Knex.Client {
  _query(connection: unknown, query: BuiltQuery): Promise<object>
}
interface KnexsPostgresClient extends KnexsClient {
  _acquireOnlyConnection(): Promise<unknown>
  checkVersion(connection: unknown): Promise<string>
}
type ClassOf<Client> = new (config: Knex.Config) => Client

/** Knex's client of SQLite. */
export function sqliteClientClass<Connection>(): ClassOf<SendingClient<Connection>> {
  return sending<KnexsClient, Connection>(createRequire(import.meta.url)('knex/lib/dialects/sqlite3/index.js'))
}

/** Knex's client of PostgreSQL, whose two steps to a connection are apart. */
export function postgresClientClass<Connection>(): ClassOf<
  SendingClient<Connection> & {
    connect(): Promise<Connection>
    /** Asks for the version of the server, unless it is known. */
    learnVersion(connection: Connection): Promise<void>
  }
> {
  const Base: ClassOf<KnexsPostgresClient> = createRequire(import.meta.url)('knex/lib/dialects/postgres/index.js')
  return class extends sending<KnexsPostgresClient, Connection>(Base) {
    connect(): Promise<Connection> {
      return this._acquireOnlyConnection() as Promise<Connection>
    }

    async learnVersion(connection: Connection): Promise<void> {
      this.version ??= await this.checkVersion(connection)
    }
  }
}

function sending<Client extends KnexsClient, Connection>(
  Base: ClassOf<Client>,
): ClassOf<Client & SendingClient<Connection>> {
  const Known = Base as ClassOf<KnexsClient>
  class Sending extends Known {
    override _query(connection: Connection, query: BuiltQuery): Promise<object> {
      return this.send(connection, query)
    }

    send(connection: Connection, query: BuiltQuery): Promise<object> {
      return super._query(connection, query)
    }
  }
  return Sending as unknown as ClassOf<Client & SendingClient<Connection>>
}

/** Keeps a connection from being acquired again; its pool destroys it. */
export function dispose(connection: object, reason: unknown): void {
  Object.assign(connection, { __knex__disposed: reason })
}

/** As much as is used of the client of a Knex, the kernel's own or a host's. */
export interface PoolClient<Connection = unknown> {
  acquireConnection(): Promise<Connection>
  releaseConnection(connection: Connection): Promise<void>
  /** Executes a statement that Knex has made, or SQL. */
  query(connection: Connection, statement: unknown): Promise<{ readonly response?: DriverAnswer }>
}

/** How a client is bound to one connection. */
export interface BoundClient<Connection> {
  acquire(): Connection
  /** Executes a statement by a function of the unbound client. */
  execute<T>(statement: (connection: Connection) => Promise<T>): Promise<T>
}

/** A client whose every statement goes over one connection, on which a transaction has begun. */
export function clientWithin<Connection>(
  client: PoolClient<Connection>,
  { acquire, execute }: BoundClient<Connection>,
): PoolClient<Connection> {
  const own: PoolClient<Connection> = Object.assign(Object.create(client), {
    transacting: true, // a transaction inside this one is a savepoint
    acquireConnection: async () => acquire(),
    releaseConnection: async () => {},
    query: (_: unknown, statement: unknown) => execute((connection) => client.query.call(own, connection, statement)),
  })
  return own
}

/** What a Knex of a transaction does its own way. */
export interface TransactionMembers {
  readonly client: PoolClient
  readonly isCompleted: () => boolean
  /** Runs work in a savepoint. */
  readonly savepoint: (work: unknown, config?: object) => Promise<unknown>
  /** Throws: for what nobody may do by hand. */
  readonly refuse: () => never
}

/** A Knex that inherits everything else from another one. */
export function knexWithin(
  knex: Knex,
  { client, savepoint, isCompleted, refuse }: TransactionMembers,
): Knex.Transaction {
  const { context } = knex as unknown as { context: { queryBuilder(): Knex.QueryBuilder } }
  const ownContext: typeof context = Object.assign(Object.create(context), {
    client,
    transaction: savepoint,
    destroy: refuse,
  })
  const own = (table: string, options: object) => ownContext.queryBuilder().table(table, options)
  return Object.assign(Object.setPrototypeOf(own, knex), {
    context: ownContext,
    isTransaction: true,
    isCompleted,
    savepoint,
    commit: refuse,
    rollback: refuse,
    on: refuse,
    once: refuse,
    addListener: refuse,
  })
}

/** Runs savepoints of a transaction one after the other. */
export class Savepoints {
  readonly #client: PoolClient
  /** What a savepoint of Knex wants to know of the transaction that it is in; it sets and awaits the last child. */
  readonly #outer: { transactor: Knex.Transaction; isCompleted(): boolean; _lastChild: Promise<unknown> }

  constructor(client: PoolClient, transactor: Knex.Transaction) {
    this.#client = client
    this.#outer = { transactor, isCompleted: () => transactor.isCompleted(), _lastChild: Promise.resolve() }
  }

  run(work: unknown, config: object): Promise<unknown> {
    const client = this.#client as unknown as Knex.Client
    return client.transaction(
      work,
      { doNotRejectOnRollback: true, ...config },
      this.#outer,
    ) as unknown as Promise<unknown>
  }
}

/** How busy the pool of a Knex is; `undefined` for one that a host has made by other means than Knex's. */
export function poolUseOf(
  knex: Knex,
): { readonly used: number; readonly idle: number; readonly waiting: number } | undefined {
  const pool = knex.client.pool as Partial<TarnPool> | undefined
  if (!pool?.numUsed || !pool.numFree || !pool.numPendingAcquires) return undefined
  return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() }
}

/** Of tarn. */
interface TarnPool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

/** What a host's own Knex lacks of all this; `undefined` when nothing. */
export function missingInternal(knex: Knex): string | undefined {
  const { client, context } = knex as unknown as { client: Partial<Knex.Client>; context?: { queryBuilder?: unknown } }
  const parts = {
    'client.acquireConnection': client.acquireConnection,
    'client.releaseConnection': client.releaseConnection,
    'client.query': client.query,
    'client.transaction': client.transaction,
    'context.queryBuilder': context?.queryBuilder,
  }
  return Object.entries(parts).find(([, part]) => typeof part !== 'function')?.[0]
}
