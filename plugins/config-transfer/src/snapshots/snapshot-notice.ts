import type { Clock, Database } from '@plinth/kernel'
import type { Notice } from '@plinth/kernel/contracts'
import type { ConfigTransferSettings } from '../settings.js'
import { areNearLimit, snapshotUsage } from './snapshot-usage.js'

/** Minimum time in ms between two measurements: each reads all rows that are kept for the newest snapshot. */
const MEASUREMENT_INTERVAL_MS = 600_000

interface SnapshotNoticeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly settings: Pick<ConfigTransferSettings, 'snapshotBytes'>
}

/** Warns that the oldest snapshots will soon be deleted for their size. Their number is no reason for a warning. */
export const snapshotNotice = ({ database, clock, settings: { snapshotBytes } }: SnapshotNoticeDeps): Notice => {
  let [bytes, measuredAt] = [0, Number.NEGATIVE_INFINITY]
  return {
    code: 'SNAPSHOTS_NEAR_LIMIT',
    check: async () => {
      if (clock.now() - measuredAt >= MEASUREMENT_INTERVAL_MS) {
        measuredAt = clock.now() // before the measurement, so that concurrent checks do not measure too
        bytes = (await snapshotUsage(database)).bytes
      }
      return areNearLimit(bytes, snapshotBytes) ? { bytes, max_bytes: snapshotBytes } : undefined
    },
  }
}
