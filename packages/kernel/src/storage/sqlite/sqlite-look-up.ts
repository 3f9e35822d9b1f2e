import type { Knex } from 'knex'
import type { Binding, LookUp } from '../look-up.js'
import type { SqliteConnection } from './prepared-statements.js'
import type { SqliteClient } from './sqlite-client.js'

/** Numbers of look-ups for which a statement is prepared. */
const BATCH_SIZES = [4, 16] as const
const MAX_BATCH_SIZE = 16
/** Column with the position of the look-up that a row belongs to. */
const POSITION = 'plinth_position'
/** Look-ups with an order are executed separately: SQLite does not promise to keep the order of a subquery. */
const ORDERED = /\border\s+by\b/i

interface PendingLookUp {
  readonly bindings: readonly Binding[]
  readonly resolve: (rows: readonly object[] | Promise<readonly object[]>) => void
}

/** Statements for several look-ups by the number of look-ups and their SQL, which is constant, so there are few. */
const statements = new Map<string, string>()

/**
 * Returns a function that executes look-ups with the same SQL in one statement, if issued in the same iteration of
 * the event loop: the way to a thread of the driver and back takes several times as long as the look-up.
 */
export function sqliteLookUp(pool: Knex): LookUp {
  const pending = new Map<string, PendingLookUp[]>()
  const executeAll = () => {
    for (const [sql, lookUps] of pending) {
      for (let at = 0; at < lookUps.length; at += MAX_BATCH_SIZE)
        executeBatch(pool, sql, lookUps.slice(at, at + MAX_BATCH_SIZE))
    }
    pending.clear()
  }
  return (sql, bindings, { mayTakeLong = false } = {}) => {
    if (mayTakeLong || ORDERED.test(sql)) return execute(pool, sql, bindings)
    if (pending.size === 0) setImmediate(executeAll)
    return new Promise((resolve) => {
      const lookUps = pending.get(sql) ?? []
      lookUps.push({ bindings, resolve })
      pending.set(sql, lookUps)
    })
  }
}

/** Executes look-ups in one statement; if it fails, each one by itself, so that it fails only for its own reason. */
async function executeBatch(pool: Knex, sql: string, lookUps: readonly PendingLookUp[]): Promise<void> {
  const executeEach = () => {
    for (const { bindings, resolve } of lookUps) resolve(execute(pool, sql, bindings))
  }
  if (lookUps.length === 1) return executeEach()
  try {
    const results: object[][] = lookUps.map(() => [])
    for (const row of await execute(pool, ...inOneStatement(sql, lookUps))) {
      const { [POSITION]: position, ...own } = row as { [POSITION]: number }
      results[position]?.push(own)
    }
    for (const [position, { resolve }] of lookUps.entries()) resolve(results[position] ?? [])
  } catch {
    executeEach()
  }
}

/** Returns a statement with room for these look-ups. An unused position is not below the number, so it does not run. */
function inOneStatement(sql: string, lookUps: readonly PendingLookUp[]): [string, Binding[]] {
  const size = BATCH_SIZES.find((one) => one >= lookUps.length) ?? MAX_BATCH_SIZE
  const positions = Array.from({ length: size }, (_, position) => position)
  const key = `${size} ${sql}`
  const lookUpAt = (position: number) => `SELECT ${position} AS ${POSITION}, * FROM (${sql}) WHERE ${position} < ?`
  const statement = statements.get(key) ?? positions.map(lookUpAt).join(' UNION ALL ')
  statements.set(key, statement)
  const unused = lookUps[0]?.bindings ?? []
  const bindings = positions.flatMap((position) => [...(lookUps[position]?.bindings ?? unused), lookUps.length])
  return [statement, bindings]
}

async function execute(pool: Knex, sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
  const client: SqliteClient = pool.client
  const connection: SqliteConnection = await client.acquireConnection()
  try {
    return await client.execute(connection, sql, bindings)
  } finally {
    await client.releaseConnection(connection)
  }
}
