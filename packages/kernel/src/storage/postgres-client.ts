import { createRequire } from 'node:module'
import type { Knex } from 'knex'
import { type Gathering, type GatheringConnection, gather } from './gather.js'
import type { Binding } from './look-up.js'
import { disposeIfLost } from './pooled-connection.js'
import { statementName } from './statement-name.js'

/** As much of a statement that Knex has made as is used. */
interface Query {
  readonly sql?: string
  readonly method?: string
  readonly bindings?: readonly unknown[]
  options?: object
}

/** A connection of pg, asked past Knex. */
export interface PostgresConnection extends GatheringConnection {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: object[] }>
}

/** A statement as pg wants it, but for what is bound. */
interface NamedStatement {
  readonly name: string
  readonly text: string
}

type Client = new (
  ...config: readonly unknown[]
) => Knex.Client & {
  _query(connection: GatheringConnection, query: Query): Promise<object>
}

const KnexsClient = createRequire(import.meta.url)('knex/lib/dialects/postgres/index.js') as Client

/** Statements of Knex's builder that have a name, the first ones of this process; others are planned each time. */
const MOST = 500
/** Those with more bindings are of many rows: each number of them makes another statement. */
const MOST_BINDINGS = 20
/** What Knex's builder makes, and nobody else. */
const BUILT: ReadonlySet<string | undefined> = new Set(['insert', 'update', 'del', 'select', 'first', 'pluck'])

/** By SQL with `?` for each binding, which is a constant: there are few. */
const statements = new Map<string, NamedStatement>()
/** By the SQL that Knex's builder has made. */
const names = new Map<string, string>()

/**
 * Knex's own client of PostgreSQL, but that the small statements of its builder are parsed and planned once a connection, and those that are
 * asked at the same time go out together.
 */
export class PostgresClient extends KnexsClient {
  override async _query(connection: GatheringConnection, query: Query): Promise<object> {
    gather(connection, 'callback')
    const name = nameOf(query)
    if (name === undefined) return super._query(connection, query)
    try {
      return await super._query(connection, Object.assign(query, { options: { ...query.options, name } }))
    } catch (error) {
      disposeUnlessAnswered(connection, error)
      throw error
    }
  }

  /** Asks a statement by its name, past Knex, with `?` for each binding, and returns its rows. */
  async ask(
    connection: PostgresConnection,
    sql: string,
    bindings: readonly Binding[],
    gathering: Gathering = 'callback',
  ): Promise<readonly object[]> {
    const statement = statements.get(sql) ?? named(sql)
    statements.set(sql, statement)
    this.emit('query', { sql: statement.text, bindings }) // for whoever listens to what is asked
    gather(connection, gathering)
    try {
      const { rows } = await connection.query({ ...statement, values: [...bindings] })
      return rows
    } catch (error) {
      disposeUnlessAnswered(connection, error)
      throw error
    }
  }
}

/** What the server has not said itself, as of a binding that cannot be sent, leaves driver and server apart on which statements have a name. */
function disposeUnlessAnswered(connection: GatheringConnection, error: unknown): void {
  disposeIfLost(connection, error)
  const isAnswer = error instanceof Error && 'severity' in error
  if (!isAnswer) connection.__knex__disposed = error
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
function nameOf({ sql = '', method, bindings = [] }: Query): string | undefined {
  if (!BUILT.has(method) || bindings.length > MOST_BINDINGS || sql.includes('*')) return undefined
  const known = names.get(sql)
  if (known || names.size >= MOST) return known
  const name = statementName(sql)
  names.set(sql, name)
  return name
}
