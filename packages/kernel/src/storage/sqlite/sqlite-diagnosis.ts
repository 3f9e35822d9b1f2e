import { basename, dirname } from 'node:path'
import type { Diagnosis, Obstacle } from '../database-not-opened.js'
import { DRIVER_NOT_BUILT } from './sqlite-driver.js'

/** A SQLite file that cannot be opened. */
export interface DiagnosedFile {
  readonly path: string
  /** Error code of the driver or of the file system. */
  readonly code?: string | undefined
}

/** Returns why a SQLite file cannot be used and the remedy, for a failed start and for `plinth doctor`. */
export function diagnoseSqlite(obstacle: Obstacle, { path, code = 'no code' }: DiagnosedFile): Diagnosis {
  const diagnoses: Partial<Record<Obstacle, Diagnosis>> = {
    'no-driver': DRIVER_NOT_BUILT,
    lost: {
      finding: `the database file ${path} is empty or missing, although there was a database before`,
      remedy: `restore it from a backup; to start with a new database, remove ${path}-owner as well`,
    },
    emptied: {
      finding: `the database file ${path} has no tables, although there was a database before. Was it copied without ${basename(path)}-wal?`,
      remedy: `restore it from a backup; to start with a new database, remove ${path} and ${path}-owner`,
    },
    damaged: {
      finding: `the database file ${path} is damaged or is not a SQLite database`,
      remedy: 'restore it from a backup',
    },
    full: {
      finding: `the database file ${path} cannot be read or written (${code}). Is the disk of ${dirname(path)} full?`,
      remedy: 'free some space, and leave the files as they are',
    },
  }
  const inaccessible = {
    finding: `the database file ${path} cannot be opened (${code})`,
    remedy: `check that the folder ${dirname(path)} exists, and that this user owns it and the file (chown)`,
  }
  return diagnoses[obstacle] ?? inaccessible
}

/** Returns the obstacle that an error code shows. */
export function sqliteObstacle(code: string | undefined): Obstacle {
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') return 'damaged'
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR' ? 'full' : 'unreadable'
}
