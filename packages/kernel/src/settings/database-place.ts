import { join } from 'node:path'
import { followedLink } from '../storage/followed-link.js'

/** Where a kernel keeps its files unless told otherwise, seen from the folder that it is started in. */
export const DATA_DIR = './data'

const SQLITE = 'sqlite:'

/** The settings that say where a database is. */
export interface DatabasePlace {
  readonly databaseUrl?: string | undefined
  readonly dataDir?: string | undefined
}

/** The database of these settings: the one they name, else the SQLite file in the data folder. */
export function databaseUrlOf({ databaseUrl, dataDir = DATA_DIR }: DatabasePlace): string {
  return databaseUrl ?? `${SQLITE}${join(dataDir, 'plinth.db')}`
}

/** The file of that database, behind any symbolic links; `undefined` on PostgreSQL and in memory. */
export function databaseFileOf(place: DatabasePlace): string | undefined {
  const url = databaseUrlOf(place)
  return url.startsWith(SQLITE) && url !== `${SQLITE}:memory:` ? followedLink(url.slice(SQLITE.length)) : undefined
}
