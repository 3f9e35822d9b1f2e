import { readFileSync, statSync } from 'node:fs'
import { type SealingSettings, sealsOn } from '@plinth/audit'
import type { Database, SettingValues } from '@plinth/kernel'
import { DATA_DIR } from '@plinth/kernel/composition'
import { signsOn } from '@plinth/tpt'
import { auditKeysIn } from '../audit-keys.js'
import { KEY_FILE, withKeptKey } from '../key-file.js'
import { CommandError } from './command-error.js'
import { placesOf } from './nearby-keys.js'

/** Whether the keys that belong to a backup are here. */
export interface KeysOfBackup {
  /** Those that verify its audit trail; `undefined` when none of them has sealed it. */
  readonly sealing: SealingSettings | undefined
  /** Whether the key that signs its third-party tokens is here, as the present or the previous one. */
  readonly hasSigningKey: boolean
}

/** The signing key in a file that was kept with a backup. Throws a `CommandError` if the service would not use it. */
export function keyFrom(file: string, { secretKey }: SettingValues): string {
  if (secretKey !== undefined)
    throw new CommandError(
      'PLINTH_SECRET_KEY is set, so the service does not use the key of the data folder. Set PLINTH_SECRET_KEY_FILE to the key of the ' +
        'backup instead of --key.',
    )
  try {
    if (!statSync(file).isFile())
      throw new CommandError(`${file} is not a file. Give the key that was kept with the backup.`)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`The key file ${file} cannot be read (${(error as { code?: string }).code}).`)
  }
}

/** Holds the keys of the settings, or of the data folder, against what a backup was made with. */
export async function keysOfBackup(database: Database, settings: SettingValues): Promise<KeysOfBackup> {
  const { secretKey, secretKeyPrevious } = withKeptKey(settings)
  const sealing = auditKeysIn(settings)
  const signing = [secretKey, secretKeyPrevious].filter((key) => key !== undefined).map(String)
  return {
    sealing: sealing && (await sealsOn(database, sealing)) ? sealing : undefined,
    hasSigningKey: signing.length > 0 && (await signsOn(database, signing)),
  }
}

/** What is lost when a backup is restored without its keys, and what brings them; `undefined` when all are here. */
export function lossOf(
  { sealing, hasSigningKey }: KeysOfBackup,
  { from, tokens, settings, key, nearby }: LossOptions,
): string | undefined {
  const losses = [
    ...(hasSigningKey ? [] : [`its ${tokens} third-party tokens are dead`]),
    ...(sealing
      ? []
      : ['its audit trail cannot be verified, and begins anew, of which every later verification tells']),
  ]
  if (losses.length === 0) return undefined
  const isSetting = key === undefined && settings.secretKey !== undefined
  const given = key ?? (isSetting ? 'PLINTH_SECRET_KEY' : `${KEY_FILE} in ${settings.dataDir ?? DATA_DIR}`)
  return (
    `The key that belongs to ${from} is not here: ${given} is missing or another one. Without it ${losses.join('; ')}. ` +
    `Give the key that it was made with${placesOf(nearby)} as ${isSetting ? 'PLINTH_SECRET_KEY_FILE' : '--key <file>'}, one of before a change of the key ` +
    `as PLINTH_SECRET_KEY_PREVIOUS_FILE; or, when it is gone for good, restore it with --without-key. ` +
    'Nothing was changed.'
  )
}

interface LossOptions {
  /** The backup. */
  readonly from: string
  /** Third-party tokens in it that are good with its key. */
  readonly tokens: number
  readonly settings: SettingValues
  /** The file with a key that was given with the backup. */
  readonly key?: string | undefined
  /** Files that were found, and have it. */
  readonly nearby: readonly string[]
}
