import { statfs } from 'node:fs/promises'
import { formatBytes } from '../commands/format-bytes.js'
import { nearestExisting, statsOf } from '../file-access.js'
import { type Check, type Finding, fail, ok, warn } from './check.js'
import { foldersOf } from './doctor-context.js'

const MIN_FREE_BYTES = 100_000_000
const LOW_FREE_BYTES = 1_000_000_000

export const disk: Check = {
  name: 'disk',
  diagnose(context) {
    const { databaseFile } = context
    const size = databaseFile === undefined ? 0 : (statsOf(databaseFile)?.size ?? 0)
    return Promise.all(
      foldersOf(context).map(async (folder) => {
        const { bavail, bsize } = await statfs(nearestExisting(folder))
        return spaceFinding(folder, bavail * bsize, size)
      }),
    )
  },
}

/** Returns the finding for free space. A backup or migration may need as much space as the database itself. */
export function spaceFinding(folder: string, freeBytes: number, databaseBytes: number): Finding {
  const finding = `${formatBytes(freeBytes)} free for ${folder}`
  const remedy = 'free some space, or move the folder to a larger disk'
  if (freeBytes < MIN_FREE_BYTES) return fail(finding, remedy)
  if (freeBytes < LOW_FREE_BYTES) return warn(finding, remedy)
  return freeBytes < databaseBytes
    ? warn(`${finding}, less than the size of the database (${formatBytes(databaseBytes)})`, remedy)
    : ok(finding)
}
