import type { Database, SettingValues } from '@plinth/kernel'
import { countActiveTokens, keyId } from '@plinth/tpt'
import { withStoredKey } from '../key-file.js'
import { countOf } from './count-of.js'
import { foundIn, isSigningKeyWithId, type NearbyKey } from './nearby-keys.js'

/** Counts of the third-party tokens in a backup that are neither revoked nor expired. */
export interface BackupTokens {
  /** Tokens that a service with these settings accepts. */
  readonly valid: number
  /** Valid tokens that were signed with the previous key. */
  readonly byPrevious: number
  /** Tokens signed with neither the current nor the previous key. */
  readonly invalid: number
  /** Ids of the keys that signed the invalid tokens. */
  readonly invalidKeyIds: readonly string[]
}

/** Counts the tokens in a backup that the keys in the settings or the data folder make valid, and the others. */
export async function countBackupTokens(
  database: Database,
  settings: SettingValues,
  now: number,
): Promise<BackupTokens> {
  const [current, previous] = idsOf(settings)
  const counts = await countActiveTokens(database, now)
  const ofPrevious = counts.filter((count) => isOfPrevious(count.keyId, current, previous))
  const ofOthers = counts.filter((count) => count.keyId !== current && !ofPrevious.includes(count))
  const invalid = total(ofOthers)
  return {
    valid: total(counts) - invalid,
    byPrevious: total(ofPrevious),
    invalid,
    invalidKeyIds: ofOthers.flatMap((count) => count.keyId ?? []),
  }
}

/** Describes the invalid tokens and how to make the service accept them; empty if there are none. */
export function describeInvalidTokens(
  { invalid, invalidKeyIds }: BackupTokens,
  nearby: readonly NearbyKey[],
): string[] {
  if (invalid === 0) return []
  const [found] = nearby
    .filter(isSigningKeyWithId(invalidKeyIds))
    .sort((one, other) => Number(other.isOnlyKey) - Number(one.isOnlyKey))
  const key = found?.isOnlyKey
    ? `PLINTH_SECRET_KEY_PREVIOUS_FILE=${found.file}`
    : 'that key as PLINTH_SECRET_KEY_PREVIOUS_FILE'
  const place = found && !found.isOnlyKey ? foundIn([found.file]) : ''
  return [
    `Neither the current nor the previous key signed ${countOf(invalid, 'third-party token')}: ${invalid === 1 ? 'it is' : 'they are'} ` +
      `invalid. To change that, start the service with ${key}${place}; otherwise create new tokens.`,
  ]
}

/** Returns whether the previous key signed a token. A token without a key id was created before the current key. */
function isOfPrevious(id: string | null, current: string | undefined, previous: string | undefined): boolean {
  if (previous === undefined || id === current) return false
  return id === null || id === previous
}

function idsOf(settings: SettingValues): (string | undefined)[] {
  const { secretKey, secretKeyPrevious } = withStoredKey(settings)
  return [secretKey, secretKeyPrevious].map((key) => (key === undefined ? undefined : keyId(String(key))))
}

const total = (counts: readonly { readonly tokens: number }[]) => counts.reduce((sum, { tokens }) => sum + tokens, 0)
