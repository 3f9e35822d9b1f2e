import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Returns the stats of a path; `undefined` if it does not exist or is not accessible to this user. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** Returns whether this user cannot find out if a path exists, because a folder above it is closed to them. */
export function isHidden(path: string): boolean {
  try {
    statSync(path)
    return false
  } catch (error) {
    return (error as { code?: string }).code === 'EACCES'
  }
}

/** The remedy for a user who may not see the files of Plinth. */
export const RUN_AS_OWNER =
  'run the command as the user that runs Plinth (runuser -u <user> -- …); if you do, make that user the owner (chown)'

/** Returns the path, or its nearest ancestor that exists and is accessible to this user. */
export function nearestExisting(path: string): string {
  const found = resolve(path)
  return statsOf(found) || dirname(found) === found ? found : nearestExisting(dirname(found))
}

/** Returns whether this user can read and write a path, and search it if it is a folder. */
export function isUsable(path: string): boolean {
  const wanted = constants.R_OK | constants.W_OK
  try {
    accessSync(path, statsOf(path)?.isDirectory() ? wanted | constants.X_OK : wanted)
    return true
  } catch {
    return false
  }
}

/** Returns the current user, as findings name it. */
export const thisUser = () => `this user (${process.getuid?.() ?? 'unknown'})`
