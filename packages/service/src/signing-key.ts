import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Knex, makeFolder, type SettingValues, StartupError } from '@plinth/kernel'

/** In the data folder. */
export const KEY_FILE = 'secret.key'
/** Of a key that is whole. */
export const LEAST_LENGTH = 32

/**
 * The settings with a key that signs third-party tokens. Without one in the settings it is made once and kept in the data
 * folder, beside the SQLite file that it belongs to; replicas on PostgreSQL must be given the same one.
 */
export function withSigningKey(settings: SettingValues, knex: Knex | undefined): SettingValues {
  if (!makesItsKey(settings, knex)) return settings
  const isKept = settings.databaseUrl !== 'sqlite::memory:'
  return { ...settings, secretKey: isKept ? keptKey(String(settings.dataDir ?? './data')) : newKey() }
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

function keptKey(folder: string): string {
  const file = join(folder, KEY_FILE)
  try {
    makeFolder(folder)
    if (!existsSync(file)) makeKey(file)
    const key = readFileSync(file, 'utf8').trim()
    if (key.length >= LEAST_LENGTH) return key
  } catch {
    throw unusable(file)
  }
  throw new StartupError(
    `The key file ${file} is empty or cut off. Restore it from a backup, or remove it: third-party tokens must be made anew then.`,
  )
}

/** Whole or not at all, and never over another one: two processes may start at once. */
function makeKey(file: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, newKey(), { mode: 0o600, flush: true })
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
    `The key file ${file} cannot be written or read. Check that its folder belongs to the user that runs Plinth, or set PLINTH_SECRET_KEY.`,
  )
}
