import type { Database } from '@plinth/kernel'
import { UnreachableDatabase } from '@plinth/kernel/composition'
import { latestTimestamp } from '../latest-timestamp.js'
import { type Check, type Finding, ok, warn } from './check.js'

/** Maximum difference in ms between two clocks. */
const TOLERANCE_MS = 1_000

/** Compares the clock of this machine with the PostgreSQL server's, or with the newest timestamp in a SQLite file. */
export const clock: Check = {
  name: 'clock',
  async examine({ database }) {
    if (database === undefined || database instanceof UnreachableDatabase) return []
    return [database.dialect.isShared ? await compareWithServer(database) : await compareWithFile(database)]
  },
}

async function compareWithServer(database: Database): Promise<Finding> {
  const queriedAt = Date.now()
  const server = await database.read((knex) => database.dialect.serverTime(knex))
  const offset = (server ?? queriedAt) - (queriedAt + Date.now()) / 2
  const finding = `this machine is ${(Math.abs(offset) / 1_000).toFixed(1)} s ${offset > 0 ? 'behind' : 'ahead of'} the server`
  return Math.abs(offset) > TOLERANCE_MS
    ? warn(finding, 'let both follow the same time servers (NTP); Plinth goes by the time of the database server')
    : ok(finding)
}

async function compareWithFile(database: Database): Promise<Finding> {
  const newest = (await latestTimestamp(database)) ?? 0
  if (newest <= Date.now() + TOLERANCE_MS) return ok('nothing in the database is of the future')
  return warn(
    `the newest moment in the database, ${new Date(newest).toISOString()}, lies in the future`,
    'set the clock of this machine right (NTP); sessions and locks last too long until then',
  )
}
