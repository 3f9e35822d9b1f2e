import knex, { type Knex } from 'knex'
import { quietKnexLog } from '../quiet-knex-log.js'
import { PostgresClient, type PostgresConfig } from './postgres-client.js'
import { KEEP_ALIVE_DELAY_MS } from './server/session-settings.js'

/** Timeout in ms for acquiring a connection of the pool. */
const ACQUIRE_TIMEOUT_MS = 5_000
/** Makes pg send statements before earlier ones have completed. Missing from Knex's types. */
const PIPELINED: object = { pipeline: true }

type PoolOptions = Pick<PostgresConfig, 'servers' | 'purpose' | 'responseWatch'> & {
  /** Max number of connections. */
  readonly max: number
  /** Name of the program in the server's list of connections. */
  readonly applicationName?: string
}

/** Creates a pool of connections to a PostgreSQL server, which opens them on demand. */
export function createPool({ max, applicationName = 'plinth', ...options }: PoolOptions): Knex {
  const config: PostgresConfig = {
    ...options,
    client: PostgresClient as unknown as typeof Knex.Client,
    // Without a server, which `PostgresClient` chooses for each connection
    connection: {
      connectionTimeoutMillis: options.servers.timeoutMs,
      application_name: applicationName,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      ...PIPELINED,
    },
    pool: { min: 0, max },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: quietKnexLog,
  }
  return knex(config)
}
