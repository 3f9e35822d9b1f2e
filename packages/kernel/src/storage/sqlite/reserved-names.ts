import { realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/**
 * Suffixes of the files next to a database: the journals of SQLite, the lock (`owner`), the socket of a service, and
 * the new and the previous file of a restore (`restore`, `keep`). The new key file of a restore has `restore` too.
 */
const RESERVED_SUFFIX = /^-(?:(?:restore|keep|owner)(?:-(?:journal|wal|shm))?|journal|wal|shm|socket)$/

/** Returns whether a file has a name that is reserved for the database, or the key file, at `path`. */
export function isReservedName(file: string, path: string): boolean {
  const name = basename(path)
  if (!basename(file).startsWith(name) || !RESERVED_SUFFIX.test(basename(file).slice(name.length))) return false
  return realFolderOf(file) === realFolderOf(path)
}

function realFolderOf(file: string): string {
  try {
    return realpathSync(dirname(file))
  } catch {
    return dirname(file) // does not exist, which is reported when the file is created
  }
}
