import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DATA_DIR, type Knex, makeFolder, type SettingValues, StartupError } from '@plinth/kernel'

const OVERTAKEN =
  'Another process has made the signing key of this data folder at the same moment. Start again, and give each a folder of its own.'
/** In the data folder. */
export const KEY_FILE = 'secret.key'
/** Of a key that is whole. */
export const LEAST_LENGTH = 32

/**
 * The key that signs third-party tokens. Without one in the settings it is made once and kept in the data folder, beside the SQLite
 * file that it belongs to; replicas on PostgreSQL must be given the same one.
 */
export class SigningKey {
  /** Where it is kept; undefined for one that is given, or of a database in memory. */
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

  /** Writes a new one down, once nothing else keeps Plinth from starting; the database is this process's own by then. */
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

/** The settings as a check needs them before the start, when no key is made or read. */
export function withKeyToCome(settings: SettingValues, knex: Knex | undefined): SettingValues {
  return makesItsKey(settings, knex) ? { ...settings, secretKey: newKey() } : settings
}

/** A key in place of one that must be given, for work that signs nothing and verifies nothing. A SQLite file has its own kept anyway. */
export function keyOfNoUse({ databaseUrl }: SettingValues): { secretKey?: string } {
  return isPostgres(databaseUrl) ? { secretKey: newKey() } : {}
}

const isPostgres = (databaseUrl: unknown) => String(databaseUrl ?? '').startsWith('postgres')

/** On PostgreSQL a key that is missing is left so, and refused by the check of the settings. */
function makesItsKey({ secretKey, databaseUrl }: SettingValues, knex: Knex | undefined): boolean {
  if (secretKey !== undefined) return false
  return knex ? !String(knex.client?.config?.client).startsWith('p') : !isPostgres(databaseUrl)
}

function keptKey(file: string): string | undefined {
  try {
    if (!existsSync(file)) return undefined
    const key = readFileSync(file, 'utf8').trim()
    if (key.length >= LEAST_LENGTH) return key
  } catch {
    throw unusable(file)
  }
  throw new StartupError(
    `The key file ${file} is empty or cut off. Restore it from a backup, or remove it: third-party tokens must be made anew then.`,
  )
}

/** Whole or not at all, and never over another one. */
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
