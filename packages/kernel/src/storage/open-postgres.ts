import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import knex, { type Knex } from 'knex'
import { StartupError } from '../errors/startup-error.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Database } from './database.js'
import { KnexDatabase } from './knex-database.js'
import { postgresDialect } from './postgres-dialect.js'
import { quietKnexLog } from './quiet-knex-log.js'

/** Longest wait in ms for a connection, from the pool or from the server, and for a lock. */
const WAIT = 5_000

/** Opens a pool on a PostgreSQL server and makes sure that it answers. */
export async function openPostgres(url: string): Promise<Database> {
  requireDriver()
  const pool = knex({
    client: 'pg',
    connection: {
      connectionString: url,
      connectionTimeoutMillis: WAIT,
      application_name: 'plinth',
      options: `-c lock_timeout=${WAIT}`,
      keepAlive: true,
    },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: WAIT,
    log: quietKnexLog,
  })
  try {
    await pool.raw('SELECT 1')
  } catch (error) {
    await pool.destroy()
    throw new StartupError(
      `The PostgreSQL server does not answer (${withoutSecrets(error).code ?? 'no code'}). ` +
        'Check the host, the port, the database name and the password in the database URL, and that the server is up.',
    )
  }
  return new KnexDatabase({ dialect: postgresDialect, writer: pool, reader: pool, close: () => closeInTime(pool) })
}

/** A server that does not answer must not keep Plinth from stopping. */
async function closeInTime(pool: Knex): Promise<void> {
  await Promise.race([pool.destroy(), pause(WAIT, undefined, { ref: false })])
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
