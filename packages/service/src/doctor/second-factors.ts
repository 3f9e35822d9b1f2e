import { DatabaseNotOpened, schemaState } from '@plinth/kernel/composition'
import { factorCoverage, secondFactor } from '@plinth/second-factor'
import { HkdfKeys } from '@plinth/tpt'
import { readKeyFile } from '../key-file.js'
import { standardMigrations } from '../standard-plugins.js'
import { type Check, type Finding, ok, warn } from './check.js'
import type { DoctorContext } from './doctor-context.js'

/** Maximum number of users that a finding names. */
const MAX_NAMES = 5

/** Counts the users with and without a second factor, and reports those that the signing keys do not open. */
export const secondFactors: Check = {
  name: 'second factors',
  async diagnose(context) {
    const { database, settings } = context
    if (database === undefined || database instanceof DatabaseNotOpened) return []
    if ((await schemaState(database, standardMigrations)).pending.length > 0) return []
    const { secondFactorLevel } = { ...secondFactor.settings?.getDefault(), ...settings }
    const level = secondFactorLevel as number | 'none'
    const { enrolled, missing, unreadable } = await factorCoverage(database, {
      secondFactorLevel: level,
      derivedKeys: keysOf(context),
      now: Date.now(),
    })
    return [coverageFinding(enrolled, missing, level), ...unreadableFindings(unreadable)]
  },
}

/** Returns the keys that the service derives; `undefined` if there is no valid signing key. */
function keysOf({ settings, isInvalid }: DoctorContext): HkdfKeys | undefined {
  const { dataDir, secretKey = readKeyFile(dataDir)?.key, secretKeyPrevious } = settings
  if (secretKey === undefined || isInvalid('secretKey') || isInvalid('secretKeyPrevious')) return undefined
  const previous = secretKeyPrevious === undefined ? undefined : String(secretKeyPrevious)
  return new HkdfKeys({ settings: { secretKey: String(secretKey), secretKeyPrevious: previous } })
}

function coverageFinding(enrolled: number, missing: number, level: number | 'none'): Finding {
  if (level === 'none') return ok(`users with one: ${enrolled}; none is required`)
  return ok(`users with one: ${enrolled}; without one, although level ${level} requires it: ${missing}`)
}

function unreadableFindings(usernames: readonly string[]): Finding[] {
  if (usernames.length === 0) return []
  const names = usernames.slice(0, MAX_NAMES).join(', ')
  const others = usernames.length > MAX_NAMES ? ` and ${usernames.length - MAX_NAMES} others` : ''
  return [
    warn(
      `the signing key cannot decrypt those of ${names}${others}, so their codes and recovery codes are refused`,
      'set PLINTH_SECRET_KEY_PREVIOUS to the earlier key; if it is permanently lost, run plinth users remove-second-factor for each',
    ),
  ]
}
