import { createRequire } from 'node:module'
import knex, { type Knex } from 'knex'
import { within } from '../../async/within.js'
import { StartupError } from '../../errors/startup-error.js'
import { withoutSecrets } from '../../errors/without-secrets.js'
import type { Database } from '../database.js'
import { KnexDatabase } from '../knex-database.js'
import { quietKnexLog } from '../quiet-knex-log.js'
import { inSentences } from '../unreachable-database.js'
import { AnswerWatch } from './answer-watch.js'
import { PostgresClient, type WatchedConfig } from './postgres-client.js'
import { diagnosePostgres } from './postgres-diagnosis.js'
import { postgresDialect } from './postgres-dialect.js'
import { lookUpByName } from './postgres-look-up.js'
import { expectSettings, postgresObstacle } from './postgres-obstacle.js'

/** Longest wait in ms for a connection, from the pool or from the server, and for a lock. */
const CONNECT_TIMEOUT_MS = 5_000
/** Timeout in ms for closing a pool. */
const CLOSE_TIMEOUT_MS = 700
/** Connections of each pool. */
const MAX_POOL_CONNECTIONS = 10
/**
 * How long in ms a transaction may do nothing before the server ends it: a replica that has frozen must not hold its
 * locks. An export waits for its reader between two pages, and holds no lock.
 */
const IDLE_TRANSACTION_TIMEOUT_MS = { writer: 15_000, reader: 600_000 } as const
/** How long in ms the server works on a statement that only reads. */
const STATEMENT_TIMEOUT_MS = 10_000
/** When the system, here and on the server, asks an idle connection whether the other end is there. */
const KEEP_ALIVE_DELAY_MS = 10_000
/** pg sends a statement while others are under way; Knex's types do not know of that. */
const PIPELINED: object = { pipeline: true }

/** What the URL of the database is called in messages. */
const URL_SETTING = 'PLINTH_DATABASE_URL (the option databaseUrl)'

/**
 * Opens a PostgreSQL server and makes sure that it answers. Reads have a pool of their own, and never wait for writes.
 * `urlName` is what messages call the URL.
 */
export async function openPostgres(url: string, urlName = URL_SETTING): Promise<Database> {
  requireDriver()
  const answerWatch = new AnswerWatch()
  const [writer, reader] = [poolOn(url, 'writer', answerWatch), poolOn(url, 'reader', answerWatch)]
  const close = async () => {
    await Promise.all([closeInTime(writer), closeInTime(reader)])
    answerWatch.stop()
  }
  try {
    await expectSettings(writer, CONNECT_TIMEOUT_MS)
  } catch (error) {
    await close()
    throw new StartupError(connectionProblem(error, urlName))
  }
  const isConnected = () => answerWatch.isConnected()
  return new KnexDatabase({
    dialect: postgresDialect,
    writer,
    reader,
    lookUp: lookUpByName(reader),
    isConnected,
    close,
  })
}

/** Of connections that are made when they are needed. */
function poolOn(url: string, use: keyof typeof IDLE_TRANSACTION_TIMEOUT_MS, answerWatch: AnswerWatch): Knex {
  const keepAliveDelay = KEEP_ALIVE_DELAY_MS / 1_000
  const settings = {
    lock_timeout: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS[use],
    // What nobody waits for any more must not go on. A migration may take long; it writes.
    statement_timeout: use === 'reader' ? STATEMENT_TIMEOUT_MS : 0,
    tcp_keepalives_idle: keepAliveDelay,
    tcp_keepalives_interval: keepAliveDelay / 2,
    tcp_keepalives_count: 3,
  }
  const config: WatchedConfig = {
    client: PostgresClient as unknown as typeof Knex.Client,
    answerWatch,
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

/** What is in the way, and what to do. https://www.postgresql.org/docs/current/errcodes-appendix.html */
function connectionProblem(error: unknown, urlName: string): string {
  const code = withoutSecrets(error).code ?? 'no code'
  if (code === '25006') return `The database is read-only. Let ${urlName} name the primary server.`
  return inSentences(diagnosePostgres(postgresObstacle(error), { server: 'the PostgreSQL server', urlName, code }))
}

/** A server that does not answer must not keep Plinth from stopping. */
async function closeInTime(pool: Knex): Promise<void> {
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
