import type { Database, SettingValues } from '@plinth/kernel'
import { countLastingTokens, keyId } from '@plinth/tpt'
import { withKeptKey } from '../key-file.js'
import { hasSigned, type NearbyKey, placesOf } from './nearby-keys.js'

/** Counts of the third-party tokens in a backup that are neither revoked nor expired. */
export interface TokensOfBackup {
  /** Tokens that a service with these settings accepts. */
  readonly good: number
  /** Accepted tokens that the previous key signed. */
  readonly byPrevious: number
  /** Tokens signed by neither the current nor the previous key. */
  readonly dead: number
  /** Ids of the keys that signed the dead tokens. */
  readonly keysOfDead: readonly string[]
}

/** Counts the tokens in a backup by whether the keys of the settings or the data folder accept them. */
export async function tokensOfBackup(
  database: Database,
  settings: SettingValues,
  now: number,
): Promise<TokensOfBackup> {
  const [current, previous] = idsOf(settings)
  const counts = await countLastingTokens(database, now)
  const ofPrevious = counts.filter((count) => isOfPrevious(count.keyId, current, previous))
  const ofOthers = counts.filter((count) => count.keyId !== current && !ofPrevious.includes(count))
  const dead = total(ofOthers)
  return {
    good: total(counts) - dead,
    byPrevious: total(ofPrevious),
    dead,
    keysOfDead: ofOthers.flatMap((count) => count.keyId ?? []),
  }
}

/** Describes the dead tokens and how to have them accepted; empty if there are none. */
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

/** Returns whether the previous key signed a token. A token without a key id is older than the current key. */
function isOfPrevious(id: string | null, current: string | undefined, previous: string | undefined): boolean {
  if (previous === undefined || id === current) return false
  return id === null || id === previous
}

function idsOf(settings: SettingValues): (string | undefined)[] {
  const { secretKey, secretKeyPrevious } = withKeptKey(settings)
  return [secretKey, secretKeyPrevious].map((key) => (key === undefined ? undefined : keyId(String(key))))
}

const total = (counts: readonly { readonly tokens: number }[]) => counts.reduce((sum, { tokens }) => sum + tokens, 0)
