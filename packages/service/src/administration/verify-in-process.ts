import { type Checkpoint, type SealingSettings, type Verification, verifyTrail } from '@plinth/audit'
import { type Database, type SettingValues, StartupError } from '@plinth/kernel'
import {
  checkSettings,
  DatabaseNotOpened,
  databaseFileOf,
  databaseUrlOf,
  expectSchema,
  inSentences,
  openForReading,
} from '@plinth/kernel/composition'
import { auditKeysIn } from '../audit-keys.js'
import { obstacleFinding, placeOf } from '../doctor/database.js'
import { readEnvironment, withPlaceholderKeys } from '../environment/read-environment.js'
import { variableOf } from '../environment/variable-of.js'
import { KEY_FILE } from '../key-file.js'
import { standardMigrations, standardPlugins } from '../standard-plugins.js'

/**
 * Verifies the audit trail of the database that the environment names, without starting a kernel: verification must
 * change neither the trail nor its keys. Throws a `StartupError` if the key, the database or its schema is missing.
 */
export async function verifyInProcess(checkpoint: Checkpoint | undefined): Promise<Verification> {
  const settings = readEnvironment(process.env, standardPlugins)
  checkSettings(standardPlugins, withPlaceholderKeys(settings), { nameOf: variableOf })
  const keys = keysIn(settings)
  const database = await open(settings)
  try {
    await expectSchema(database, standardMigrations)
    return await verifyTrail(database, keys, checkpoint)
  } finally {
    await database.close()
  }
}

function keysIn(settings: SettingValues): SealingSettings {
  const keys = auditKeysIn(settings)
  if (keys === undefined)
    throw new StartupError(
      `The key that seals the audit trail is missing: there is no ${KEY_FILE} in the data folder. Restore it from the backup, or set ` +
        'PLINTH_SECRET_KEY_FILE. Check that PLINTH_DATA_DIR names the right folder.',
    )
  return keys
}

async function open(settings: SettingValues): Promise<Database> {
  const databaseUrl = databaseUrlOf(settings)
  try {
    return await openForReading(databaseUrl)
  } catch (error) {
    if (!(error instanceof DatabaseNotOpened)) throw error
    const location = { databaseUrl, databaseFile: databaseFileOf(settings) }
    const { finding, remedy } = obstacleFinding(location, error)
    throw new StartupError(
      remedy === undefined ? `There is no database ${placeOf(location)}.` : inSentences({ finding, remedy }),
    )
  }
}
