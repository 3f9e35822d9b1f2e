import { createRequire } from 'node:module'
import knex, { type Knex } from 'knex'
import { within } from '../../async/within.js'
import { StartupError } from '../../errors/startup-error.js'
import type { Database } from '../database.js'
import { KnexDatabase } from '../knex-database.js'
import { quietKnexLog } from '../quiet-knex-log.js'
import { connectionProblem } from './connection-problem.js'
import { PostgresClient, type WatchedConfig } from './postgres-client.js'
import { postgresDialect } from './postgres-dialect.js'
import { postgresLookUp } from './postgres-look-up.js'
import { expectSettings } from './postgres-obstacle.js'
import { ResponseWatch } from './response-watch.js'
import { serverAddressOf } from './server-address.js'

/** Timeout in ms for a connection, from the pool or from the server, and for a lock. */
const CONNECT_TIMEOUT_MS = 5_000
/** Timeout in ms for closing a pool. */
const CLOSE_TIMEOUT_MS = 700
/** Max number of connections of each pool. */
const MAX_POOL_CONNECTIONS = 10
/**
 * Time in ms after which the server ends an idle transaction: a frozen replica must not hold its locks. The time is
 * longer for readers: an export waits for its client between two pages, and holds no lock.
 */
const IDLE_TRANSACTION_TIMEOUT_MS = { writer: 15_000, reader: 600_000 } as const
/** Timeout in ms on the server for a statement that only reads. */
const STATEMENT_TIMEOUT_MS = 10_000
/** Idle time in ms after which both ends check with TCP keep-alive that the other one is still connected. */
const KEEP_ALIVE_DELAY_MS = 10_000
/** Makes pg send statements before earlier ones have completed. Missing from Knex's types. */
const PIPELINED: object = { pipeline: true }

/** Name of the database URL in messages. */
const URL_SETTING = 'PLINTH_DATABASE_URL (the option databaseUrl)'

/**
 * Connects to a PostgreSQL server and verifies that it responds. Reads have their own pool and never wait for writes.
 * `urlName` is the name of the URL in messages.
 */
export async function openPostgres(url: string, urlName = URL_SETTING): Promise<Database> {
  requireDriver()
  const responseWatch = new ResponseWatch()
  const [writer, reader] = [createPool(url, 'writer', responseWatch), createPool(url, 'reader', responseWatch)]
  const close = async () => {
    await Promise.all([closeWithTimeout(writer), closeWithTimeout(reader)])
    responseWatch.stop()
  }
  try {
    await expectSettings(writer, CONNECT_TIMEOUT_MS)
  } catch (error) {
    await close()
    throw new StartupError(connectionProblem(error, { server: serverOf(url), urlName }))
  }
  const isConnected = () => responseWatch.isConnected()
  return new KnexDatabase({
    dialect: postgresDialect,
    writer,
    reader,
    lookUp: postgresLookUp(reader),
    isConnected,
    close,
  })
}

/** Creates a pool, which opens connections on demand. */
function createPool(url: string, use: keyof typeof IDLE_TRANSACTION_TIMEOUT_MS, responseWatch: ResponseWatch): Knex {
  const keepAliveDelay = KEEP_ALIVE_DELAY_MS / 1_000
  const settings = {
    lock_timeout: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS[use],
    // Ends reads whose caller has given up. Writes have no timeout, because a migration may take long.
    statement_timeout: use === 'reader' ? STATEMENT_TIMEOUT_MS : 0,
    tcp_keepalives_idle: keepAliveDelay,
    tcp_keepalives_interval: keepAliveDelay / 2,
    tcp_keepalives_count: 3,
  }
  const config: WatchedConfig = {
    client: PostgresClient as unknown as typeof Knex.Client,
    responseWatch,
    connection: {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'plinth',
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      ...PIPELINED,
    },
    pool: { min: 0, max: MAX_POOL_CONNECTIONS },
    acquireConnectionTimeout: CONNECT_TIMEOUT_MS,
    log: quietKnexLog,
  }
  return knex(config)
}

/** Names the server of a URL, without user and password. */
function serverOf(url: string): string {
  return URL.canParse(url) ? `the PostgreSQL server ${serverAddressOf(url)}` : 'the PostgreSQL server'
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
