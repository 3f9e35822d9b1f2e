import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Knex, type SettingValues, StartupError } from '@plinth/kernel'
import { DATA_DIR, makeFolder } from '@plinth/kernel/composition'

const OVERTAKEN =
  'Another process has made the signing key of this data folder at the same moment. Start again, and give each a folder of its own.'
/** The file name in the data folder. */
export const KEY_FILE = 'secret.key'
/** The mode bits of other users. */
const OTHERS = 0o007
/** Of a key that is whole. */
export const MIN_KEY_LENGTH = 32

/**
 * The key that signs third-party tokens. Without one in the settings it is made once and kept in the data folder,
 * beside the SQLite file that it belongs to; replicas on PostgreSQL must be given the same one.
 */
export class GeneratedKey {
  /** The file of the key; undefined for a key from the settings, or for a database in memory. */
  readonly #file: string | undefined
  readonly #isMade: boolean
  #key: string | undefined

  constructor(settings: SettingValues, knex: Knex | undefined) {
    this.#isMade = makesItsKey(settings, knex)
    const isKept = this.#isMade && settings.databaseUrl !== 'sqlite::memory:'
    this.#file = isKept ? join(String(settings.dataDir ?? DATA_DIR), KEY_FILE) : undefined
  }

  /** The settings with the key: the kept one, else one that is new and nowhere yet. */
  withIt(settings: SettingValues): SettingValues {
    if (!this.#isMade) return settings
    this.#key = (this.#file === undefined ? undefined : keptKey(this.#file)) ?? newKey()
    return { ...settings, secretKey: this.#key }
  }

  /**
   * Writes a new one down, once nothing else keeps Plinth from starting; the database is this process's own by then.
   */
  keep(): void {
    if (this.#file === undefined || this.#key === undefined) return
    try {
      makeFolder(dirname(this.#file))
      if (!existsSync(this.#file)) writeKey(this.#file, this.#key)
    } catch {
      throw unusable(this.#file)
    }
    if (keptKey(this.#file) !== this.#key) throw new StartupError(OVERTAKEN)
  }
}

/** The settings with the key of the data folder, unless they have one. Does not create a key. */
export function withKeptKey(settings: SettingValues): SettingValues {
  if (!makesItsKey(settings, undefined)) return settings
  const secretKey = keptKey(join(String(settings.dataDir ?? DATA_DIR), KEY_FILE))
  return secretKey === undefined ? settings : { ...settings, secretKey }
}

/**
 * The content of the key file in a data folder; `undefined` if there is none, or this user may not read it. Does not
 * check it.
 */
export function keyFileIn(dataDir: string): { readonly file: string; readonly key: string } | undefined {
  const file = join(dataDir, KEY_FILE)
  try {
    return { file, key: readFileSync(file, 'utf8').trim() }
  } catch {
    return undefined
  }
}

/**
 * Another key for a data folder. When this is made it is written beside the present one, which is copied, so that only
 * one renaming is left to do.
 */
export class KeyReplacement {
  /** Where the former key is kept; `undefined` if there was none, or it is the same. */
  readonly former: string | undefined
  readonly #file: string
  readonly #draft: string
  readonly #isOther: boolean
  #isCommitted = false

  /** Throws a `StartupError` if the folder is not writable. */
  constructor(dataDir: string, key: string) {
    this.#file = join(dataDir, KEY_FILE)
    this.#draft = `${this.#file}-restore`
    const present = keyFileIn(dataDir)?.key
    this.#isOther = present !== key
    if (present !== undefined && this.#isOther)
      this.former = `${this.#file}-former-${new Date().toISOString().replace(/[:.]/g, '-')}`
    if (this.#isOther) this.#prepare(dataDir, key, present)
  }

  /** Puts the key in place. At no moment is there none. */
  commit(): void {
    if (this.#isOther) renameSync(this.#draft, this.#file)
    this.#isCommitted = true
  }

  /** Removes what is left of a replacement that was not committed. */
  end(): void {
    if (this.#isCommitted) return
    for (const file of [this.#draft, this.former]) if (file !== undefined && existsSync(file)) rmSync(file)
  }

  #prepare(dataDir: string, key: string, present: string | undefined): void {
    const privately = { mode: 0o600, flag: 'wx', flush: true }
    try {
      makeFolder(dataDir)
      rmSync(this.#draft, { force: true }) // of one that was killed
      writeFileSync(this.#draft, key, privately)
      if (this.former !== undefined && present !== undefined) writeFileSync(this.former, present, privately)
    } catch {
      this.end()
      throw unusable(this.#file)
    }
  }
}

/** The settings as a check needs them before the start, when no key is made or read. */
export function withPlaceholderKey(settings: SettingValues, knex: Knex | undefined): SettingValues {
  return makesItsKey(settings, knex) ? { ...settings, secretKey: newKey() } : settings
}

/**
 * A key in place of one that must be given, for work that signs nothing and verifies nothing. A SQLite file has its own
 * kept anyway.
 */
export function throwawayKey({ databaseUrl }: SettingValues): { secretKey?: string } {
  return isPostgres(databaseUrl) ? { secretKey: newKey() } : {}
}

const isPostgres = (databaseUrl: unknown) => String(databaseUrl ?? '').startsWith('postgres')

/** On PostgreSQL a key that is missing is left so, and refused by the check of the settings. */
function makesItsKey({ secretKey, databaseUrl }: SettingValues, knex: Knex | undefined): boolean {
  if (secretKey !== undefined) return false
  return knex ? !String(knex.client?.config?.client).startsWith('p') : !isPostgres(databaseUrl)
}

function keptKey(file: string): string | undefined {
  const found = read(file)
  if (!found) return undefined
  if (found.key.length < MIN_KEY_LENGTH)
    throw new StartupError(
      `The key file ${file} is empty or cut off. Restore it from a backup, or remove it: third-party tokens must be made anew then.`,
    )
  const exposures = exposuresOf(file, found.stats)
  if (exposures.length > 0) throw new StartupError(exposures.map((exposure) => exposed(file, exposure)))
  return found.key
}

/** What is wrong and what is read are of the same file, whatever happens to its name meanwhile. */
function read(file: string): { readonly key: string; readonly stats: Stats } | undefined {
  let descriptor: number | undefined
  try {
    if (!existsSync(file)) return undefined
    descriptor = openSync(file, 'r')
    return { stats: fstatSync(descriptor), key: readFileSync(descriptor, 'utf8').trim() }
  } catch {
    throw unusable(file)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** A way in which other users can read the key, or replace it. */
export interface KeyExposure {
  readonly finding: string
  readonly remedy: string
}

/**
 * How a key file is open to others than the user that runs Plinth. The group may have rights: Kubernetes gives them to
 * that of a volume. Root works for the user whose folder it is.
 */
export function exposuresOf(file: string, { mode, uid }: Stats): KeyExposure[] {
  const user = process.getuid?.()
  if (user === undefined) return [] // Windows, where the mode says nothing
  const folder = dirname(file)
  const owner = user === 0 ? statSync(folder).uid : user
  const exposures: KeyExposure[] = []
  if (mode & OTHERS) {
    const finding = `is open to everybody on this machine (mode ${(mode & 0o777).toString(8)})`
    exposures.push({ finding, remedy: `chmod 600 ${file}` })
  }
  if (uid !== user && uid !== owner) {
    const finding = `belongs to user ${uid}, and not to the one that runs Plinth (${owner})`
    exposures.push({ finding, remedy: `chown ${owner} ${file}` })
  }
  return exposures
}

function exposed(file: string, { finding, remedy }: KeyExposure): string {
  return (
    `The key file ${file} ${finding}: ${remedy}. If somebody may have read it, remove it: third-party tokens must be made anew then. ` +
    'Where the file system knows no owners, give the key as PLINTH_SECRET_KEY_FILE.'
  )
}

/** Writes the whole file or nothing, and never overwrites one. */
function writeKey(file: string, key: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, key, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

function newKey(): string {
  return randomBytes(48).toString('base64url')
}

function unusable(file: string): StartupError {
  return new StartupError(
    `The key file ${file} cannot be written or read. Check that the folder that PLINTH_DATA_DIR (the option dataDir) names belongs to the user that runs Plinth.`,
  )
}
