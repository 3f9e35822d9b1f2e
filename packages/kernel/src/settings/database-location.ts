import { join } from 'node:path'
import { resolveLink } from '../storage/resolve-link.js'

/** Default folder of a kernel's files, relative to the working directory. */
export const DATA_DIR = './data'

const SQLITE = 'sqlite:'

/** The settings that determine the location of the database. */
export interface DatabaseLocation {
  readonly databaseUrl?: string | undefined
  readonly dataDir?: string | undefined
}

/** Returns the URL of the database: `databaseUrl`, or the SQLite file in the data folder. */
export function databaseUrlOf({ databaseUrl, dataDir = DATA_DIR }: DatabaseLocation): string {
  return databaseUrl ?? `${SQLITE}${join(dataDir, 'plinth.db')}`
}

/** Returns the SQLite file, with symbolic links resolved; `undefined` for PostgreSQL and a database in memory. */
export function databaseFileOf(location: DatabaseLocation): string | undefined {
  const url = databaseUrlOf(location)
  return url.startsWith(SQLITE) && url !== `${SQLITE}:memory:` ? resolveLink(url.slice(SQLITE.length)) : undefined
}
