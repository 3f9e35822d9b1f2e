import type { Database } from '../../database.js'
import type { ConnectionRoute } from '../postgres-connection.js'
import { routeOfPool } from './server-identity.js'

/** Whether the user of a database URL can write to the server, determined without a trial write. */
export interface ServerCapabilities {
  /** Whether the server is a read-only standby. */
  readonly isStandby: boolean
  /** Whether new transactions are read-only by a setting of the server, the database, the user or the URL. */
  readonly isReadOnly: boolean
  /** Whether tables can be created in the current schema. */
  readonly mayCreate: boolean
  /** The major version, such as 15. */
  readonly version: number
  /** What is between this process and the server. */
  readonly route: ConnectionRoute
  /** Timeout in ms of the user's statements on the server; 0 if there is none. */
  readonly statementTimeoutMs: number
}

/**
 * Queries the capabilities of a server; `undefined` if the database is a file. A session that made itself read-only
 * does not count as read-only.
 */
export async function serverCapabilities(database: Database): Promise<ServerCapabilities | undefined> {
  if (database.dialect.name !== 'postgres') return undefined
  return database.read(async (knex) => {
    const { rows } = await knex.raw(
      `SELECT current_setting('server_version_num')::integer / 10000 AS version, pg_is_in_recovery() AS "isStandby",
         (SELECT reset_val FROM pg_settings WHERE name = 'default_transaction_read_only') = 'on' AS "isReadOnly",
         coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
         (SELECT reset_val::integer FROM pg_settings WHERE name = 'statement_timeout') AS "statementTimeoutMs"`,
    )
    return { ...rows[0], route: await routeOfPool(knex) }
  })
}
