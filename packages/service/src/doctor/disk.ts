import { statfs } from 'node:fs/promises'
import { bytesInWords } from '../commands/bytes-in-words.js'
import { type Check, type Finding, fail, ok, warn } from './check.js'
import { nearestThere, statsOf } from './look.js'
import { foldersOf } from './surroundings.js'

/** Bytes below which Plinth soon cannot write, and below which it is time to look. */
const TOO_LITTLE = 100_000_000
const LITTLE = 1_000_000_000

export const disk: Check = {
  name: 'disk',
  examine(surroundings) {
    const { databaseFile } = surroundings
    const size = databaseFile === undefined ? 0 : (statsOf(databaseFile)?.size ?? 0)
    return Promise.all(
      foldersOf(surroundings).map(async (folder) => {
        const { bavail, bsize } = await statfs(nearestThere(folder))
        return spaceFinding(folder, bavail * bsize, size)
      }),
    )
  },
}

/** A backup or a migration may need the space of the database once more. */
export function spaceFinding(folder: string, free: number, databaseSize: number): Finding {
  const finding = `${bytesInWords(free)} are free for ${folder}`
  const remedy = 'make room, or move it to a larger disk'
  if (free < TOO_LITTLE) return fail(finding, remedy)
  if (free < LITTLE) return warn(finding, remedy)
  return free < databaseSize
    ? warn(`${finding}, less than the database has (${bytesInWords(databaseSize)})`, remedy)
    : ok(finding)
}
