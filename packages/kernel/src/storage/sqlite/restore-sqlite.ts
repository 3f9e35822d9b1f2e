import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../../errors/startup-error.js'
import { withoutSecrets } from '../../errors/without-secrets.js'
import type { Database } from '../database.js'
import { flushToDisk } from '../flush-to-disk.js'
import { KnexDatabase } from '../knex-database.js'
import { type MigrationSource, migrate, schemaState } from '../migrations.js'
import { resolveLink } from '../resolve-link.js'
import { storageErrors } from '../storage-errors.js'
import { refuseMultipleNames } from './refuse-multiple-names.js'
import { isReservedName } from './reserved-names.js'
import { LOCK_TIMEOUT_MS } from './sqlite-client.js'
import { sqliteDialect } from './sqlite-dialect.js'
import { sqliteDriver } from './sqlite-driver.js'
import { acquireSqliteFile } from './sqlite-ownership.js'
import { sqlitePool } from './sqlite-pool.js'

/** Source and target of a restore. */
export interface RestoreOptions<T> {
  /** SQLite file to replace. Its folder is created if missing. */
  readonly path: string
  /** Backup, which is not changed. A write-ahead log or a journal next to it is restored too. */
  readonly from: string
  /** Migrations that bring the schema up to date. */
  readonly sources: readonly MigrationSource[]
  /**
   * Checks and changes the restored database before it replaces the previous one. If it throws, nothing is replaced.
   */
  readonly prepare: (database: Database) => Promise<T>
  /** Runs after the replacement, before another process can open the file. */
  readonly finish?: () => void
  /** Another folder that `prepare` and `finish` write to. */
  readonly alsoWritesTo?: string
}

/** Result of a restore. */
export interface RestoreResult<T> {
  /** Path to which the previous database was moved; `undefined` if there was none. */
  readonly previousFile: string | undefined
  /** Applied migrations. */
  readonly migrations: readonly string[]
  readonly prepared: T
}

/** Suffixes of the files from which SQLite completes a database after a crash. */
const LOGS = ['-wal', '-journal']
/** Number of bytes that are read and written at a time. */
const COPY_CHUNK_BYTES = 1_048_576
/** Suffixes of the files that SQLite creates next to a database. SQLite would apply old ones to a replaced database. */
const SIDECARS = [...LOGS, '-shm']

/** Implements `restoreDatabase`. */
export async function restoreSqlite<T>({
  path: givenPath,
  from,
  sources,
  prepare,
  finish = () => {},
  alsoWritesTo,
}: RestoreOptions<T>): Promise<RestoreResult<T>> {
  sqliteDriver() // throws before anything is created
  const path = resolveLink(givenPath)
  const folders = [dirname(givenPath), dirname(path), ...(alsoWritesTo === undefined ? [] : [alsoWritesTo])]
  for (const folder of folders) refuseForeignFolder(folder)
  refuseUnusableBackup(from, path)
  refuseMultipleNames(path)
  const ownership = await acquireSqliteFile(path)
  const [draft, copy] = [`${path}-restore`, `${path}-keep`]
  try {
    for (const leftover of [draft, copy]) removeAll(leftover) // from a restore that was killed
    await copyBackup(from, draft)
    const { migrations, prepared } = await prepareDraft(draft, { from, sources, prepare })
    const previousFile = await savePrevious(path, copy)
    replace(path, draft)
    finish()
    await ownership.markInUse()
    return { previousFile, migrations, prepared }
  } catch (error) {
    throw isSystemError(error) ? notRestored(`${error.path ?? path} cannot be read or written (${error.code})`) : error
  } finally {
    for (const leftover of [draft, copy]) removeAll(leftover)
    await ownership.release()
  }
}

/**
 * Throws if this process runs as root and the folder belongs to another user: that user could place links there that
 * root would follow, and files of root would remain there.
 */
function refuseForeignFolder(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? 0
  if (process.getuid?.() === 0 && owner !== 0)
    throw notRestored(
      `${folder} belongs to the user ${owner}. Run the command as that user: root would follow links there`,
    )
}

function refuseUnusableBackup(from: string, path: string): void {
  const [backup, current] = [from, path].map(statOf)
  if (!backup) throw notRestored(`there is no file ${from}`)
  if (!backup.isFile()) throw notRestored(`${from} is not a file`)
  if (backup.size === 0) throw notRestored(`${from} is empty`)
  if (current?.ino === backup.ino && current.dev === backup.dev) throw notRestored(`${from} is the database itself`)
  if ([from, resolveLink(from)].some((file) => isReservedName(file, path)))
    throw notRestored(`${from} has a name that the database itself uses. Rename it first`)
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw notRestored(`${file} cannot be read (${code}). The user who runs this command needs access to it`)
  }
}

