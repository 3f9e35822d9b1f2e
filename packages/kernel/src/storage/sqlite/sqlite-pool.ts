import knex, { type Knex } from 'knex'
import { quietKnexLog } from '../quiet-knex-log.js'
import { SqliteClient } from './sqlite-client.js'
import { REPLACED } from './sqlite-problem.js'

/** Longest wait in ms for the one connection that writes. */
const ACQUIRE_TIMEOUT_MS = 5_000

interface Connection {
  run(sql: string, done: (error: Error | null) => void): void
  exec(sql: string, done: (error: Error | null) => void): void
}

export interface SqlitePoolOptions {
  readonly pragmas: readonly string[]
  readonly connections: number
  /**
   * Whether the file was replaced since it was opened. Then nothing is opened any more: SQLite would take the shared
   * memory beside the file for its own and cut it off under those who have it mapped, which ends the process.
   */
  readonly isReplaced?: () => boolean
  /** Whether a connection is kept however long nobody uses it. */
  readonly staysOpen?: boolean
}

/** Connections to a SQLite file that are made when they are needed. */
export function sqlitePool(
  filename: string,
  { pragmas, connections, isReplaced, staysOpen = false }: SqlitePoolOptions,
): Knex {
  const statements = pragmas.map((pragma) => `PRAGMA ${pragma};`).join('\n')
  return knex({
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename },
    useNullAsDefault: true,
    pool: {
      min: 0,
      max: connections,
      ...(staysOpen && { min: 1, idleTimeoutMillis: 2 ** 31 - 1 }),
      afterCreate: (connection: Connection, done: (error: Error | null, connection: Connection) => void) => {
        if (isReplaced?.()) done(Object.assign(new Error('the file was replaced'), { code: REPLACED }), connection)
        else connection.exec(statements, (error) => done(error, connection))
      },
    },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: quietKnexLog,
  })
}
