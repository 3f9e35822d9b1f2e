import type { Database } from '@plinth/kernel'
import { DatabaseNotOpened } from '@plinth/kernel/composition'
import { isoTime } from '@plinth/kernel/tools'
import { latestTimestamp } from '../latest-timestamp.js'
import { type Check, type Finding, ok, warn } from './check.js'

/** Maximum difference in ms between two clocks that is not reported. */
const TOLERANCE_MS = 1_000

/** Compares the clock of this machine with the PostgreSQL server's, or with the newest timestamp in a SQLite file. */
export const clock: Check = {
  name: 'clock',
  async diagnose({ database }) {
    if (database === undefined || database instanceof DatabaseNotOpened) return []
    return [database.dialect.isShared ? await compareWithServer(database) : await compareWithFile(database)]
  },
}

async function compareWithServer(database: Database): Promise<Finding> {
  const queriedAt = Date.now()
  const server = await database.read((knex) => database.dialect.serverTime(knex))
  const offset = (server ?? queriedAt) - (queriedAt + Date.now()) / 2
  const finding = `this machine is ${(Math.abs(offset) / 1_000).toFixed(1)} s ${offset > 0 ? 'behind' : 'ahead of'} the server`
  return Math.abs(offset) > TOLERANCE_MS
    ? warn(finding, 'synchronize both with the same time servers (NTP); Plinth uses the time of the database server')
    : ok(finding)
}

async function compareWithFile(database: Database): Promise<Finding> {
  const newest = (await latestTimestamp(database)) ?? 0
  if (newest <= Date.now() + TOLERANCE_MS) return ok('no timestamp in the database is in the future')
  return warn(
    `the newest timestamp in the database, ${isoTime(newest)}, is in the future`,
    'correct the clock of this machine (NTP); until then sessions and locks last too long',
  )
}
