import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Database, type Knex, type SettingValues, StartupError } from '@plinth/kernel'
import { DATA_DIR, flushToDisk, makeFolder } from '@plinth/kernel/composition'
import { isSigningKeyAmong } from '@plinth/tpt'

const CREATED_CONCURRENTLY =
  'Another process has created the signing key of this data folder at the same time. Give each process a data folder of its own, and start again.'
/** The name of the key file in the data folder. */
export const KEY_FILE = 'secret.key'
/** The permission bits of other users. */
const OTHERS = 0o007
/** Minimum length of a key. A file with a shorter one has been truncated. */
export const MIN_KEY_LENGTH = 32

/**
 * The key that signs third-party tokens. If it is not set, it is generated once and stored in the data folder, next to
 * the SQLite file that it belongs to. On PostgreSQL it must be set, because all replicas need the same key.
 */
export class ManagedKey {
  /** The key file; `undefined` if the settings contain a key, or if the database is in memory. */
  readonly #file: string | undefined
  readonly #isManaged: boolean
  readonly #onMissing: MissingKey
  #key: string | undefined
  /** The previous key in the settings, if any. */
  #previous: string | undefined

  constructor(settings: SettingValues, knex: Knex | undefined, missing: MissingKey = 'refused') {
    this.#onMissing = missing
    this.#isManaged = isKeyManaged(settings, knex)
    const isStored = this.#isManaged && settings.databaseUrl !== 'sqlite::memory:'
    this.#file = isStored ? keyFileOf(settings) : undefined
  }

