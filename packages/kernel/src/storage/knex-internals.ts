import { createRequire } from 'node:module'
import type { Knex } from 'knex'
import type { DriverResult } from './look-up.js'
import { type PgClient, socketOf } from './postgres/pg-internals.js'

/*
 * The only file that uses undocumented parts of Knex. The kernel accepts a range of patch versions of Knex;
 * `packages/kernel/test/library-internals.test.ts` fails if a new version has changed such a part.
 */

/** A statement built by Knex, with only the properties used here. */
export interface BuiltQuery {
  readonly sql?: string
  readonly method?: string
  readonly bindings?: readonly unknown[]
  options?: object
}

/** A Knex client whose subclasses can override how statements are sent. */
export interface ClientWithSend<Connection> extends Knex.Client {
  /**
   * Sends a statement of Knex's query builder. An override must not use `#private` members, because Knex also calls it
   * on objects that only inherit from the client.
   */
  send(connection: Connection, query: BuiltQuery): Promise<object>
}

/** Knex's default for the max number of connections of a pool. */
const DEFAULT_POOL_SIZE = 10

interface KnexClient extends Knex.Client {
  _query(connection: unknown, query: BuiltQuery): Promise<object>
}
/** The module of pg, with only the class used here. */
interface PgDriver {
  readonly Client: new (...options: never[]) => PgClient & { connect(): Promise<unknown> }
}
interface KnexPostgresClient extends KnexClient {
  _driver(): PgDriver
  readonly connectionSettings: object
  _acquireOnlyConnection(): Promise<unknown>
}
type ClassOf<Client> = new (config: Knex.Config) => Client

/** Returns Knex's client class for SQLite. */
export function sqliteClientClass<Connection>(): ClassOf<ClientWithSend<Connection>> {
  return withSend<KnexClient, Connection>(createRequire(import.meta.url)('knex/lib/dialects/sqlite3/index.js'))
}

/** Returns Knex's client class for PostgreSQL, with a method that only connects. */
export function postgresClientClass<Connection>(): ClassOf<
  ClientWithSend<Connection> & {
    /** Opens a connection to the server of this URL. Unlike Knex, it does not query the version. */
    connectTo(url: string): Promise<Connection>
  }
> {
  const Base: ClassOf<KnexPostgresClient> = createRequire(import.meta.url)('knex/lib/dialects/postgres/index.js')
  return class extends withSend<KnexPostgresClient, Connection>(Base) {
    override _driver(): PgDriver {
      return closingDriver(super._driver())
    }

    connectTo(url: string): Promise<Connection> {
      const connectionSettings = { ...this.connectionSettings, connectionString: url }
      const client: this = Object.assign(Object.create(this), { connectionSettings })
      return client._acquireOnlyConnection() as Promise<Connection>
    }
  }
}

/**
 * Returns a driver that closes the socket of a failed connection. pg leaves it open if the certificate or key of the
 * client is unusable, and the process could not end until the server closes it.
 */
function closingDriver({ Client }: PgDriver): PgDriver {
  return {
    Client: class extends Client {
      override async connect(): Promise<unknown> {
        try {
          return await super.connect()
        } catch (error) {
          socketOf(this).destroy()
          throw error
        }
      }
    },
  }
}

function withSend<Client extends KnexClient, Connection>(
  Base: ClassOf<Client>,
): ClassOf<Client & ClientWithSend<Connection>> {
  const KnexBase = Base as ClassOf<KnexClient>
  class Sending extends KnexBase {
    override _query(connection: Connection, query: BuiltQuery): Promise<object> {
      return this.send(connection, query)
    }

    send(connection: Connection, query: BuiltQuery): Promise<object> {
      return super._query(connection, query)
    }
  }
  return Sending as unknown as ClassOf<Client & ClientWithSend<Connection>>
}

/** Marks a connection as unusable: its pool then destroys it. */
export function dispose(connection: object, reason: unknown): void {
  Object.assign(connection, { __knex__disposed: reason })
}

/** The client of the kernel's own Knex or of a host's, with only the methods used here. */
export interface PoolClient<Connection = unknown> {
  acquireConnection(): Promise<Connection>
  releaseConnection(connection: Connection): Promise<void>
  /** Executes a statement built by Knex, or SQL. */
  query(connection: Connection, statement: unknown): Promise<{ readonly response?: DriverResult }>
}

/** Connection of a transaction. */
export interface TransactionConnection<Connection> {
  acquire(): Connection
  /** Executes a statement, which is given as a function of the connection. */
  execute<T>(statement: (connection: Connection) => Promise<T>): Promise<T>
}

/** Returns a client that sends all statements over one connection, on which a transaction has begun. */
export function clientForTransaction<Connection>(
  client: PoolClient<Connection>,
  { acquire, execute }: TransactionConnection<Connection>,
): PoolClient<Connection> {
  const own: PoolClient<Connection> = Object.assign(Object.create(client), {
    transacting: true, // a transaction inside this one is a savepoint
    acquireConnection: async () => acquire(),
    releaseConnection: async () => {},
    query: (_: unknown, statement: unknown) => execute((connection) => client.query.call(own, connection, statement)),
  })
  return own
}

