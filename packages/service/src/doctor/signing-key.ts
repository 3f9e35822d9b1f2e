import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UnreachableDatabase } from '@plinth/kernel/composition'
import { signsOn, weaknessOf } from '@plinth/tpt'
import { KEY_FILE, keyFileIn, MIN_KEY_LENGTH } from '../key-file.js'
import { type Check, type Finding, fail, ok, warn } from './check.js'
import type { DoctorContext } from './doctor-context.js'
import { statsOf } from './look.js'

export const signingKey: Check = {
  name: 'signing key',
  async examine(context) {
    const { secretKey, secretKeyPrevious } = context.settings
    if (context.isWrong('secretKey')) return [] // already reported with the settings
    const current = secretKey === undefined ? keptKey(context) : strengthOf('PLINTH_SECRET_KEY', String(secretKey))
    const others = [...leftKey(context), ...(await useOfKeys(context))]
    if (secretKeyPrevious === undefined) return [current, ...others]
    return [current, strengthOf('PLINTH_SECRET_KEY_PREVIOUS', String(secretKeyPrevious)), ...others]
  },
}

/** Warns of a key file that is no longer in use, because it could be backed up instead of the current key. */
function leftKey({ settings: { dataDir, secretKey, secretKeyPrevious } }: DoctorContext): Finding[] {
  const kept = keyFileIn(dataDir)
  if (kept === undefined || secretKey === undefined || kept.key === secretKey) return []
  const found = `${kept.file} is not the key in force, which is PLINTH_SECRET_KEY`
  const finding = kept.key === secretKeyPrevious ? `${found}: it is PLINTH_SECRET_KEY_PREVIOUS` : found
  return [
    warn(finding, 'move it to where you keep former keys, and back up that of PLINTH_SECRET_KEY with the database'),
  ]
}

/** Checks that the configured keys include the one that signed the tokens of the database. */
async function useOfKeys({ database, settings }: DoctorContext): Promise<Finding[]> {
  const { dataDir, secretKey = keyFileIn(dataDir)?.key, secretKeyPrevious } = settings
  if (secretKey === undefined || database === undefined || database instanceof UnreachableDatabase) return []
  const keys = [secretKey, secretKeyPrevious].filter((key) => key !== undefined).map(String)
  if (await signsOn(database, keys)) return []
  const finding = 'another key has signed the third-party tokens of this database, and they are refused with this one'
  const remedy = 'give that key, or, when it is gone for good, run plinth tpt adopt-key'
  return [database.dialect.isShared ? fail(finding, remedy) : warn(finding, remedy)]
}

function keptKey({ settings: { dataDir }, databaseFile }: DoctorContext): Finding {
  const file = join(dataDir, KEY_FILE)
  try {
    const key = readFileSync(file, 'utf8').trim()
    if (key.length >= MIN_KEY_LENGTH) return strengthOf(file, key)
    return fail(`${file} is empty or cut off`, 'restore it from a backup, or remove it: tokens must be made anew then')
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT')
      return fail(`${file} cannot be read by this user`, 'give it to the user that runs Plinth (chown)')
  }
  const hasData = databaseFile !== undefined && (statsOf(databaseFile)?.size ?? 0) > 0
  return hasData
    ? warn(
        `${file} is missing beside a database: the next start makes a new one, and the tokens of the old one are dead`,
        'restore it from the backup',
      )
    : ok(`${file} is made at the first start`)
}

/** Checks that a key is not guessable; the service does not start with a weak key. */
export function strengthOf(name: string, key: string): Finding {
  const weakness = weaknessOf(key)
  if (weakness === undefined) return ok(`${name} has ${Buffer.byteLength(key)} bytes`)
  return fail(
    `${name} ${weakness}, and who guesses it makes tokens of any role`,
    'openssl rand -base64 48 makes a good one; tokens must be made anew then',
  )
}
