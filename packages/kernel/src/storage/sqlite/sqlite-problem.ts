import { StartupError } from '../../errors/startup-error.js'

const WHICH_FILE =
  'It is the file of PLINTH_DATABASE_URL (the option databaseUrl), else plinth.db in PLINTH_DATA_DIR (the option dataDir).'

/** Creates an error with a problem of a SQLite file, its remedy, and the settings that name the file. */
export function sqliteProblem(problem: string): StartupError {
  return new StartupError(`${problem} ${WHICH_FILE}`)
}

/** Code of our own error when a different file, or none, is at the path of the opened one. */
export const REPLACED = 'SQLITE_REPLACED'
