import { readFileSync, realpathSync, statSync } from 'node:fs'
import { sqliteProblem } from './sqlite-problem.js'

/** List of mounts on Linux. The fifth field of a line is the mount point, with octal escapes. */
const MOUNTS = '/proc/self/mountinfo'

/**
 * Throws a `StartupError` if a file has, or may have, more than one name. SQLite's log and Plinth's lock belong to a
 * name, so two processes could open the same file under different names, and overwrite each other's changes.
 */
export function refuseMultipleNames(path: string): void {
  const names = linkCount(path)
  if (names === 0) return
  if (names > 1)
    throw sqliteProblem(`The database file ${path} has ${names} names (hard links). Copy it to a file of its own.`)
  if (isMountPoint(realpathSync(path)))
    throw sqliteProblem(`The database file ${path} is itself a mount point. Mount its folder instead.`)
}

/** Returns the number of hard links. 0 if the file is missing or inaccessible, which is reported when it is opened. */
function linkCount(path: string): number {
  try {
    return statSync(path).nlink
  } catch {
    return 0
  }
}

function isMountPoint(path: string): boolean {
  try {
    const mountPoints = readFileSync(MOUNTS, 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[4] ?? '')
    return mountPoints.some((mountPoint) => unescapeOctal(mountPoint) === path)
  } catch {
    return false // not Linux
  }
}

function unescapeOctal(mountPoint: string): string {
  return mountPoint.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
}
