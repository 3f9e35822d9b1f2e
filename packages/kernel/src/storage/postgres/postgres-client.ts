import type { Knex } from 'knex'
import { within } from '../../async/within.js'
import { type BuiltQuery, dispose, postgresClientClass } from '../knex-internals.js'
import type { Binding } from '../look-up.js'
import { disposeIfLost } from '../transactions/pooled-connection.js'
import { rejectAfter } from '../transactions/reject-after.js'
import { type BatchUntil, batchWrites } from './batch-writes.js'
import { onParameter, socketOf } from './pg-internals.js'
import type { ResponseWatch, WatchedConnection } from './response-watch.js'
import { statementName } from './statement-name.js'

/** A connection of pg, with the method that this client calls directly. */
export interface PostgresConnection extends WatchedConnection {
  query(statement: { name: string; text: string; values: unknown[] } | string): Promise<{ rows: object[] }>
}

/** Statement in the form that pg accepts, without its bindings. */
interface NamedStatement {
  readonly name: string
  readonly text: string
}

/** Configuration of a pool whose connections are watched. */
export interface WatchedConfig extends Knex.Config {
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

/** Timeout in ms for preparing a new connection. */
const PREPARATION_TIMEOUT_MS = 5_000
/** Timeout in ms for closing a connection cleanly. */
const END_TIMEOUT_MS = 500
/** Settings that show that a server has become read-only. Servers from version 14 on report changes to them. */
const READ_ONLY_PARAMETERS: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only'])
const READ_ONLY_QUERY = `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isReadOnly"`

/** Statements by their SQL with `?` for each binding. The SQL is constant, so there are few. */
const statements = new Map<string, NamedStatement>()
/** Names of statements by the SQL that Knex's builder has generated. */
const names = new Map<string, string>()

/**
 * Knex's client for PostgreSQL with three changes: small statements of its builder are parsed and planned once per
 * connection, concurrent statements are sent in one write, and connections that do not respond are destroyed.
 */
export class PostgresClient extends KnexClient {
  /**
   * Opens a connection. Rejects if the server is read-only: its data may be outdated and contain sessions that have
   * already ended.
   */
  override async acquireRawConnection(): Promise<PostgresConnection> {
    const connection = await this.connect()
    const preparing = this.#prepare(connection)
    try {
      await Promise.race([preparing, rejectAfter(preparing, PREPARATION_TIMEOUT_MS)])
      return connection
    } catch (error) {
      socketOf(connection).destroy() // it does not belong to a pool yet
      throw error
    }
  }

  async #prepare(connection: PostgresConnection): Promise<void> {
    await this.ensureVersion(connection)
    onParameter(connection, ({ parameterName, parameterValue }) => {
      if (READ_ONLY_PARAMETERS.has(parameterName) && parameterValue === 'on') dispose(connection, readOnlyError())
    })
    const { rows } = await connection.query(READ_ONLY_QUERY)
    watchOf(this)?.onMessage(connection)
    if ((rows[0] as { isReadOnly: boolean }).isReadOnly) throw readOnlyError()
  }

  /** Closes a connection without waiting for a server that does not respond. */
  override async destroyRawConnection(connection: PostgresConnection): Promise<void> {
    await within(END_TIMEOUT_MS, super.destroyRawConnection(connection))
    socketOf(connection).destroy()
  }

  override async validateConnection(connection: PostgresConnection): Promise<boolean> {
    return !watchOf(this)?.isSuspect(connection)
  }

  override async send(connection: PostgresConnection, query: BuiltQuery): Promise<object> {
    batchWrites(connection, 'callback')
    const name = nameOf(query)
    const watch = watchOf(this)
    watch?.onSend(connection)
    try {
      if (name === undefined) return await super.send(connection, query)
      return await super.send(connection, Object.assign(query, { options: { ...query.options, name } }))
    } catch (error) {
      if (name !== undefined) disposeUnlessServerError(connection, error)
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
    until: BatchUntil = 'callback',
  ): Promise<readonly object[]> {
    const statement = statements.get(sql) ?? toNamedStatement(sql)
    statements.set(sql, statement)
    this.emit('query', { sql: statement.text, bindings }) // as Knex does
    batchWrites(connection, until)
    const watch = watchOf(this)
    watch?.onSend(connection)
    try {
      const { rows } = await connection.query({ ...statement, values: [...bindings] })
      return rows
    } catch (error) {
      disposeUnlessServerError(connection, error)
      throw error
    } finally {
      watch?.onComplete(connection)
    }
  }
}

/** Returns the watch of a client. Not a private member, because Knex calls methods on copies of the client. */
function watchOf({ config }: Knex.Client): ResponseWatch | undefined {
  return (config as WatchedConfig).responseWatch
}

/** Returns an error with PostgreSQL's code for a write to a read-only server. */
function readOnlyError(): Error {
  return Object.assign(new Error('the server is read-only'), { code: '25006' })
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

/** Replaces each `?` with a numbered parameter: `$1`, `$2`, … */
function toNamedStatement(sql: string): NamedStatement {
  let bindings = 0
  const text = sql.replace(/\?/g, () => {
    bindings += 1
    return `$${bindings}`
  })
  return { name: statementName(text), text }
}

/**
 * Returns the name of a statement, or `undefined` if it must not be named. A statement that may select all columns must
 * not: its plan becomes invalid when a migration adds a column.
 */
function nameOf({ sql = '', method, bindings = [] }: BuiltQuery): string | undefined {
  if (!BUILDER_METHODS.has(method) || bindings.length > MAX_NAMED_BINDINGS || sql.includes('*')) return undefined
  const existing = names.get(sql)
  if (existing || names.size >= MAX_NAMED_STATEMENTS) return existing
  const name = statementName(sql)
  names.set(sql, name)
  return name
}