/** Members that a transaction's Knex overrides. */
export interface TransactionMembers {
  readonly client: PoolClient
  readonly isCompleted: () => boolean
  /** Runs work in a savepoint. */
  readonly savepoint: (work: unknown, config?: object) => Promise<unknown>
  /** Throws, for methods that callers must not use. */
  readonly refuse: () => never
}

/** Returns a Knex with these members that inherits everything else from another one. */
export function knexForTransaction(
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

/** Returns a function that runs the savepoints of a transaction one after the other. */
export function savepointRunner(client: PoolClient, transactor: Knex.Transaction) {
  // Outer transaction in the form that Knex's savepoints expect. They set and await `_lastChild`.
  const outer = { transactor, isCompleted: () => transactor.isCompleted(), _lastChild: Promise.resolve() }
  const knexClient = client as unknown as Knex.Client
  return (work: unknown, config: object) =>
    knexClient.transaction(work, { doNotRejectOnRollback: true, ...config }, outer) as unknown as Promise<unknown>
}

/** Hooks of a savepoint. */
export interface SavepointHooks {
  /** Returns the error after which the savepoint must not execute anything and must be rolled back, if any. */
  readonly failure: () => unknown
  /** Executes a statement. `isRollback`: the one that rolls the savepoint back. */
  readonly execute: <T>(statement: () => Promise<T>, isRollback: boolean) => Promise<T>
  /** Called once the savepoint is released. */
  readonly onRelease: () => void
  /** Called with each savepoint inside this one, before its work begins. */
  readonly onNested: (nested: Knex.Transaction) => void
}

/** The client of one savepoint. Knex creates it from the client's class, so it lacks the overrides of outer clients. */
interface SavepointClient extends PoolClient {
  transaction(work: SavepointWork, config: object, outer: object): Promise<unknown>
}
type SavepointWork = (savepoint: Knex.Transaction) => unknown

/** Adds hooks to a savepoint that has just begun. */
export function hookSavepoint(savepoint: Knex.Transaction, hooks: SavepointHooks): void {
  const client = savepoint.client as SavepointClient
  const { acquireConnection, query, transaction } = client
  const { commit, rollback } = savepoint
  Object.assign(client, {
    acquireConnection: async () => {
      throwIfDefined(hooks.failure())
      return acquireConnection.call(client)
    },
    query: (connection: unknown, statement: unknown) =>
      hooks.execute(() => query.call(client, connection, statement), /^ROLLBACK TO/.test(String(statement))),
    // If no callback is given, Knex passes one that resolves a promise with the savepoint.
    transaction: (work: SavepointWork, config: object, outer: object) =>
      transaction.call(client, withBeginHook(work, hooks.onNested), config, outer),
  })
  savepoint.commit = (value) => {
    const failure = hooks.failure()
    if (failure !== undefined) return rollback(failure)
    savepoint.executionPromise.then(hooks.onRelease, () => {})
    return commit(value)
  }
}

/** Wraps the callback of a savepoint, so that a hook runs before it. */
export function withBeginHook(work: unknown, onBegin: (savepoint: Knex.Transaction) => void): SavepointWork {
  return (savepoint) => {
    onBegin(savepoint)
    return (work as SavepointWork)(savepoint)
  }
}

function throwIfDefined(failure: unknown): void {
  if (failure !== undefined) throw failure
}

/** Returns the usage of the pool of a Knex, or `undefined` for a pool of a host that is not Knex's own. */
export function poolUseOf(
  knex: Knex,
): { readonly used: number; readonly idle: number; readonly waiting: number } | undefined {
  const pool = knex.client.pool as Partial<TarnPool> | undefined
  if (!pool?.numUsed || !pool.numFree || !pool.numPendingAcquires) return undefined
  return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() }
}

/** Returns the max number of connections of a pool; Knex's default for a pool of a host that is not Knex's own. */
export function poolSizeOf(knex: Knex): number {
  return (knex.client.pool as { max?: number } | undefined)?.max ?? DEFAULT_POOL_SIZE
}

/** A pool of tarn, Knex's pool library, with only the methods used here. */
interface TarnPool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

/** Returns the first internal used here that a host's own Knex lacks, or `undefined`. */
export function missingInternal(knex: Knex): string | undefined {
  const { client, context } = knex as unknown as { client: Partial<Knex.Client>; context?: { queryBuilder?: unknown } }
  const internals = {
    'client.acquireConnection': client.acquireConnection,
    'client.releaseConnection': client.releaseConnection,
    'client.query': client.query,
    'client.transaction': client.transaction,
    'context.queryBuilder': context?.queryBuilder,
  }
  return Object.entries(internals).find(([, internal]) => typeof internal !== 'function')?.[0]
}
