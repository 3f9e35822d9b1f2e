import type { Database } from '@plinth/kernel'
import { snapshotSizes } from './snapshot-sizes.js'

/** Part of the limit from which the size of the snapshots needs attention. */
const NEAR = 0.8

/** Returns whether a size is near the setting `snapshotBytes`, beyond which the oldest snapshots are deleted. */
export const areNearLimit = (bytes: number, snapshotBytes: number): boolean => bytes >= NEAR * snapshotBytes

/** Returns the number of snapshots, and the size of what is kept for all of them in bytes. */
export function snapshotUsage(database: Database): Promise<{ readonly count: number; readonly bytes: number }> {
  return database.read(async (knex) => {
    const sizes = [...(await snapshotSizes(knex)).values()]
    return { count: sizes.length, bytes: sizes.reduce((total, size) => total + size, 0) }
  })
}
