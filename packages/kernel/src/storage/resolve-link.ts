import { readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Maximum number of links to follow, as on Linux. */
const MAX_LINKS = 40

/**
 * Returns the target of a symbolic link, whether or not it exists. A path that is not a link is returned unchanged.
 * SQLite keeps its write-ahead log next to the target, so the owner lock must be there, too.
 */
export function resolveLink(path: string): string {
  let followed = path
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const target = targetOf(followed)
    if (target === undefined) break
    followed = resolve(realFolder(dirname(followed)), target)
  }
  return followed
}

/** Resolves links in the folder first, as the operating system does, so that ".." in a target is relative to it. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder // does not exist
  }
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined // not a link, or missing
  }
}
