import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../../errors/startup-error.js'
import { withoutSecrets } from '../../errors/without-secrets.js'
import type { Database } from '../database.js'
import { followedLink } from '../followed-link.js'
import { KnexDatabase } from '../knex-database.js'
import { type MigrationSource, migrate, schemaState } from '../migrations.js'
import { storageErrors } from '../storage-errors.js'
import { LOCK_TIMEOUT_MS } from './sqlite-client.js'
import { sqliteDialect } from './sqlite-dialect.js'
import { sqliteDriver } from './sqlite-driver.js'
import { refuseOtherNames } from './sqlite-names.js'
import { createPrivately, ownSqliteFile } from './sqlite-ownership.js'
import { sqlitePool } from './sqlite-pool.js'

/** What is restored, and where. */
export interface RestoreOptions<T> {
  /** The SQLite file that is replaced. Its folder is made where there is none. */
  readonly path: string
  /** The backup, which stays as it is; a write-ahead log beside it is part of it. */
  readonly from: string
  /** The schema is brought up to date by these. */
  readonly sources: readonly MigrationSource[]
  /**
   * Looks at the restored database, and changes it, before it is put in place. What it throws leaves everything as it
   * was.
   */
  readonly prepare: (database: Database) => Promise<T>
  /** Runs once the restored database is in place, before another process may open it. */
  readonly finish?: () => void
}

/** What came of a restore. */
export interface Restored<T> {
  /** Where the former database is kept; `undefined` when there was none. */
  readonly kept: string | undefined
  /** The migrations that were made. */
  readonly migrations: readonly string[]
  readonly prepared: T
}

/** What SQLite keeps beside a file, and would apply to another one of that name. */
const SIDECARS = ['-wal', '-shm', '-journal']

/** As `restoreDatabase`. */
export async function restoreSqlite<T>({
  path: place,
  from,
  sources,
  prepare,
  finish = () => {},
}: RestoreOptions<T>): Promise<Restored<T>> {
  sqliteDriver() // before anything is made
  const path = followedLink(place)
  for (const file of [place, path]) refuseFolderOfOthers(dirname(file))
  refuseUnusable(from, path)
  refuseOtherNames(path)
  const ownership = await ownSqliteFile(path)
  const [draft, copy] = [`${path}-restore`, `${path}-keep`]
  try {
    for (const left of [draft, copy]) removeAll(left) // by one that was killed
    await copyUnused(from, draft)
    const { migrations, prepared } = await prepareDraft(draft, { from, sources, prepare })
    const kept = await keepFormer(path, copy)
    replace(path, draft)
    finish()
    await ownership.markInUse()
    return { kept, migrations, prepared }
  } catch (error) {
    throw isOfSystem(error) ? notRestored(`${error.path ?? path} cannot be read or written (${error.code})`) : error
  } finally {
    for (const left of [draft, copy]) removeAll(left)
    await ownership.release()
  }
}

/** Root would follow links that another user has put into a folder of theirs, and leave them files. */
function refuseFolderOfOthers(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? 0
  if (process.getuid?.() === 0 && owner !== 0)
    throw notRestored(
      `${folder} belongs to the user ${owner}. Run the command as that user: root would follow links there`,
    )
}

function refuseUnusable(from: string, path: string): void {
  const [backup, present] = [from, path].map((file) => statSync(file, { throwIfNoEntry: false }))
  if (!backup) throw notRestored(`there is no file ${from}`)
  if (!backup.isFile()) throw notRestored(`${from} is not a file`)
  if (backup.size === 0) throw notRestored(`${from} is empty`)
  if (present?.ino === backup.ino && present.dev === backup.dev) throw notRestored(`${from} is the database itself`)
}

/** Not while a process writes to it. */
async function copyUnused(from: string, draft: string): Promise<void> {
  const ownership = existsSync(`${from}-owner`) ? await ownSqliteFile(from) : undefined
  try {
    copyPrivately(from, draft)
    if (existsSync(`${from}-wal`)) copyPrivately(`${from}-wal`, `${draft}-wal`)
  } finally {
    await ownership?.release()
  }
}

