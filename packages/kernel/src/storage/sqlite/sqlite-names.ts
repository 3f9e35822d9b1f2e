import { readFileSync, realpathSync, statSync } from 'node:fs'
import { sqliteProblem } from './sqlite-problem.js'

/** Where Linux tells what is mounted; the fifth field of a line is where, with octal escapes. */
const MOUNTS = '/proc/self/mountinfo'

/**
 * Throws a `StartupError` for a file that may have another name: SQLite keeps its log, and Plinth its lock, beside the
 * name, so that two processes could have one file open and each lose what the other writes.
 */
export function refuseOtherNames(path: string): void {
  const names = namesOf(path)
  if (names === 0) return
  if (names > 1)
    throw sqliteProblem(`The database file ${path} has ${names} names (hard links). Copy it to a file of its own.`)
  if (isMountPoint(realpathSync(path)))
    throw sqliteProblem(`The database file ${path} is mounted by itself. Mount the folder that it is in.`)
}

/** 0 for a file that is not there, or cannot be looked at: that is told by whoever opens it. */
function namesOf(path: string): number {
  try {
    return statSync(path).nlink
  } catch {
    return 0
  }
}

function isMountPoint(path: string): boolean {
  try {
    const places = readFileSync(MOUNTS, 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[4] ?? '')
    return places.some((place) => unescaped(place) === path)
  } catch {
    return false // another system
  }
}

function unescaped(place: string): string {
  return place.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
}
