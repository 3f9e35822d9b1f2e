import { readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** As many as Linux follows. */
const MAX_LINKS = 40

/**
 * The path of the file that a symbolic link names, whether or not it is there; a path that is not a link is returned
 * unchanged. SQLite keeps its log beside that file, and so must whatever keeps other processes away from it.
 */
export function followedLink(path: string): string {
  let followed = path
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const target = targetOf(followed)
    if (target === undefined) break
    followed = resolve(realFolder(dirname(followed)), target)
  }
  return followed
}

/** The system follows a folder that is a link before it reads ".." of a target. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder // there is none
  }
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined // no link, or nothing
  }
}
