import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What is at a path; `undefined` for nothing, and for what this user may not see. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** The path itself, or the nearest above it where something is that this user may see. */
export function nearestThere(path: string): string {
  const found = resolve(path)
  return statsOf(found) || dirname(found) === found ? found : nearestThere(dirname(found))
}

/** Whether this user may read, write and, of a folder, search. */
export function isUsable(path: string): boolean {
  const wanted = constants.R_OK | constants.W_OK
  try {
    accessSync(path, statsOf(path)?.isDirectory() ? wanted | constants.X_OK : wanted)
    return true
  } catch {
    return false
  }
}

/** The user that looks, for a finding. */
export const thisUser = () => `this user (${process.getuid?.() ?? 'unknown'})`
