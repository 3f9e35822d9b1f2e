import type { Database, SettingValues } from '@plinth/kernel'
import { countLastingTokens, keyId } from '@plinth/tpt'
import { withKeptKey } from '../key-file.js'
import { hasSigned, type NearbyKey, placesOf } from './nearby-keys.js'

/** What becomes of the third-party tokens in a backup that are neither revoked nor expired. */
export interface TokensOfBackup {
  /** Those that a service with the keys of the settings accepts. */
  readonly good: number
  /** Those of them that the previous key has signed. */
  readonly byPrevious: number
  /** Those whose key is neither the present nor the previous one. */
  readonly dead: number
  /** The names of the keys that have signed these. */
  readonly keysOfDead: readonly string[]
}

/** Holds the tokens in a backup against the keys of the settings, or of the data folder. */
export async function tokensOfBackup(
  database: Database,
  settings: SettingValues,
  now: number,
): Promise<TokensOfBackup> {
  const [present, previous] = idsOf(settings)
  const counts = await countLastingTokens(database, now)
  const ofPrevious = counts.filter((count) => isOfPrevious(count.keyId, present, previous))
  const ofOthers = counts.filter((count) => count.keyId !== present && !ofPrevious.includes(count))
  const dead = total(ofOthers)
  return {
    good: total(counts) - dead,
    byPrevious: total(ofPrevious),
    dead,
    keysOfDead: ofOthers.flatMap((count) => count.keyId ?? []),
  }
}

/** What there is to say of tokens whose key is not here; nothing when there are none. */
export function deadInWords({ dead, keysOfDead }: TokensOfBackup, nearby: readonly NearbyKey[]): string[] {
  if (dead === 0) return []
  const [found] = nearby.filter(hasSigned(keysOfDead)).sort((one, other) => Number(other.isAlone) - Number(one.isAlone))
  const key = found?.isAlone
    ? `PLINTH_SECRET_KEY_PREVIOUS_FILE=${found.file}`
    : 'that key as PLINTH_SECRET_KEY_PREVIOUS_FILE'
  const place = found && !found.isAlone ? placesOf([found.file]) : ''
  return [
    `${dead} third-party tokens are dead, because a key has signed them that is neither the present nor the previous one here. ` +
      `To have them accepted, start the service with ${key}${place}; otherwise make them anew.`,
  ]
}

/** A token whose key was not noted was made before the present key: the previous one may have signed it. */
function isOfPrevious(id: string | null, present: string | undefined, previous: string | undefined): boolean {
  if (previous === undefined || id === present) return false
  return id === null || id === previous
}

function idsOf(settings: SettingValues): (string | undefined)[] {
  const { secretKey, secretKeyPrevious } = withKeptKey(settings)
  return [secretKey, secretKeyPrevious].map((key) => (key === undefined ? undefined : keyId(String(key))))
}

const total = (counts: readonly { readonly tokens: number }[]) => counts.reduce((sum, { tokens }) => sum + tokens, 0)
