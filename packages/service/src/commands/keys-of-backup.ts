import { readFileSync, statSync } from 'node:fs'
import { type SealingSettings, sealsOn } from '@plinth/audit'
import type { Database, SettingValues } from '@plinth/kernel'
import { DATA_DIR } from '@plinth/kernel/composition'
import { signsOn } from '@plinth/tpt'
import { auditKeysIn } from '../audit-keys.js'
import { KEY_FILE, withKeptKey } from '../key-file.js'
import { CommandError } from './command-error.js'
import { placesOf } from './nearby-keys.js'

/** The available keys of a backup. */
export interface KeysOfBackup {
  /** The keys that verify its audit trail; `undefined` if none of them sealed it. */
  readonly sealing: SealingSettings | undefined
  /** Whether the current or the previous key signed its third-party tokens. */
  readonly hasSigningKey: boolean
}

/** Reads the signing key that was kept with a backup. Throws a `CommandError` if the service would not use it. */
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

/** Determines which keys of the settings or the data folder a backup was made with. */
export async function keysOfBackup(database: Database, settings: SettingValues): Promise<KeysOfBackup> {
  const { secretKey, secretKeyPrevious } = withKeptKey(settings)
  const sealing = auditKeysIn(settings)
  const signing = [secretKey, secretKeyPrevious].filter((key) => key !== undefined).map(String)
  return {
    sealing: sealing && (await sealsOn(database, sealing)) ? sealing : undefined,
    hasSigningKey: signing.length > 0 && (await signsOn(database, signing)),
  }
}

/** Describes the loss from restoring a backup without its keys, and how to supply them; `undefined` if all are here. */
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
    `as PLINTH_SECRET_KEY_PREVIOUS_FILE; or, if it is permanently lost, restore it with --without-key. ` +
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
