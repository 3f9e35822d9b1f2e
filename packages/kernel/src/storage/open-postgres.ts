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
    throw new StartupError(connectionProblem(withoutSecrets(error).code))
  }
  return new KnexDatabase({ dialect: postgresDialect, writer: pool, reader: pool, close: () => closeInTime(pool) })
}

/** What a server says that is there. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'refuses the password. Correct the user or the password in the database URL',
  '28000': 'does not let this user in. Correct the user in the database URL, or allow it in pg_hba.conf',
  '3D000': 'has no database of that name. Create it, or correct the name in the database URL',
  '42501': 'does not let this user connect to that database. Grant CONNECT on it',
  '53300': 'has no connection left. Raise its max_connections, or run fewer replicas',
  '57P03': 'is starting up or shutting down. Start Plinth when it is ready',
}

function connectionProblem(code = 'no code'): string {
  const refusal = REFUSALS[code]
  if (refusal !== undefined) return `The PostgreSQL server ${refusal} (${code}).`
  if (code === 'ERR_INVALID_URL')
    return 'The database URL is no URL. Write special characters of the password as percent codes: "@" as %40, "/" as %2F.'
  return (
    `The PostgreSQL server does not answer (${code}). ` +
    'Check the host and the port in the database URL, and that the server is up and reachable from here.'
  )
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
