import type { Knex } from 'knex'
import { StartupError } from '../../errors/startup-error.js'
import type { Database } from '../database.js'
import { KnexDatabase } from '../knex-database.js'
import { postgresDialect } from './postgres-dialect.js'
import { connectionProblem } from './server/connection-problem.js'
import { expectPostgres } from './server/not-postgres.js'
import { serverAddressOf } from './server/server-urls.js'
import { verifyEngine } from './server/verify-engine.js'

/** Wraps a host's Knex for PostgreSQL. Throws a `StartupError` if its server cannot be used. */
export async function adoptPostgres(knex: Knex): Promise<Database> {
  const database = new KnexDatabase({ dialect: postgresDialect, writer: knex, reader: knex, close: async () => {} })
  try {
    const { rows } = await knex.raw('SELECT version() AS version')
    expectPostgres(rows[0].version)
    await verifyEngine(database, { hasTwoConnections: false }) // the host's pool may have only one
  } catch (error) {
    const names = { server: serverOf(knex), urlName: 'the connection of the option knex' }
    throw new StartupError(connectionProblem(error, names))
  }
  return database
}

/** The members of a connection that may be shown. */
interface ConnectionSettings {
  readonly connectionString?: string
  readonly host?: string
  readonly port?: number | string
  readonly database?: string
}

/** Names the server of a Knex, without user and password. */
function serverOf(knex: Knex): string {
  const settings: ConnectionSettings = knex.client.connectionSettings ?? {} // missing if the connection is a function
  const { connectionString, host, port = 5432, database = '' } = settings
  const isUrl = connectionString !== undefined && URL.canParse(connectionString)
  const address = isUrl ? serverAddressOf(connectionString) : host && `${host}:${port}/${database}`
  return `the PostgreSQL server ${address ?? 'of the option knex'}`
}
