import type { Knex } from 'knex'
import { processIdOf } from '../pg-internals.js'
import type { ConnectionRoute, PostgresConnection } from '../postgres-connection.js'
import { statementName } from '../statement-name.js'

/** What a server is, and how it is reached. */
export interface ServerIdentity {
  readonly version: string
  readonly isReadOnly: boolean
  readonly route: ConnectionRoute
}

const IS_READ_ONLY = `pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "isReadOnly"`
export const IS_READ_ONLY_QUERY = `SELECT ${IS_READ_ONLY}`
const IDENTITY_QUERY = `SELECT version() AS version, pg_backend_pid() AS "processId", ${IS_READ_ONLY}`
const PROBE_QUERY = 'SELECT name FROM pg_prepared_statements'
const PROBE_NAME = statementName(PROBE_QUERY)

/** The timeline on which a primary writes: each promotion begins the next one. */
const TIMELINE_QUERY = `SELECT ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int AS timeline`

/** Queries the timeline of a primary. */
export async function timelineOf(connection: PostgresConnection): Promise<number> {
  const { rows } = await connection.query(TIMELINE_QUERY)
  return (rows[0] as { timeline: number }).timeline
}

/** Queries the identity of the server of a new connection. */
export async function identifyServer(connection: PostgresConnection): Promise<ServerIdentity> {
  const { rows } = await connection.query(IDENTITY_QUERY)
  const { version, processId, isReadOnly } = rows[0] as { version: string; processId: number; isReadOnly: boolean }
  return { version, isReadOnly, route: await routeOf(connection, processId) }
}

/** Returns the route of the connections of a pool; `direct` for a host's own. */
export async function routeOfPool({ client }: Knex): Promise<ConnectionRoute> {
  const connection: PostgresConnection = await client.acquireConnection()
  try {
    return connection.route ?? 'direct'
  } finally {
    await client.releaseConnection(connection)
  }
}

/** Determines the route. A pooler sends its clients other process identifiers than those of the server. */
async function routeOf(connection: PostgresConnection, serverProcessId: number): Promise<ConnectionRoute> {
  if (processIdOf(connection) === serverProcessId) return 'direct'
  return (await renamesStatements(connection)) ? 'pooler' : 'pooler without named statements'
}

/** Returns whether a pooler keeps track of named statements: it then gives them names of its own on the server. */
async function renamesStatements(connection: PostgresConnection): Promise<boolean> {
  await connection.query('BEGIN') // so that all of it reaches the same connection of the server
  try {
    const { rows } = await connection.query({ name: PROBE_NAME, text: PROBE_QUERY, values: [] })
    const isRenamed = !rows.some((row) => (row as { name: string }).name === PROBE_NAME)
    if (!isRenamed) await connection.query(`DEALLOCATE ${PROBE_NAME}`)
    return isRenamed
  } finally {
    await connection.query('ROLLBACK')
  }
}
