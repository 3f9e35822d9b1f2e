import knex, { type Knex } from 'knex'
import { quietKnexLog } from '../quiet-knex-log.js'
import { SqliteClient } from './sqlite-client.js'
import { SQLITE_REPLACED } from './sqlite-problem.js'

/** Timeout in ms for acquiring a connection of the pool. */
const ACQUIRE_TIMEOUT_MS = 5_000

interface Connection {
  exec(sql: string, done: (error: Error | null) => void): void
}

export interface SqlitePoolOptions {
  readonly pragmas: readonly string[]
  readonly maxConnections: number
  /**
   * Returns whether the file has been replaced since it was opened. If so, no more connections are opened: SQLite would
   * truncate the shared memory next to the file while other connections have it mapped, which crashes the process.
   */
  readonly isReplaced?: () => boolean
  /** Whether the pool keeps one connection open, however long it is idle. */
  readonly keepsOneConnection?: boolean
}

/** Creates a pool for a SQLite file, which opens connections on demand. */
export function sqlitePool(
  filename: string,
  { pragmas, maxConnections, isReplaced, keepsOneConnection = false }: SqlitePoolOptions,
): Knex {
  const statements = pragmas.map((pragma) => `PRAGMA ${pragma};`).join('\n')
  return knex({
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename },
    useNullAsDefault: true,
    pool: {
      min: keepsOneConnection ? 1 : 0,
      max: maxConnections,
      afterCreate: (connection: Connection, done: (error: Error | null, connection: Connection) => void) => {
        if (isReplaced?.())
          done(Object.assign(new Error('the file was replaced'), { code: SQLITE_REPLACED }), connection)
        else connection.exec(statements, (error) => done(error, connection))
      },
    },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: quietKnexLog,
  })
}
