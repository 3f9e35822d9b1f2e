import type { Knex } from 'knex'
import { within } from '../../async/within.js'
import { type BuiltQuery, dispose, postgresClientClass } from '../knex-internals.js'
import type { Binding } from '../look-up.js'
import { disposeIfLost } from '../transactions/pooled-connection.js'
import { rejectAfter } from '../transactions/reject-after.js'
import type { AnswerWatch, WatchedConnection } from './answer-watch.js'
import { type Gathering, gather } from './gather.js'
import { onParameter, socketOf } from './pg-internals.js'
import { statementName } from './statement-name.js'

/** A connection of pg, asked past Knex. */
export interface PostgresConnection extends WatchedConnection {
  query(statement: { name: string; text: string; values: unknown[] } | string): Promise<{ rows: object[] }>
}

/** A statement as pg wants it, but for what is bound. */
interface NamedStatement {
  readonly name: string
  readonly text: string
}

/** The configuration of a pool whose connections are watched. */
export interface WatchedConfig extends Knex.Config {
  readonly answerWatch?: AnswerWatch
}

const KnexsClient = postgresClientClass<PostgresConnection>()

/** Statements of Knex's builder that have a name, the first ones of this process; others are planned each time. */
const MAX_NAMED_STATEMENTS = 500
/** Those with more bindings are of many rows: each number of them makes another statement. */
const MAX_NAMED_BINDINGS = 20
/** What Knex's builder makes, and nobody else. */
const BUILT: ReadonlySet<string | undefined> = new Set(['insert', 'update', 'del', 'select', 'first', 'pluck'])

/** Timeout in ms for what is asked of a new connection before it is used. */
const PREPARATION_TIMEOUT_MS = 5_000
/** Timeout in ms for closing a connection cleanly. */
const END_TIMEOUT_MS = 500
/** What a server of version 14 or newer tells by itself when it changes. */
const READ_ONLY_PARAMETERS: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only'])
const IS_READ_ONLY = `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isReadOnly"`

/** By SQL with `?` for each binding, which is a constant: there are few. */
const statements = new Map<string, NamedStatement>()
/** By the SQL that Knex's builder has made. */
const names = new Map<string, string>()

/**
 * Knex's own client of PostgreSQL, but that the small statements of its builder are parsed and planned once a
 * connection, and those that are asked at the same time go out together.
 */
export class PostgresClient extends KnexsClient {
  /**
   * Refuses a server that only reads: what it gives may be old, and sessions that have ended elsewhere are open there.
   */
  override async acquireRawConnection(): Promise<PostgresConnection> {
    const connection = await this.connect()
    const preparing = this.#prepare(connection)
    try {
      await Promise.race([preparing, rejectAfter(preparing, PREPARATION_TIMEOUT_MS)])
      return connection
    } catch (error) {
      socketOf(connection).destroy() // nobody else knows of it yet
      throw error
    }
  }

  async #prepare(connection: PostgresConnection): Promise<void> {
    await this.learnVersion(connection)
    onParameter(connection, ({ parameterName, parameterValue }) => {
      if (READ_ONLY_PARAMETERS.has(parameterName) && parameterValue === 'on') dispose(connection, readOnlyError())
    })
    const { rows } = await connection.query(IS_READ_ONLY)
    watchOf(this)?.heard(connection)
    if ((rows[0] as { isReadOnly: boolean }).isReadOnly) throw readOnlyError()
  }

  /** Never waits for a server that does not answer. */
  override async destroyRawConnection(connection: PostgresConnection): Promise<void> {
    await within(END_TIMEOUT_MS, super.destroyRawConnection(connection))
    socketOf(connection).destroy()
  }

  override async validateConnection(connection: PostgresConnection): Promise<boolean> {
    return !watchOf(this)?.isSuspect(connection)
  }

  override async send(connection: PostgresConnection, query: BuiltQuery): Promise<object> {
    gather(connection, 'callback')
    const name = nameOf(query)
    const watch = watchOf(this)
    watch?.sent(connection)
    try {
      if (name === undefined) return await super.send(connection, query)
      return await super.send(connection, Object.assign(query, { options: { ...query.options, name } }))
    } catch (error) {
      if (name !== undefined) disposeUnlessAnswered(connection, error)
      throw error
    } finally {
      watch?.answered(connection)
    }
  }

  /** Asks a statement by its name, past Knex, with `?` for each binding, and returns its rows. */
  async execute(
    connection: PostgresConnection,
    sql: string,
    bindings: readonly Binding[],
    gathering: Gathering = 'callback',
  ): Promise<readonly object[]> {
    const statement = statements.get(sql) ?? named(sql)
    statements.set(sql, statement)
    this.emit('query', { sql: statement.text, bindings }) // for whoever listens to what is asked
    gather(connection, gathering)
    const watch = watchOf(this)
    watch?.sent(connection)
    try {
      const { rows } = await connection.query({ ...statement, values: [...bindings] })
      return rows
    } catch (error) {
      disposeUnlessAnswered(connection, error)
      throw error
    } finally {
      watch?.answered(connection)
    }
  }
}

/** Not a private member: Knex asks by copies of the client. */
function watchOf({ config }: Knex.Client): AnswerWatch | undefined {
  return (config as WatchedConfig).answerWatch
}

/** The code of PostgreSQL for a write to a server that only reads. */
function readOnlyError(): Error {
  return Object.assign(new Error('the server only reads'), { code: '25006' })
}

/**
 * What the server has not said itself, as of a binding that cannot be sent, leaves driver and server apart on which
 * statements have a name.
 */
function disposeUnlessAnswered(connection: PostgresConnection, error: unknown): void {
  disposeIfLost(connection, error)
  const isAnswer = error instanceof Error && 'severity' in error
  if (!isAnswer) dispose(connection, error)
}

function named(sql: string): NamedStatement {
  let bindings = 0
  const text = sql.replace(/\?/g, () => {
    bindings += 1
    return `$${bindings}`
  })
  return { name: statementName(text), text }
}

/** None for a statement that may give all columns: once a migration has added one, its plan fails. */
function nameOf({ sql = '', method, bindings = [] }: BuiltQuery): string | undefined {
  if (!BUILT.has(method) || bindings.length > MAX_NAMED_BINDINGS || sql.includes('*')) return undefined
  const known = names.get(sql)
  if (known || names.size >= MAX_NAMED_STATEMENTS) return known
  const name = statementName(sql)
  names.set(sql, name)
  return name
}
