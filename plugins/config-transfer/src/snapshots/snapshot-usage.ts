import type { Database } from '@plinth/kernel'
import { JOURNAL, SNAPSHOTS } from './snapshot-tables.js'

/** Returns the number of snapshots, and the size of what is kept for all of them in bytes. */
export function snapshotUsage(database: Database): Promise<{ readonly count: number; readonly bytes: number }> {
  return database.read(async (knex) => {
    const [snapshots] = await knex(SNAPSHOTS).count({ count: '*' })
    const [journal] = await knex(JOURNAL).select(knex.raw('coalesce(sum(octet_length(image)), 0) AS bytes'))
    return { count: Number(snapshots?.count), bytes: Number(journal.bytes) }
  })
}
