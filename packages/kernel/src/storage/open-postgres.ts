import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import knex, { type Knex } from 'knex'
import { StartupError } from '../errors/startup-error.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Database } from './database.js'
import { KnexDatabase } from './knex-database.js'
import { PostgresClient } from './postgres-client.js'
import { postgresDialect } from './postgres-dialect.js'
import { lookUpByName } from './postgres-look-up.js'
import { postgresObstacle } from './postgres-obstacle.js'
import { quietKnexLog } from './quiet-knex-log.js'
import type { Obstacle } from './unreachable-database.js'

/** Longest wait in ms for a connection, from the pool or from the server, and for a lock. */
const WAIT = 5_000
/** Connections of each pool. */
const MOST = 10
/** pg sends a statement while others are under way; Knex's types do not know of that. */
const PIPELINED: object = { pipeline: true }

/** Opens a PostgreSQL server and makes sure that it answers. Who reads has a pool of their own, and never waits for those who write. */
export async function openPostgres(url: string): Promise<Database> {
  requireDriver()
  const [writer, reader] = [poolOn(url), poolOn(url)]
  const close = async () => {
    await Promise.all([closeInTime(writer), closeInTime(reader)])
  }
  try {
    await writer.raw('SELECT 1')
  } catch (error) {
    await close()
    throw new StartupError(connectionProblem(error))
  }
  return new KnexDatabase({ dialect: postgresDialect, writer, reader, lookUp: lookUpByName(reader), close })
}

/** Of connections that are made when they are needed. */
function poolOn(url: string): Knex {
  return knex({
    client: PostgresClient as unknown as typeof Knex.Client,
    connection: {
      connectionString: url,
      connectionTimeoutMillis: WAIT,
      application_name: 'plinth',
      options: `-c lock_timeout=${WAIT}`,
      keepAlive: true,
      ...PIPELINED,
    },
    pool: { min: 0, max: MOST },
    acquireConnectionTimeout: WAIT,
    log: quietKnexLog,
  })
}

/** What is in the way, and what to do. https://www.postgresql.org/docs/current/errcodes-appendix.html */
function connectionProblem(error: unknown): string {
  const code = withoutSecrets(error).code ?? 'no code'
  const told: Partial<Record<Obstacle, string>> = {
    'bad-url':
      'PLINTH_DATABASE_URL (the option databaseUrl) is no URL. Write special characters of the password as percent codes: "@" as %40, "/" as %2F.',
    password: `The PostgreSQL server refuses the user or the password (${code}). Correct them in PLINTH_DATABASE_URL (the option databaseUrl), or allow the user in pg_hba.conf.`,
    'no-such-database': `The PostgreSQL server has no database of that name (${code}). Create it, or correct the name in PLINTH_DATABASE_URL (the option databaseUrl).`,
    'no-tls':
      'The PostgreSQL server has no TLS. Turn it on there, or leave sslmode out of PLINTH_DATABASE_URL (the option databaseUrl).',
    'certificate-file': `A certificate or key that PLINTH_DATABASE_URL (the option databaseUrl) names cannot be read (${code}). Mend its sslrootcert, sslcert or sslkey.`,
    untrusted: `The certificate of the PostgreSQL server is not trusted (${code}). Name its authority in PLINTH_DATABASE_URL (the option databaseUrl): sslrootcert.`,
    'no-way': `The PostgreSQL server does not answer (${code}). Check the host and the port in PLINTH_DATABASE_URL (the option databaseUrl), and that the server is up and reachable from here.`,
  }
  return (
    told[postgresObstacle(error)] ??
    `The PostgreSQL server does not let Plinth in (${code}). Its log says why; it may be starting, or have no connection left.`
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
