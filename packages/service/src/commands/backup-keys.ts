import { readFileSync, statSync } from 'node:fs'
import { isTrailSealedBy, type SealingSettings } from '@plinth/audit'
import type { Database, SettingValues } from '@plinth/kernel'
import { DATA_DIR } from '@plinth/kernel/composition'
import { isSigningKeyAmong } from '@plinth/tpt'
import { auditKeysIn } from '../audit-keys.js'
import { KEY_FILE, withStoredKey } from '../key-file.js'
import { CommandError } from './command-error.js'
import { foundIn } from './nearby-keys.js'

/** The available keys of a backup. */
export interface BackupKeys {
  /** The keys that verify its audit trail; `undefined` if none of the available keys has sealed it. */
  readonly sealing: SealingSettings | undefined
  /** Whether its third-party tokens were signed with the current or the previous key. */
  readonly hasSigningKey: boolean
}

/** Reads the signing key that was stored with a backup. Throws a `CommandError` if the service would not use it. */
export function readBackupKey(file: string, { secretKey }: SettingValues): string {
  if (secretKey !== undefined)
    throw new CommandError(
      'PLINTH_SECRET_KEY is set, so the service does not use the key of the data folder. Set PLINTH_SECRET_KEY_FILE to the key of the ' +
        'backup, instead of using --key.',
    )
  try {
    if (!statSync(file).isFile())
      throw new CommandError(`${file} is not a file. Name the file with the key that was stored with the backup.`)
    const key = readFileSync(file, 'utf8').trim()
    if (key.startsWith('SQLite format 3'))
      throw new CommandError(`${file} is a database, not a key: plinth restore --key <key file> <backup>.`)
    return key
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`The key file ${file} cannot be read (${(error as { code?: string }).code}).`)
  }
}

/** Checks whether the keys in the settings or the data folder are those of a backup. */
export async function findBackupKeys(database: Database, settings: SettingValues): Promise<BackupKeys> {
  const { secretKey, secretKeyPrevious } = withStoredKey(settings)
  const sealing = auditKeysIn(settings)
  const signing = [secretKey, secretKeyPrevious].filter((key) => key !== undefined).map(String)
  return {
    sealing: sealing && (await isTrailSealedBy(database, sealing)) ? sealing : undefined,
    hasSigningKey: signing.length > 0 && (await isSigningKeyAmong(database, signing)),
  }
}

/** Describes what would be lost without the missing keys, and how to supply them; `undefined` if none is missing. */
export function describeLoss(
  { sealing, hasSigningKey }: BackupKeys,
  { from, tokens, settings, key, nearby }: LossOptions,
): string | undefined {
  const losses = [
    ...(hasSigningKey ? [] : [`its third-party tokens (${tokens}) are invalid`]),
    ...(sealing ? [] : ['its audit trail cannot be verified and is restarted, which every later verification reports']),
  ]
  if (losses.length === 0) return undefined
  const isSetting = key === undefined && settings.secretKey !== undefined
  const given = key ?? (isSetting ? 'PLINTH_SECRET_KEY' : `${KEY_FILE} in ${settings.dataDir ?? DATA_DIR}`)
  return (
    `The signing key of ${from} is not available: ${given} is missing or a different key. Without it ${losses.join('; ')}. ` +
    `Supply the key that the backup was made with${foundIn(nearby)} as ${isSetting ? 'PLINTH_SECRET_KEY_FILE' : '--key <file>'}, or as ` +
    'PLINTH_SECRET_KEY_PREVIOUS_FILE if it has been replaced since. If it is permanently lost, restore with --without-key. ' +
    'Nothing was changed.'
  )
}

interface LossOptions {
  /** The backup file. */
  readonly from: string
  /** Number of its third-party tokens that need its key. */
  readonly tokens: number
  readonly settings: SettingValues
  /** The key file given as `--key`. */
  readonly key?: string | undefined
  /** Files found nearby that contain the key. */
  readonly nearby: readonly string[]
}
