import type { Knex } from 'knex'
import { StartupError } from '../errors/startup-error.js'
import type { Database } from './database.js'

/** In a SQLite file that was copied, and in no other database: a row for each copy. */
export const COPIES = 'plinth_copies'

/** That a SQLite file was copied to a server. */
export interface CopyMark {
  /** In ms. */
  readonly at: number
  /** Host, port and name of the other database. */
  readonly place: string
}

/** Notes in a SQLite file that it was copied. Returns what takes this note back. */
export async function markCopied(from: Database, place: string): Promise<() => Promise<void>> {
  const row = { copied_at: Date.now(), place }
  await from.write(async (transaction) => {
    await transaction.raw(`CREATE TABLE IF NOT EXISTS ${COPIES} (copied_at BIGINT NOT NULL, place TEXT NOT NULL)`)
    await transaction(COPIES).insert(row)
  })
  return () => from.write(async (transaction) => void (await transaction(COPIES).where(row).delete()))
}

/** The newest copy of a database, or `undefined` when there is none. Changes nothing. */
export async function copyMarkOf(database: Database): Promise<CopyMark | undefined> {
  if (database.dialect.isShared) return undefined // nothing copies from a server
  return database.read(newestMark)
}

async function newestMark(knex: Knex): Promise<CopyMark | undefined> {
  if (!(await knex.schema.hasTable(COPIES))) return undefined
  const row = await knex(COPIES).orderBy('copied_at', 'desc').first()
  return row && { at: Number(row.copied_at), place: String(row.place) }
}

/**
 * Throws a `StartupError` for a SQLite file that was copied: two services would go on from one moment, each without the
 * other's changes.
 */
export async function refuseCopied(database: Database, file: string | undefined): Promise<void> {
  const mark = await copyMarkOf(database)
  if (!mark) return
  throw new StartupError(
    `The database ${file ?? 'of this Knex'} was copied to ${mark.place} at ${new Date(mark.at).toISOString()}: what changes here from ` +
      'then on is missing there. Let PLINTH_DATABASE_URL (the option databaseUrl) name that database. To go on with this one, and ' +
      'never with the copy, run plinth copy --forget (in code: forgetCopy).',
  )
}

/** Removes the note of every copy from an open database; returns the newest. */
export async function removeMark(database: Database): Promise<CopyMark | undefined> {
  const mark = await copyMarkOf(database)
  if (mark) await database.write((transaction) => transaction.schema.dropTable(COPIES))
  return mark
}

/** Where a server is and which database is meant, without the user and the password. */
export function serverPlaceOf(url: string): string {
  if (!URL.canParse(url)) return 'the server'
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`
}
