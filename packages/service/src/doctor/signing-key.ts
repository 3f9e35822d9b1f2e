import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseNotOpened } from '@plinth/kernel/composition'
import { isSigningKeyAmong, weaknessOf } from '@plinth/tpt'
import { isHidden, RUN_AS_OWNER, thisUser } from '../file-access.js'
import { KEY_FILE, MIN_KEY_LENGTH, missingKeyProblem, readKeyFile } from '../key-file.js'
import { type Check, type Finding, fail, ok, warn } from './check.js'
import type { DoctorContext } from './doctor-context.js'

export const signingKey: Check = {
  name: 'signing key',
  async diagnose(context) {
    const { secretKey, secretKeyPrevious } = context.settings
    if (context.isInvalid('secretKey')) return [] // already reported with the settings
    const strengthIn = (variable: string, key: unknown) =>
      strengthOf(context.secretFiles.get(`${variable}_FILE`) ?? variable, String(key))
    const current =
      secretKey === undefined ? await storedKeyFinding(context) : strengthIn('PLINTH_SECRET_KEY', secretKey)
    const others = [...unusedKeyFindings(context), ...(await tokenFindings(context))]
    if (secretKeyPrevious === undefined) return [current, ...others]
    return [current, strengthIn('PLINTH_SECRET_KEY_PREVIOUS', secretKeyPrevious), ...others]
  },
}

/** Warns of a key file that is no longer in use: it could be mistaken for the current key and backed up instead. */
function unusedKeyFindings({ settings: { dataDir, secretKey, secretKeyPrevious } }: DoctorContext): Finding[] {
  const stored = readKeyFile(dataDir)
  if (stored === undefined || secretKey === undefined || stored.key === secretKey) return []
  const found = `${stored.file} is not the current key, which is PLINTH_SECRET_KEY`
  const finding = stored.key === secretKeyPrevious ? `${found}: it is PLINTH_SECRET_KEY_PREVIOUS` : found
  return [
    warn(
      finding,
      'unless it belongs to a SQLite file beside it, move it to where you keep previous keys; back up the key in PLINTH_SECRET_KEY with the database',
    ),
  ]
}

/** Checks that the configured keys include the one that signed the tokens of the database. */
async function tokenFindings({ database, settings }: DoctorContext): Promise<Finding[]> {
  const { dataDir, secretKey = readKeyFile(dataDir)?.key, secretKeyPrevious } = settings
  if (secretKey === undefined || database === undefined || database instanceof DatabaseNotOpened) return []
  const keys = [secretKey, secretKeyPrevious].filter((key) => key !== undefined).map(String)
  if (await isSigningKeyAmong(database, keys)) return []
  const finding = 'another key has signed the third-party tokens of this database, so they are rejected'
  const remedy = 'set that key; if it is permanently lost, run plinth tpt adopt-key'
  const isRefused = database.dialect.isShared || settings.secretKey === undefined // the key file of another database
  return [isRefused ? fail(finding, remedy) : warn(finding, remedy)]
}

async function storedKeyFinding({
  settings: { dataDir, secretKeyPrevious },
  database,
}: DoctorContext): Promise<Finding> {
  const file = join(dataDir, KEY_FILE)
  try {
    const key = readFileSync(file, 'utf8').trim()
    if (key.length >= MIN_KEY_LENGTH) return strengthOf(file, key)
    return fail(
      `${file} is empty or truncated`,
      'restore it from a backup; if it is permanently lost, remove it, and run plinth tpt adopt-key',
    )
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT')
      return fail(
        `${file} cannot be read by ${thisUser()}`,
        isHidden(file) ? RUN_AS_OWNER : 'make the user that runs Plinth its owner (chown)',
      )
  }
  const previous = secretKeyPrevious === undefined ? [] : [String(secretKeyPrevious)]
  const isOpen = database !== undefined && !(database instanceof DatabaseNotOpened)
  if (!isOpen || (await isSigningKeyAmong(database, previous))) return ok(`${file} is created at the next start`)
  const { remedy } = missingKeyProblem(file)
  return fail(`${file} is missing, so the service does not start`, `${remedy[0]?.toLowerCase()}${remedy.slice(1)}`)
}

/** Checks that a key cannot be guessed. The service does not start with a weak key. */
export function strengthOf(name: string, key: string): Finding {
  const weakness = weaknessOf(key)
  if (weakness === undefined) return ok(`${name} has ${Buffer.byteLength(key)} bytes`)
  return fail(
    `${name} ${weakness}, and anyone who guesses it can create tokens of any role`,
    'replace it with the output of openssl rand -base64 48, and create new third-party tokens',
  )
}
