import { StartupError } from '../../errors/startup-error.js'

const FILE_SETTINGS =
  'PLINTH_DATABASE_URL (the option databaseUrl) names the database file; without it, it is plinth.db in PLINTH_DATA_DIR (the option dataDir).'

/** Creates an error from a problem of a SQLite file and its remedy. Appends the settings that determine the file. */
export function sqliteProblem(problem: string): StartupError {
  return new StartupError(`${problem} ${FILE_SETTINGS}`)
}

/** Plinth's own error code for an open file that is no longer the one at its path. */
export const SQLITE_REPLACED = 'SQLITE_REPLACED'
