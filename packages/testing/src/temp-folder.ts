import { statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
/** Space for all databases of a run and the log of a server. In a container `/dev/shm` may have only 64 MB. */
const REQUIRED_BYTES = 4 * 2 ** 30

/**
 * Creates a temporary folder for the tests: in memory if there is enough space, because writes to a shared disk are
 * slow.
 */
export function createTempFolder(prefix: string): Promise<string> {
  return mkdtemp(join(hasSpace(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), prefix))
}

function hasSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= REQUIRED_BYTES
  } catch {
    return false // only Linux has `/dev/shm`
  }
}
