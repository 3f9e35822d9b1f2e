import { createRequire } from 'node:module'
import type sqlite3 from 'sqlite3'
import { StartupError } from '../../errors/startup-error.js'
import { type Diagnosis, inSentences } from '../database-not-opened.js'

const NOT_INSTALLED =
  'The database URL names a SQLite file, but the package "sqlite3" is not installed: npm install sqlite3'
/** Problem and remedy, for a failed start and for `plinth doctor`. */
export const DRIVER_NOT_BUILT: Diagnosis = {
  finding: 'the SQLite driver, the package "sqlite3", is missing or was not built for this machine and this Node',
  remedy:
    'where Plinth is installed, allow its install script and run it. With npm: npm approve-scripts sqlite3 && npm rebuild sqlite3 ' +
    '(before npm 11.16 only the second command). With pnpm: pnpm approve-builds sqlite3. ' +
    'With Yarn: set dependenciesMeta.sqlite3.built to true in package.json, and install again. If there is no prebuilt file for this machine, ' +
    'Python, make and a C++ compiler are needed',
}

/** Returns SQLite's driver. Throws a `StartupError` with the remedy if it is missing or was not built. */
export function sqliteDriver(): typeof sqlite3 {
  const require = createRequire(import.meta.url)
  try {
    require.resolve('sqlite3')
  } catch {
    throw new StartupError(NOT_INSTALLED)
  }
  try {
    return require('sqlite3')
  } catch {
    throw new StartupError(inSentences(DRIVER_NOT_BUILT))
  }
}
