import { createRequire } from 'node:module'
import type { Knex } from 'knex'
import { within } from '../../async/within.js'
import { StartupError } from '../../errors/startup-error.js'
import type { Database } from '../database.js'
import { KnexDatabase } from '../knex-database.js'
import { createPool } from './create-pool.js'
import { postgresDialect } from './postgres-dialect.js'
import { postgresLookUp } from './postgres-look-up.js'
import { ResponseWatch } from './response-watch.js'
import { connectionProblem } from './server/connection-problem.js'
import { PostgresServers } from './server/postgres-servers.js'
import { routeOfPool } from './server/server-identity.js'
import { serverAddressOf, serverUrlsOf } from './server/server-urls.js'
import { verifyEngine } from './server/verify-engine.js'

/** Timeout in ms for closing a pool. */
const CLOSE_TIMEOUT_MS = 700
/** Name of the database URL in messages. */
const URL_SETTING = 'PLINTH_DATABASE_URL (the option databaseUrl)'

/** Options for a PostgreSQL server. */
export interface PostgresOptions {
  /** Max number of connections, at least four. Half of them write. Default: 20. */
  readonly maxConnections?: number | undefined
  /** Name of the URL in messages. */
  readonly urlName?: string
}

/**
 * Connects to a PostgreSQL server and verifies that it behaves like one. Reads have their own pool and never wait for
 * writes. Throws a `StartupError` that says what is wrong.
 */
export async function openPostgres(
  url: string,
  { maxConnections = 20, urlName = URL_SETTING }: PostgresOptions = {},
): Promise<Database> {
  requireDriver()
  const servers = new PostgresServers(serverUrlsOf(url, urlName))
  const responseWatch = new ResponseWatch()
  const writer = createPool({ servers, responseWatch, purpose: 'writer', max: Math.floor(maxConnections / 2) })
  const reader = createPool({ servers, responseWatch, purpose: 'reader', max: Math.ceil(maxConnections / 2) })
  const database = new KnexDatabase({
    dialect: postgresDialect,
    writer,
    reader,
    lookUp: postgresLookUp(reader),
    isConnected: () => responseWatch.isConnected(),
    close: async () => {
      await Promise.all([closeWithTimeout(writer), closeWithTimeout(reader)])
      responseWatch.stop()
    },
  })
  try {
    await verifyEngine(database, { hasTwoConnections: (await routeOfPool(writer)) === 'direct' })
    return database
  } catch (error) {
    await database.close()
    throw new StartupError(connectionProblem(error, { server: serverOf(url), urlName }))
  }
}

/** Names the server of a URL, without user and password. */
function serverOf(url: string): string {
  return `the PostgreSQL server ${serverAddressOf(url)}`
}

/** Closes a pool, without waiting for a server that does not respond. */
async function closeWithTimeout(pool: Knex): Promise<void> {
  await within(CLOSE_TIMEOUT_MS, pool.destroy())
}

function requireDriver(): void {
  try {
    createRequire(import.meta.url).resolve('pg')
  } catch {
    throw new StartupError(
      'The database URL names a PostgreSQL server, but the package "pg" is not installed: npm install pg',
    )
  }
}
