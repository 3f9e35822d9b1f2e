import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { sealingKeyId } from '@plinth/audit'
import type { SettingValues } from '@plinth/kernel'
import { DATA_DIR } from '@plinth/kernel/composition'
import { keyId } from '@plinth/tpt'
import { sealingKeyOf } from '../audit-keys.js'

/** Larger files cannot be key files. */
const MAX_KEY_FILE_BYTES = 65_536

/** A key in a file that no setting refers to. */
export interface NearbyKey {
  readonly file: string
  readonly key: string
  /** Whether the file contains only this key, so that a `…_FILE` setting for one key can name it. */
  readonly isOnlyKey: boolean
}

/**
 * Returns the keys in files next to a backup and in the data folder: nightly backups and key changes store keys there.
 */
export function nearbyKeys(backup: string, { dataDir = DATA_DIR }: SettingValues): NearbyKey[] {
  const folders = new Set([dirname(resolve(backup)), resolve(String(dataDir))])
  return [...folders].flatMap(filesIn).flatMap(keysIn)
}

/** Returns a predicate for whether a key is a signing key with one of these ids. */
export const isSigningKeyWithId = (ids: readonly (string | null)[]) => (nearby: NearbyKey) =>
  ids.includes(keyId(nearby.key))

/** Returns a predicate for whether a key, or the sealing key derived from it, has one of these ids. */
export function isSealingKeyWithId(ids: readonly string[]) {
  return ({ key }: NearbyKey) => [key, ...sealingKeyOf(key)].some((sealing) => ids.includes(sealingKeyId(sealing)))
}

/** Formats the files in which a key was found, in parentheses for a message. */
export function foundIn(files: readonly string[]): string {
  return files.length === 0 ? '' : ` (found in ${[...new Set(files)].join(' and ')})`
}

function filesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /key/i.test(name))
    return names.map((name) => join(folder, name))
  } catch {
    return [] // the search only improves messages
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
    return keys.map((key) => ({ file, key, isOnlyKey: keys.length === 1 }))
  } catch {
    return []
  }
}
