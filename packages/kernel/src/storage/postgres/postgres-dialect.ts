import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Dialect, RowLock } from '../dialect.js'
import { JsonRowWriter } from '../json-row-writer.js'
import { buildPostgresSelect } from './build-postgres-select.js'
import { canPostgresHold } from './postgres-columns.js'
import { postgresJson } from './postgres-json.js'
import { postgresTables } from './postgres-tables.js'

/** Interval in ms between two attempts to acquire a lock. */
const LOCK_RETRY_INTERVAL_MS = 100

/** https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS */
const ROW_LOCKS: Readonly<Record<RowLock, string>> = {
  change: 'NO KEY UPDATE',
  share: 'SHARE',
  presence: 'KEY SHARE',
  deletion: 'UPDATE',
}

const DEADLOCK = '40P01'

/** Violations by error code of the server. */
const VIOLATIONS: Readonly<Record<string, 'unique' | 'reference'>> = { 23505: 'unique', 23503: 'reference' }

/** Dialect of PostgreSQL, shared by any number of replicas. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  isShared: true,
  // After waiting for a lock, a statement must see what was committed, whatever the default of the database is
  beginWrite: 'BEGIN ISOLATION LEVEL READ COMMITTED',
  allocateSpace:
    'CREATE TABLE plinth_space_test AS SELECT md5(number::text) AS filler FROM generate_series(1, 60000) AS number',
  beginSnapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  beginWriteFromSnapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ',
  isOneOf: (expression, values) => ({ sql: `${expression} = ANY(?)`, binding: values }),
  rowLock: (table, strength) => `FOR ${ROW_LOCKS[strength]} OF ${table}`,

  /** Polls, because a single waiting statement would look like a server that does not respond. */
  async acquireLock(transaction, name) {
    while (!(await tryToLock(transaction, name))) await pause(LOCK_RETRY_INTERVAL_MS)
  },

  json: postgresJson,
  codePointCollation: '"C"',
  rowWriter: (transaction, target) => new JsonRowWriter(transaction, target, buildPostgresSelect),

  storedTables: postgresTables,
  canHold: canPostgresHold,
  enforcesMaxLength: true,

  aroundSchemaChange: undefined,
  brokenReference: async () => undefined, // foreign keys are never off
  async isReadOnly(transaction) {
    const { rows } = await transaction.raw(`SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`)
    return rows[0].isReadOnly
  },

  violationOf: (error) => VIOLATIONS[String((error as { code?: unknown } | undefined)?.code)],

  isDeadlock: (error) => (error as { code?: unknown } | undefined)?.code === DEADLOCK,

  async version(knex: Knex) {
    const { rows } = await knex.raw('SHOW server_version')
    return String(rows[0].server_version)
  },

  async serverTime(knex: Knex) {
    const { rows } = await knex.raw('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')
    return Number(rows[0].now)
  },
}

/** Tries to acquire the lock with this name until the end of the transaction, and returns whether it was free. */
export async function tryToLock(transaction: Knex, name: string): Promise<boolean> {
  const { rows } = await transaction.raw('SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS acquired', [
    `plinth:${name}`,
  ])
  return rows[0].acquired
}