  /** Returns the settings with the stored key, or with a new one that is not stored yet. */
  addTo(settings: SettingValues): SettingValues {
    if (!this.#isManaged) return settings
    if (this.#file !== undefined) refuseInterruptedRestore(this.#file)
    this.#key = (this.#file === undefined ? undefined : readStoredKey(this.#file)) ?? newKey()
    this.#previous = settings.secretKeyPrevious as string | undefined
    return { ...settings, secretKey: this.#key }
  }

  /**
   * Throws if the database has a signing key that is neither in the key file nor configured as the previous one: with
   * another key its tokens would become invalid, and its audit trail could not be verified. Accepts a new database,
   * even if its first start was interrupted before it had a key.
   */
  async assertBelongsTo(database: Database): Promise<void> {
    if (this.#file === undefined || this.#onMissing === 'replaced') return
    const stored = existsSync(this.#file) ? this.#key : undefined
    const keys = [stored, this.#previous].filter((key) => key !== undefined)
    if (await isSigningKeyAmong(database, keys)) return
    const { finding, remedy } = stored === undefined ? missingKeyProblem(this.#file) : otherKeyProblem(this.#file)
    throw new StartupError(`The signing key of this database is missing: ${finding}. ${remedy}.`)
  }

  /** Stores a new key. Called when this process owns the database, before anything is signed or sealed. */
  store(): void {
    if (this.#file === undefined || this.#key === undefined) return
    try {
      makeFolder(dirname(this.#file))
      if (!existsSync(this.#file)) writeKey(this.#file, this.#key)
    } catch {
      throw unusableFile(this.#file)
    }
    if (readStoredKey(this.#file) !== this.#key) throw new StartupError(CREATED_CONCURRENTLY)
  }
}

/** What a start does if the key of an existing database is missing in the data folder: it fails, or creates another. */
export type MissingKey = 'refused' | 'replaced'

/** Describes that the key of a database is missing, and what to do. */
export const missingKeyProblem = (file: string) => ({
  finding: `there is no ${file}`,
  remedy:
    'Restore that file from the backup, or set PLINTH_SECRET_KEY_FILE to the key. If you are changing the key, set ' +
    'PLINTH_SECRET_KEY_PREVIOUS_FILE to the previous one. If the key is permanently lost, a new one makes all third-party ' +
    'tokens invalid, and earlier events of the audit trail cannot be verified: plinth tpt adopt-key',
})

/** Describes that the key file has another key than the database, and what to do. */
export const otherKeyProblem = (file: string) => ({
  ...missingKeyProblem(file),
  finding: `${file} contains a different key`,
})

/** Returns the settings with the key from the data folder, if they have none. Never generates a key. */
export function withStoredKey(settings: SettingValues): SettingValues {
  if (!isKeyManaged(settings, undefined)) return settings
  const secretKey = readStoredKey(keyFileOf(settings))
  return secretKey === undefined ? settings : { ...settings, secretKey }
}

/**
 * Reads the key file in a data folder, without validating the key. Returns `undefined` if there is none or it is not
 * readable.
 */
export function readKeyFile(dataDir: string): { readonly file: string; readonly key: string } | undefined {
  const file = join(dataDir, KEY_FILE)
  try {
    return { file, key: readFileSync(file, 'utf8').trim() }
  } catch {
    return undefined
  }
}

/** Returns the path of the key file in the data folder of these settings. */
export const keyFileOf = ({ dataDir = DATA_DIR }: SettingValues) => join(String(dataDir), KEY_FILE)

/** Returns the path of the key that a restore puts in place of a key file. */
export const restoreDraftOf = (file: string) => `${file}-restore`

/** Throws if a restore was interrupted: the database may be replaced, but not its key. */
function refuseInterruptedRestore(file: string): void {
  if (!existsSync(restoreDraftOf(file))) return
  throw new StartupError(
    `A restore was interrupted, so ${file} may belong to a database other than the current one. Run plinth restore again. ` +
      `If you know that the database was not replaced, remove ${restoreDraftOf(file)} instead.`,
  )
}

/** Stands in for the key that Plinth will read or generate, so that the settings can be checked before. */
export function withPlaceholderKey(settings: SettingValues, knex: Knex | undefined): SettingValues {
  return isKeyManaged(settings, knex) ? { ...settings, secretKey: newKey() } : settings
}

/**
 * Returns the option `secretKey` for commands that neither sign nor verify anything: on PostgreSQL, which requires it
 * all the same, with a random key. Returns no option on SQLite.
 */
export function placeholderKeyOption({ databaseUrl }: SettingValues): { secretKey?: string } {
  return isPostgres(databaseUrl) ? { secretKey: newKey() } : {}
}

const isPostgres = (databaseUrl: unknown) => String(databaseUrl ?? '').startsWith('postgres')

/** Returns whether Plinth itself keeps the key: on SQLite, if the settings have none. */
function isKeyManaged({ secretKey, databaseUrl }: SettingValues, knex: Knex | undefined): boolean {
  if (secretKey !== undefined) return false
  if (!knex) return !isPostgres(databaseUrl)
  return !String(knex.client?.config?.client).startsWith('p') // pg, pgnative, postgres and postgresql
}

function readStoredKey(file: string): string | undefined {
  const found = read(file)
  if (!found) return undefined
  if (found.key.length < MIN_KEY_LENGTH)
    throw new StartupError(
      `The key file ${file} is empty or truncated. Restore it from a backup. ` +
        'If it is permanently lost, remove it, and run: plinth tpt adopt-key',
    )
  const exposures = exposuresOf(file, found.stats)
  if (exposures.length > 0) throw new StartupError(exposures.map((exposure) => exposureMessage(file, exposure)))
  return found.key
}

/** Reads content and permissions through one descriptor, because the file at the path may be replaced in between. */
function read(file: string): { readonly key: string; readonly stats: Stats } | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    return { stats: fstatSync(descriptor), key: readFileSync(descriptor, 'utf8').trim() }
  } catch (error) {
    if (/ENOENT|ENOTDIR/.test(String((error as { code?: string }).code))) return undefined
    throw unusableFile(file)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** A reason why other users can read or replace the key, and how to fix that. */
export interface KeyExposure {
  readonly finding: string
  readonly remedy: string
}

/**
 * Returns the ways in which users other than the one that runs Plinth can access a key file. Group access is allowed,
 * because Kubernetes gives it to the group of a volume. If this process runs as root, the owner of the folder counts as
 * the user that runs Plinth.
 */
export function exposuresOf(file: string, { mode, uid }: Stats): KeyExposure[] {
  const user = process.getuid?.()
  if (user === undefined) return [] // on Windows the mode is meaningless
  const folder = dirname(file)
  const owner = user === 0 ? statSync(folder).uid : user
  const exposures: KeyExposure[] = []
  if (mode & OTHERS) {
    const finding = `is open to everybody on this machine (mode ${(mode & 0o777).toString(8)})`
    exposures.push({ finding, remedy: `chmod 600 ${file}` })
  }
  if (uid !== user && uid !== owner) {
    const finding = `belongs to user ${uid}, not to the user that runs Plinth (${owner})`
    exposures.push({ finding, remedy: `chown ${owner} ${file}` })
  }
  return exposures
}

function exposureMessage(file: string, { finding, remedy }: KeyExposure): string {
  return (
    `The key file ${file} ${finding}: ${remedy}. If another user may have read it, also change the key. ` +
    'If the file system does not support owners, set PLINTH_SECRET_KEY_FILE instead.'
  )
}

/** Writes a key file atomically. Never overwrites an existing one. */
function writeKey(file: string, key: string): void {
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true }) // left by a start that was killed: in a container, every start has the same process id
  writeFileSync(draft, key, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
    flushToDisk(dirname(file))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** Returns a random key. */
export function newKey(): string {
  return randomBytes(48).toString('base64url')
}

export function unusableFile(file: string): StartupError {
  return new StartupError(
    `The key file ${file} cannot be written or read. Check that the file and the data folder, PLINTH_DATA_DIR (the option dataDir), belong to the user that runs Plinth.`,
  )
}
