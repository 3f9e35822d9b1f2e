import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { sealingKeyId } from '@plinth/audit'
import type { SettingValues } from '@plinth/kernel'
import { DATA_DIR } from '@plinth/kernel/composition'
import { keyId } from '@plinth/tpt'
import { sealingKeyOf } from '../audit-keys.js'

/** Larger files are not of keys. */
const MAX_KEY_FILE_BYTES = 65_536

/** A key in a file that nothing names. */
export interface NearbyKey {
  readonly file: string
  readonly key: string
  /** Whether the file has no other key, so that it can be given as that of one key. */
  readonly isAlone: boolean
}

/** The keys in files beside a backup and in the data folder: those of a nightly copy, and what a change has left. */
export function nearbyKeys(backup: string, { dataDir = DATA_DIR }: SettingValues): NearbyKey[] {
  const folders = new Set([dirname(resolve(backup)), resolve(String(dataDir))])
  return [...folders].flatMap(filesIn).flatMap(keysIn)
}

/** Whether a key has signed tokens that name one of these keys. */
export const hasSigned = (ids: readonly (string | null)[]) => (nearby: NearbyKey) => ids.includes(keyId(nearby.key))

/** Whether a key, or the one that comes from it, has sealed events that name one of these keys. */
export function hasSealed(ids: readonly string[]) {
  return ({ key }: NearbyKey) => [key, ...sealingKeyOf(key)].some((sealing) => ids.includes(sealingKeyId(sealing)))
}

/** Where something was found, to stand behind the name of what is to be given. */
export function placesOf(files: readonly string[]): string {
  return files.length === 0 ? '' : ` (it is in ${[...new Set(files)].join(' and in ')})`
}

function filesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /key/i.test(name))
    return names.map((name) => join(folder, name))
  } catch {
    return [] // this is a help, and no condition
  }
}

function keysIn(file: string): NearbyKey[] {
  try {
    const stats = statSync(file)
    if (!stats.isFile() || stats.size > MAX_KEY_FILE_BYTES) return []
    const keys = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    return keys.map((key) => ({ file, key, isAlone: keys.length === 1 }))
  } catch {
    return []
  }
}
