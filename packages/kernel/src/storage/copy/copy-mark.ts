import type { Knex } from 'knex'
import { StartupError } from '../../errors/startup-error.js'
import type { Database } from '../database.js'

/** Table with a row for each copy. It exists only in SQLite files that were copied. */
export const COPIES = 'plinth_copies'

/** The latest time that a `Date` can represent. */
const MAX_TIME_MS = 8.64e15

/** Record of a copy of a SQLite file to a server. */
export interface CopyMark {
  /** Time of the copy in ms. */
  readonly at: number
  /** Host, port and name of the target database. */
  readonly target: string
}

/** Marks a SQLite file as copied to a target. Returns a function that removes this mark. */
export async function markCopied(from: Database, target: string): Promise<() => Promise<void>> {
  const row = { copied_at: Date.now(), place: target }
  await from.write(async (transaction) => {
    await transaction.raw(`CREATE TABLE IF NOT EXISTS ${COPIES} (copied_at BIGINT NOT NULL, place TEXT NOT NULL)`)
    await transaction(COPIES).insert(row)
  })
  return () => from.write(async (transaction) => void (await transaction(COPIES).where(row).delete()))
}

/** Returns the mark of the newest copy of a database, or `undefined` if there is none. Read-only. */
export async function copyMarkOf(database: Database): Promise<CopyMark | undefined> {
  if (database.dialect.name !== 'sqlite') return undefined // only SQLite files can be copied
  return database.read(newestMark)
}

async function newestMark(knex: Knex): Promise<CopyMark | undefined> {
  if (!(await knex.schema.hasTable(COPIES))) return undefined
  const row = await knex(COPIES).orderBy('copied_at', 'desc').first()
  return row && { at: timeOf(row.copied_at), target: String(row.place) }
}

/** Returns a time in ms that a `Date` can represent, even if the file was tampered with. */
function timeOf(value: unknown): number {
  const at = Number(value)
  return Math.abs(at) <= MAX_TIME_MS ? at : 0
}

/** Throws a `StartupError` if a SQLite file was copied: services on both databases would let them diverge. */
export async function refuseCopied(database: Database, file: string | undefined): Promise<void> {
  const mark = await copyMarkOf(database)
  if (!mark) return
  throw new StartupError(
    `The database ${file ?? 'of this Knex'} was copied to ${mark.target} at ${new Date(mark.at).toISOString()}: later changes here ` +
      'are missing there. Set PLINTH_DATABASE_URL (the option databaseUrl) to that database. To continue with this one and ' +
      'abandon the copy, run plinth copy --forget (in code: forgetCopy).',
  )
}
