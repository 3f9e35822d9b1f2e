import type { Database } from '@plinth/kernel'
import { UnreachableDatabase } from '@plinth/kernel/composition'
import { newestMoment } from '../newest-moment.js'
import { type Check, type Finding, ok, warn } from './check.js'

/** Milliseconds that two clocks may be apart. */
const TOLERANCE = 1_000

/** On PostgreSQL time is the server's; a SQLite file remembers when this machine last wrote. */
export const clock: Check = {
  name: 'clock',
  async examine({ database }) {
    if (database === undefined || database instanceof UnreachableDatabase) return []
    return [database.dialect.isShared ? await besideServer(database) : await besideFile(database)]
  },
}

async function besideServer(database: Database): Promise<Finding> {
  const asked = Date.now()
  const server = await database.read((knex) => database.dialect.serverTime(knex))
  const offset = (server ?? asked) - (asked + Date.now()) / 2
  const finding = `this machine is ${(Math.abs(offset) / 1_000).toFixed(1)} s ${offset > 0 ? 'behind' : 'ahead of'} the server`
  return Math.abs(offset) > TOLERANCE
    ? warn(finding, 'let both follow the same time servers (NTP); Plinth goes by the time of the database server')
    : ok(finding)
}

async function besideFile(database: Database): Promise<Finding> {
  const newest = (await newestMoment(database)) ?? 0
  if (newest <= Date.now() + TOLERANCE) return ok('nothing in the database is of the future')
  return warn(
    `the newest moment in the database, ${new Date(newest).toISOString()}, lies in the future`,
    'set the clock of this machine right (NTP); sessions and locks last too long until then',
  )
}
