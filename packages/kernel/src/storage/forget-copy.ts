import { type CopyMark, removeMark } from './copy-mark.js'

/**
 * Lets kernels start again on a SQLite file that `copyDatabase` has copied. Returns the newest forgotten copy, or
 * `undefined` if the file was not copied. Throws a `StartupError` while a process owns the file.
 */
export async function forgetCopy(url: string): Promise<CopyMark | undefined> {
  const { openDatabase } = await import('./open-database.js') // with Knex
  const database = await openDatabase(url)
  try {
    return await removeMark(database)
  } finally {
    await database.close()
  }
}
