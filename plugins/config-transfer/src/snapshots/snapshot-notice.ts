import type { Clock, Database } from '@plinth/kernel'
import type { Notice } from '@plinth/kernel/contracts'
import type { ConfigTransferSettings } from '../settings.js'
import { areNearLimit, snapshotUsage } from './snapshot-usage.js'

/** Min time in ms between two measurements: each reads all that is kept for the snapshots. */
const MEASUREMENT_INTERVAL_MS = 600_000

interface SnapshotNoticeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly settings: Pick<ConfigTransferSettings, 'snapshotBytes'>
}

/** Tells that the oldest snapshots will soon be deleted. Their number is not a reason: it is a rolling window. */
export const snapshotNotice = ({ database, clock, settings: { snapshotBytes } }: SnapshotNoticeDeps): Notice => {
  let [bytes, measuredAt] = [0, Number.NEGATIVE_INFINITY]
  return {
    code: 'SNAPSHOTS_NEAR_LIMIT',
    check: async () => {
      if (clock.now() - measuredAt >= MEASUREMENT_INTERVAL_MS) {
        measuredAt = clock.now() // before it is known, so that others do not measure too
        bytes = (await snapshotUsage(database)).bytes
      }
      return areNearLimit(bytes, snapshotBytes) ? { bytes, max_bytes: snapshotBytes } : undefined
    },
  }
}
