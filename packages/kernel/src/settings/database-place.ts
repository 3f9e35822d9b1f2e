import { join } from 'node:path'
import { followedLink } from '../storage/followed-link.js'

/** Default folder of a kernel's files, relative to the working directory. */
export const DATA_DIR = './data'

const SQLITE = 'sqlite:'

/** The settings that determine the location of the database. */
export interface DatabasePlace {
  readonly databaseUrl?: string | undefined
  readonly dataDir?: string | undefined
}

/** Returns the URL of the database: `databaseUrl`, or the SQLite file in the data folder. */
export function databaseUrlOf({ databaseUrl, dataDir = DATA_DIR }: DatabasePlace): string {
  return databaseUrl ?? `${SQLITE}${join(dataDir, 'plinth.db')}`
}

/** Returns the SQLite file, with symbolic links resolved; `undefined` for PostgreSQL and a database in memory. */
export function databaseFileOf(place: DatabasePlace): string | undefined {
  const url = databaseUrlOf(place)
  return url.startsWith(SQLITE) && url !== `${SQLITE}:memory:` ? followedLink(url.slice(SQLITE.length)) : undefined
}
