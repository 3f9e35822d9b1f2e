import { StartupError } from '../../errors/startup-error.js'

const WHICH_FILE =
  'It is the file of PLINTH_DATABASE_URL (the option databaseUrl), else plinth.db in PLINTH_DATA_DIR (the option dataDir).'

/** What is wrong with a SQLite file and what to do, with the settings that name the file. */
export function sqliteProblem(problem: string): StartupError {
  return new StartupError(`${problem} ${WHICH_FILE}`)
}

/** The code of an error of our own: another file, or none, is at the path of the one that was opened. */
export const REPLACED = 'SQLITE_REPLACED'
