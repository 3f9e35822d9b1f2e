import { type SealingSettings, sealsOn } from '@plinth/audit'
import type { Database, SettingValues } from '@plinth/kernel'
import { DATA_DIR } from '@plinth/kernel/composition'
import { signsOn } from '@plinth/tpt'
import { auditKeysIn } from '../audit-keys.js'
import { KEY_FILE, withKeptKey } from '../signing-key.js'

/** Whether the keys that belong to a backup are here. */
export interface KeysOfBackup {
  /** Those that verify its audit trail; `undefined` when none of them has sealed it. */
  readonly sealing: SealingSettings | undefined
  /** Whether the key that has signed its third-party tokens is here. */
  readonly hasSigningKey: boolean
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
  { from, tokens, settings }: { readonly from: string; readonly tokens: number; readonly settings: SettingValues },
): string | undefined {
  const losses = [
    ...(hasSigningKey ? [] : [`its ${tokens} third-party tokens are dead`]),
    ...(sealing
      ? []
      : ['its audit trail cannot be verified, and begins anew, of which every later verification tells']),
  ]
  if (losses.length === 0) return undefined
  const place = `${KEY_FILE} in ${settings.dataDir ?? DATA_DIR}`
  const given = settings.secretKey === undefined ? place : 'PLINTH_SECRET_KEY'
  return (
    `The key that belongs to ${from} is not here: ${given} is missing or another one. Without it ${losses.join('; ')}. ` +
    `Give the key that it was made with as ${place}, or as PLINTH_SECRET_KEY_FILE, one of before a change of the key as ` +
    'PLINTH_SECRET_KEY_PREVIOUS_FILE; or, when it is gone for good, restore it with --without-key. Nothing was changed.'
  )
}
