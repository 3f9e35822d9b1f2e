import type { Knex } from 'knex'
import { rejectAfter } from '../../async/reject-after.js'
import { within } from '../../async/within.js'
import { type BuiltQuery, dispose, postgresClientClass } from '../knex-internals.js'
import type { Binding } from '../look-up.js'
import { isOutdatedPlan, READ_ONLY } from '../transactions/driver-errors.js'
import { disposeIfLost } from '../transactions/pooled-connection.js'
import { timeoutError } from '../transactions/timeout-error.js'
import { type BatchUntil, batchWrites } from './batch-writes.js'
import { hasParsed, onParameter, socketOf } from './pg-internals.js'
import type { PostgresConnection } from './postgres-connection.js'
import type { ResponseWatch } from './response-watch.js'
import { expectPostgres } from './server/not-postgres.js'
import type { PostgresServers } from './server/postgres-servers.js'
import { IS_READ_ONLY_QUERY, identifyServer, timelineOf } from './server/server-identity.js'
import { type PoolPurpose, sessionSettings, transactionSettings } from './server/session-settings.js'
import { changeComment, type NamedStatement, namedStatement } from './statement-name.js'

/** Configuration of a pool. */
export interface PostgresConfig extends Knex.Config {
  readonly servers: PostgresServers
  readonly purpose: PoolPurpose
  /** Destroys connections that do not respond. */
  readonly responseWatch?: ResponseWatch
}

const KnexClient = postgresClientClass<PostgresConnection>()

/** Max number of statements from Knex's builder that get a name. All others are planned on every execution. */
const MAX_NAMED_STATEMENTS = 500
/**
 * Max number of bindings of a named statement. A statement with more bindings writes many rows, and each number of
 * rows would need a statement of its own.
 */
const MAX_NAMED_BINDINGS = 20
/** Knex's names for the statements of its query builder, without `raw`. */
const BUILDER_METHODS: ReadonlySet<string | undefined> = new Set([
  'insert',
  'update',
  'del',
  'select',
  'first',
  'pluck',
])

/** Timeout in ms for closing a connection cleanly. */
const END_TIMEOUT_MS = 500
/** Settings that show that a server has become read-only. Servers from version 14 on report changes to them. */
const READ_ONLY_PARAMETERS: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only'])

/** Statements by their SQL with `?` for each binding. The SQL is constant, so there are few. */
const statements = new Map<string, NamedStatement>()
/** Statements by the SQL that Knex's builder has generated. */
const builtStatements = new Map<string, NamedStatement>()

/**
 * Knex's client for PostgreSQL with these changes: it connects to the one of several servers that can be written to,
 * directly or through a connection pooler; small statements of its builder are parsed and planned once per connection;
 * concurrent statements are sent in one write; and connections that do not respond are destroyed.
 */
export class PostgresClient extends KnexClient {
  /**
   * Opens a connection. Rejects if the server is read-only: its data may be outdated and contain sessions that have
   * already ended. Only an observer accepts a read-only server, if there is no other.
   */
  override async acquireRawConnection(): Promise<PostgresConnection> {
    try {
      return await this.#connect()
    } catch (error) {
      if (configOf(this).purpose !== 'observer' || !isReadOnlyError(error)) throw error
      return this.#connect(true)
    }
  }

  async #connect(acceptsReadOnly = false): Promise<PostgresConnection> {
    const { servers } = configOf(this)
    const connectTo = async (url: string) => {
      const connection = await this.connectTo(url)
      try {
        await rejectAfter(servers.timeoutMs, this.#prepare(connection, acceptsReadOnly), timeoutError)
        return connection
      } catch (error) {
        discard(connection)
        throw error
      }
    }
    const { connection, term } = await servers.connect(connectTo, discard)
    return Object.assign(connection, { term })
  }

