import type { Database } from '@plinth/kernel'
import { JOURNAL, SNAPSHOTS } from './snapshot-tables.js'

/** Part of the limit from which the size of the snapshots needs attention. */
const NEAR = 0.8

/** Returns whether a size is near the setting `snapshotBytes`, beyond which the oldest snapshots are deleted. */
export const areNearLimit = (bytes: number, snapshotBytes: number): boolean => bytes >= NEAR * snapshotBytes

/** Returns the number of snapshots, and the size of what is kept for all of them in bytes. */
export function snapshotUsage(database: Database): Promise<{ readonly count: number; readonly bytes: number }> {
  return database.read(async (knex) => {
    const [snapshots] = await knex(SNAPSHOTS).count({ count: '*' })
    const [journal] = await knex(JOURNAL).select(knex.raw('coalesce(sum(octet_length(image)), 0) AS bytes'))
    return { count: Number(snapshots?.count), bytes: Number(journal.bytes) }
  })
}
