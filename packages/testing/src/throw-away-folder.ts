import { statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** In bytes, for all databases of a run and the log of a server; a container may have 64 MB there. */
const REQUIRED_BYTES = 4 * 2 ** 30

/**
 * Makes a folder for what does not outlive the tests: in memory where there is room, because on a disk that others use
 * too each write waits for theirs.
 */
export function throwAwayFolder(prefix: string): Promise<string> {
  return mkdtemp(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), prefix))
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= REQUIRED_BYTES
  } catch {
    return false // only Linux has it
  }
}