  async #prepare(connection: PostgresConnection, acceptsReadOnly: boolean): Promise<void> {
    const { purpose, responseWatch, servers } = configOf(this)
    if (purpose !== 'observer') disposeOnceReadOnly(connection)
    const { version, isReadOnly, route } = await identifyServer(connection)
    responseWatch?.onMessage(connection)
    expectPostgres(version)
    if (isReadOnly && !acceptsReadOnly) throw readOnlyError()
    // A previous primary that does not know of a failover accepts writes, and sessions that have ended since
    if (!isReadOnly && servers.areSeveral && !servers.isLatest(await timelineOf(connection))) throw readOnlyError()
    connection.route = route
    if (route === 'direct') await connection.query(sessionSettings(purpose))
  }

  /**
   * Rejects if the server has become read-only. Behind a connection pooler, a connection outlives a failover, and the
   * pooler does not report it.
   */
  async expectPrimary(connection: PostgresConnection): Promise<void> {
    const { servers, purpose } = configOf(this)
    if (connection.route === 'direct' || purpose === 'observer') return
    const [row] = await this.execute(connection, IS_READ_ONLY_QUERY, [], 'iteration')
    if (!(row as { isReadOnly: boolean }).isReadOnly) return
    disposeReadOnly(connection, servers, readOnlyError())
    throw new Error('Connection terminated: its server is read-only now') // another connection may succeed
  }

  /** Begins a transaction. Behind a connection pooler, its settings are sent with it. */
  async begin(connection: PostgresConnection, statement: string): Promise<void> {
    const isDirect = connection.route === 'direct'
    const begin = isDirect ? statement : `${statement}; ${transactionSettings(configOf(this).purpose)}`
    await this.query(connection, begin)
  }

  /** Closes a connection without waiting for a server that does not respond. */
  override async destroyRawConnection(connection: PostgresConnection): Promise<void> {
    await within(END_TIMEOUT_MS, super.destroyRawConnection(connection))
    socketOf(connection).destroy()
  }

  override async validateConnection(connection: PostgresConnection): Promise<boolean> {
    const { servers, responseWatch } = configOf(this)
    return servers.isCurrent(connection.term ?? 0) && !responseWatch?.isSuspect(connection)
  }

  override async send(connection: PostgresConnection, query: BuiltQuery): Promise<object> {
    batchWrites(connection, 'microtasks')
    const named = supportsNames(connection) ? builtStatement(query) : undefined
    const sendsName = named !== undefined && maySendName(connection, named)
    const { responseWatch: watch } = configOf(this)
    watch?.onSend(connection)
    try {
      if (!sendsName) return await super.send(connection, query)
      return await super.send(connection, Object.assign(query, { options: { ...query.options, ...named } }))
    } catch (error) {
      if (named !== undefined) discardAfterError(named, connection, error)
      if (isReadOnlyError(error)) disposeReadOnly(connection, configOf(this).servers, error)
      throw error
    } finally {
      watch?.onComplete(connection)
    }
  }

  /** Executes a named statement without Knex, with `?` for each binding, and returns its rows. */
  async execute(
    connection: PostgresConnection,
    sql: string,
    bindings: readonly Binding[],
    until: BatchUntil = 'microtasks',
  ): Promise<readonly object[]> {
    const named = statements.get(sql) ?? toNamedStatement(sql)
    statements.set(sql, named)
    const statement = maySendName(connection, named) ? named : { text: named.text }
    this.emit('query', { sql: statement.text, bindings }) // as Knex does
    batchWrites(connection, until)
    const { responseWatch: watch } = configOf(this)
    watch?.onSend(connection)
    try {
      const { rows } = await connection.query({ ...statement, values: [...bindings] })
      return rows
    } catch (error) {
      discardAfterError(named, connection, error)
      if (isReadOnlyError(error)) disposeReadOnly(connection, configOf(this).servers, error)
      throw error
    } finally {
      watch?.onComplete(connection)
    }
  }
}

/** Returns the configuration of a client. Not a private field, because Knex calls `send` on copies of the client. */
function configOf({ config }: Knex.Client): PostgresConfig {
  return config as PostgresConfig
}

/** Destroys a connection that does not belong to a pool yet. */
function discard(connection: PostgresConnection): void {
  socketOf(connection).destroy()
}

/** Returns whether a named statement still exists on the server when it is executed again. */
function supportsNames({ route }: PostgresConnection): boolean {
  return route !== 'pooler without named statements'
}

/** Returns whether this statement may be sent with its name. */
function maySendName(connection: PostgresConnection, { name }: NamedStatement): boolean {
  return supportsNames(connection) && !connection.unusableNames?.has(name)
}

/**
 * Disposes a connection to a server that is read-only. Behind a pooler, all other connections may lead to that server
 * too; direct connections end with the failover.
 */
function disposeReadOnly(connection: PostgresConnection, servers: PostgresServers, error: unknown): void {
  dispose(connection, error)
  if (connection.route !== 'direct') servers.endTerm(connection.term)
}

/** Disposes a connection once its server reports that it has become read-only. */
function disposeOnceReadOnly(connection: PostgresConnection): void {
  onParameter(connection, ({ parameterName, parameterValue }) => {
    if (READ_ONLY_PARAMETERS.has(parameterName) && parameterValue === 'on') dispose(connection, readOnlyError())
  })
}

function readOnlyError(): Error {
  return Object.assign(new Error('the server is read-only'), { code: READ_ONLY })
}

function isReadOnlyError(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === READ_ONLY
}

/**
 * Disposes a connection after an error that is not from the server, such as a binding that cannot be sent: driver and
 * server may then disagree on which named statements exist.
 */
function disposeUnlessServerError(connection: PostgresConnection, error: unknown): void {
  disposeIfLost(connection, error)
  const isServerError = error instanceof Error && 'severity' in error
  if (!isServerError) dispose(connection, error)
}

/**
 * Discards what must not be used again after a statement has failed: its connection, if driver and server may disagree;
 * behind a pooler, its name if the server has not parsed it, because PgBouncer has stored the name and closes the
 * connection if it is sent again; and behind a pooler, the names of all statements if its plan is outdated.
 */
function discardAfterError(statement: NamedStatement, connection: PostgresConnection, error: unknown): void {
  disposeUnlessServerError(connection, error)
  if (connection.route !== 'pooler') return
  if (!hasParsed(connection, statement.name)) {
    connection.unusableNames ??= new Set()
    connection.unusableNames.add(statement.name)
  }
  if (!isOutdatedPlan(error) || !changeComment(statement)) return
  statements.clear()
  builtStatements.clear()
}

/** Replaces each `?` with a numbered parameter: `$1`, `$2`, … */
function toNamedStatement(sql: string): NamedStatement {
  let bindings = 0
  const text = sql.replace(/\?/g, () => {
    bindings += 1
    return `$${bindings}`
  })
  return namedStatement(text)
}

/**
 * Returns a statement of Knex's builder with a name, or `undefined` if it must not be named. A statement that may
 * select all columns must not: its plan becomes invalid when a migration adds a column.
 */
function builtStatement({ sql = '', method, bindings = [] }: BuiltQuery): NamedStatement | undefined {
  if (!BUILDER_METHODS.has(method) || bindings.length > MAX_NAMED_BINDINGS || sql.includes('*')) return undefined
  const existing = builtStatements.get(sql)
  if (existing || builtStatements.size >= MAX_NAMED_STATEMENTS) return existing
  const named = namedStatement(sql)
  builtStatements.set(sql, named)
  return named
}