/** Copies a backup to the draft. Throws a `StartupError` if a process is using the backup as its database. */
async function copyBackup(givenFrom: string, draft: string): Promise<void> {
  const from = resolveLink(givenFrom) // its lock is next to the target
  const ownership = existsSync(`${from}-owner`) ? await acquireSqliteFile(from) : undefined
  try {
    copyToPrivateFile(from, draft)
    for (const log of LOGS) if (existsSync(`${from}${log}`)) copyToPrivateFile(`${from}${log}`, `${draft}${log}`)
  } finally {
    await ownership?.release()
  }
}

/** Checks the copy of a backup, migrates it, and runs `prepare` on it. */
async function prepareDraft<T>(
  draft: string,
  { from, sources, prepare }: Pick<RestoreOptions<T>, 'from' | 'sources' | 'prepare'>,
): Promise<Pick<RestoreResult<T>, 'migrations' | 'prepared'>> {
  // DELETE: merges the log into the file and removes it. A journal is rolled back when the file is first read.
  const pool = sqlitePool(draft, {
    pragmas: ['foreign_keys = ON', 'journal_mode = DELETE', 'synchronous = FULL'],
    maxConnections: 1,
  })
  const close = () => pool.destroy()
  const database = new KnexDatabase({ dialect: sqliteDialect, writer: pool, reader: pool, isOwned: true, close })
  try {
    await refuseDamaged(database, from)
    await refuseForeignDatabase(database, { from, sources })
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
      return problem === 'ok' && orphans.length > 0 ? 'rows refer to missing rows' : problem
    })
    .catch((error) => withoutSecrets(error).code ?? 'unreadable')
  if (found !== 'ok') throw notRestored(`${from} is damaged, or is not a SQLite database (${found})`)
}

async function refuseForeignDatabase(
  database: Database,
  { from, sources }: Pick<RestoreOptions<unknown>, 'from' | 'sources'>,
): Promise<void> {
  const { pending } = await schemaState(database, sources)
  const steps = sources.flatMap(({ migrations }) => migrations)
  if (pending.length === steps.length) throw notRestored(`${from} is not a database of Plinth`)
}

/** Copies the previous database, including its write-ahead log. The original stays in place until it is replaced. */
async function savePrevious(path: string, copy: string): Promise<string | undefined> {
  if (!statSync(path, { throwIfNoEntry: false })?.size) return undefined
  // Copied first, because SQLite removes the log of a damaged file
  if (existsSync(`${path}-wal`)) copyToPrivateFile(`${path}-wal`, `${copy}-wal`)
  const isMerged = await mergeLog(path)
  copyToPrivateFile(path, copy)
  const previousFile = `${path}-previous-${new Date().toISOString().replace(/[:.]/g, '-')}`
  if (!isMerged && existsSync(`${copy}-wal`)) renameSync(`${copy}-wal`, `${previousFile}-wal`)
  renameSync(copy, previousFile)
  return previousFile
}

/** Merges the write-ahead log of a file into it. Returns false if the file is damaged. */
async function mergeLog(path: string): Promise<boolean> {
  const previous = sqlitePool(path, { pragmas: [`busy_timeout = ${LOCK_TIMEOUT_MS}`], maxConnections: 1 })
  try {
    await previous.raw('PRAGMA journal_mode = DELETE')
    return true
  } catch (error) {
    const { code = '' } = withoutSecrets(error)
    if (['SQLITE_NOTADB', 'SQLITE_CORRUPT'].includes(code)) return false
    throw notRestored(`another program has ${path} open, or it cannot be written (${code})`)
  } finally {
    await previous.destroy()
  }
}

/** Replaces a file. Removes the log of the previous database first, since it must not apply to the new one. */
function replace(path: string, draft: string): void {
  for (const sidecar of SIDECARS) rmSync(`${path}${sidecar}`, { force: true })
  flushToDisk(dirname(path))
  renameSync(draft, path)
  flushToDisk(dirname(path))
}

function removeAll(file: string): void {
  for (const suffix of ['', ...SIDECARS]) rmSync(`${file}${suffix}`, { force: true })
}

/**
 * Copies a file to a new one for its owner only, and flushes it to disk. Throws if there is one already: it may be a
 * link, or others may have it open.
 */
function copyToPrivateFile(from: string, to: string): void {
  const [source, target] = [openSync(from, 'r'), openSync(to, 'wx', 0o600)]
  try {
    const chunk = Buffer.allocUnsafe(COPY_CHUNK_BYTES)
    for (let count = readSync(source, chunk); count > 0; count = readSync(source, chunk))
      writeFileSync(target, chunk.subarray(0, count))
    fsyncSync(target)
  } finally {
    closeSync(source)
    closeSync(target)
  }
}

const notRestored = (reason: string) => storageErrors.NOT_RESTORED({ reason })

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