/** Checks the copy of a backup, brings it up to date, and has it prepared. */
async function prepareDraft<T>(
  draft: string,
  { from, sources, prepare }: Pick<RestoreOptions<T>, 'from' | 'sources' | 'prepare'>,
): Promise<Pick<Restored<T>, 'migrations' | 'prepared'>> {
  // DELETE: what is in the log comes into the file, and nothing stays beside it.
  const only = sqlitePool(draft, {
    pragmas: ['foreign_keys = ON', 'journal_mode = DELETE', 'synchronous = FULL'],
    connections: 1,
  })
  const close = () => only.destroy()
  const database = new KnexDatabase({ dialect: sqliteDialect, writer: only, reader: only, isOwned: true, close })
  try {
    await refuseDamaged(database, from)
    await refuseStranger(database, { from, sources })
    const migrations = await migrate(database, sources).catch((error) => {
      throw error instanceof StartupError ? new StartupError(error.problems.map((text) => `${from}: ${text}`)) : error
    })
    return { migrations, prepared: await prepare(database) }
  } finally {
    await database.close()
  }
}

async function refuseDamaged(database: Database, from: string): Promise<void> {
  const found = await database
    .read(async (knex) => {
      const [{ integrity_check: problem }] = await knex.raw('PRAGMA integrity_check(1)')
      const orphans = await knex.raw('PRAGMA foreign_key_check')
      return problem === 'ok' && orphans.length > 0 ? 'rows refer to others that are missing' : problem
    })
    .catch((error) => withoutSecrets(error).code ?? 'unreadable')
  if (found !== 'ok') throw notRestored(`${from} is damaged, or is not a SQLite database (${found})`)
}

async function refuseStranger(
  database: Database,
  { from, sources }: Pick<RestoreOptions<unknown>, 'from' | 'sources'>,
): Promise<void> {
  const { pending } = await schemaState(database, sources)
  const steps = sources.flatMap(({ migrations }) => migrations)
  if (pending.length === steps.length) throw notRestored(`${from} is not a database of Plinth`)
}

/** Copies the former database, with what is in its write-ahead log. It stays in place itself until it is replaced. */
async function keepFormer(path: string, copy: string): Promise<string | undefined> {
  if (!statSync(path, { throwIfNoEntry: false })?.size) return undefined
  if (existsSync(`${path}-wal`)) copyPrivately(`${path}-wal`, `${copy}-wal`) // SQLite removes that of a damaged file
  const isFolded = await foldLog(path)
  copyPrivately(path, copy)
  const kept = `${path}-former-${new Date().toISOString().replace(/[:.]/g, '-')}`
  if (!isFolded && existsSync(`${copy}-wal`)) renameSync(`${copy}-wal`, `${kept}-wal`)
  renameSync(copy, kept)
  return kept
}

/** Brings what is in the write-ahead log of a file into it; false where it is damaged. */
async function foldLog(path: string): Promise<boolean> {
  const former = sqlitePool(path, { pragmas: [`busy_timeout = ${LOCK_TIMEOUT_MS}`], connections: 1 })
  try {
    await former.raw('PRAGMA journal_mode = DELETE')
    return true
  } catch (error) {
    const { code = '' } = withoutSecrets(error)
    if (['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(code)) return false
    throw notRestored(`another program has ${path} open, or it cannot be written (${code})`)
  } finally {
    await former.destroy()
  }
}

/** The log of the former must not be there when the new one is. */
function replace(path: string, draft: string): void {
  for (const sidecar of SIDECARS) rmSync(`${path}${sidecar}`, { force: true })
  sync(dirname(path))
  renameSync(draft, path)
  sync(dirname(path))
}

function removeAll(file: string): void {
  for (const suffix of ['', ...SIDECARS]) rmSync(`${file}${suffix}`, { force: true })
}

/** Whole on the disk when it returns, and for its owner only. */
function copyPrivately(from: string, to: string): void {
  createPrivately(to)
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  chmodSync(to, 0o600) // the copy has the rights of the original
  sync(to)
}

/** A file, or the names in a folder. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const notRestored = (reason: string) => storageErrors.NOT_RESTORED({ reason })

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
