import { existsSync } from 'node:fs'
import { type KeyUse, recordEvent, type SealingSettings, verifyTrail } from '@plinth/audit'
import { type Database, PlinthError, type SettingValues } from '@plinth/kernel'
import { checkSettings, DATA_DIR, databaseFileOf, restoreDatabase } from '@plinth/kernel/composition'
import { isoTime } from '@plinth/kernel/tools'
import { forgetSigningKey, isSigningKeyAmong } from '@plinth/tpt'
import { readEnvironment, withPlaceholderKeys } from '../environment/read-environment.js'
import { variableOf } from '../environment/variable-of.js'
import { keyFileOf, newKey } from '../key-file.js'
import { KeyReplacement } from '../key-replacement.js'
import { latestTimestamp } from '../latest-timestamp.js'
import { standardMigrations, standardPlugins } from '../standard-plugins.js'
import { type BackupKeys, describeLoss, findBackupKeys, readBackupKey } from './backup-keys.js'
import { type BackupTokens, countBackupTokens, describeInvalidTokens } from './backup-tokens.js'
import { CommandError } from './command-error.js'
import { countOf } from './count-of.js'
import { describeAccess } from './describe-access.js'
import { endEarlierAccess } from './end-earlier-access.js'
import { foundIn, isSealingKeyWithId, type NearbyKey, nearbyKeys } from './nearby-keys.js'
import { printJson, printLines } from './print.js'

export interface RestoreCommandOptions {
  /** A file with the backup's signing key, which is installed in the data folder. */
  readonly key?: string | undefined
  /** Restores even if the audit trail fails verification. */
  readonly force?: boolean | undefined
  /** Restores even if the backup's keys are not available. */
  readonly withoutKey?: boolean | undefined
  readonly json?: boolean | undefined
}

/** The facts that are reported about a restored database. */
interface RestoreSummary {
  /** The newest timestamp in it: ISO 8601, UTC; null if there is none. */
  readonly asOf: string | null
  readonly sessionsEnded: number
  readonly tokens: BackupTokens
  /** Keys in files that no setting refers to. */
  readonly nearby: readonly NearbyKey[]
  /** Number of intact audit events; null if the key is not available. */
  readonly verified: number | null
}

const NO_FILE =
  'plinth restore is for SQLite, but PLINTH_DATABASE_URL names no file. Restore a PostgreSQL database as docs/operations.md describes: with pg_restore alone, sessions that have ended would be valid again.'

/** `plinth restore`: replaces the SQLite file of a stopped service with a backup. */
export async function restore(from: string, options: RestoreCommandOptions): Promise<void> {
  const environment = readEnvironment(process.env, standardPlugins)
  const key = keyToInstall(options, environment)
  const settings = key === undefined ? environment : { ...environment, secretKey: key }
  checkSettings(standardPlugins, withPlaceholderKeys(settings), { nameOf: variableOf })
  const path = databaseFileOf(settings)
  if (path === undefined) throw new CommandError(NO_FILE)
  const dataDir = String(settings.dataDir ?? DATA_DIR)
  const replacement = key === undefined ? undefined : new KeyReplacement(dataDir, key)
  const prepare = async (database: Database) => {
    const summary = await prepareIn(database, { ...options, from, settings })
    replacement?.prepare()
    return summary
  }
  const { previousFile, migrations, prepared } = await restoreDatabase({
    path,
    from,
    sources: standardMigrations,
    prepare,
    finish: () => replacement?.commit(),
    ...(replacement && { alsoWritesTo: dataDir }),
  })
    .catch((error) => {
      throw error instanceof PlinthError ? new CommandError(error.message) : error
    })
    .finally(() => replacement?.cleanUp())
  const previousKeyFile = replacement?.previousFile
  if (options.json)
    printJson({
      file: path,
      from,
      previous: previousFile ?? null,
      previous_key: previousKeyFile ?? null,
      migrations,
      ...toJson(prepared),
    })
  else printLines([...toLines(path, previousFile, migrations, prepared), ...describePreviousKey(previousKeyFile)])
}

/**
 * Returns the signing key to store in the data folder, if any: that of `--key` or, with `--without-key`, a new one if
 * there is none, because the next start would refuse the database without a key.
 */
function keyToInstall({ key, withoutKey }: RestoreCommandOptions, settings: SettingValues): string | undefined {
  if (key !== undefined) return readBackupKey(key, settings)
  const isMissing = settings.secretKey === undefined && !existsSync(keyFileOf(settings))
  return withoutKey && isMissing ? newKey() : undefined
}

function describePreviousKey(file: string | undefined): string[] {
  return file === undefined ? [] : [`The previous signing key is kept as ${file}; it belongs to the previous database.`]
}

function toJson({ asOf, sessionsEnded, tokens, verified }: RestoreSummary) {
  return {
    as_of: asOf,
    sessions_ended: sessionsEnded,
    valid_tokens: tokens.valid,
    invalid_tokens: tokens.invalid,
    events_verified: verified,
  }
}

interface Preparation extends RestoreCommandOptions {
  readonly from: string
  readonly settings: SettingValues
}

/** Checks a copy of the backup, ends the access that it would grant again, and records the restore in it. */
async function prepareIn(database: Database, wanted: Preparation): Promise<RestoreSummary> {
  const now = Date.now()
  const tokens = await countBackupTokens(database, wanted.settings, now)
  const nearby = nearbyKeys(wanted.from, wanted.settings)
  const { sealing, hasSigningKey } = await expectKeys(database, wanted, { tokens, nearby })
  const verified = sealing ? await verify(database, sealing, { ...wanted, nearby }) : null
  const newest = await latestTimestamp(database)
  const asOf = newest === undefined ? null : isoTime(newest)
  const sessionsEnded = await database.write(async (transaction) => {
    const sessions = await endEarlierAccess(transaction)
    if (wanted.withoutKey && !hasSigningKey) await forgetSigningKey(transaction)
    await recordEvent(database, transaction, {
      at: now,
      event: 'restore',
      result: 'done',
      actor: { kind: 'command', name: null },
      target: null,
      address: null,
      requestId: null,
      details: { sessions, ...(asOf !== null && { as_of: asOf }) },
    })
    return sessions
  })
  return { asOf, sessionsEnded, tokens, nearby, verified }
}

async function expectKeys(
  database: Database,
  wanted: Preparation,
  { tokens, nearby }: Pick<RestoreSummary, 'tokens' | 'nearby'>,
): Promise<BackupKeys> {
  const keys = await findBackupKeys(database, wanted.settings)
  const files = await filesWithSigningKey(database, nearby)
  const loss = describeLoss(keys, { ...wanted, tokens: tokens.invalid, nearby: files })
  if (loss !== undefined && !wanted.withoutKey) throw new CommandError(loss)
  return keys
}

async function filesWithSigningKey(database: Database, nearby: readonly NearbyKey[]): Promise<string[]> {
  const files: string[] = []
  for (const { file, key } of nearby) if (await isSigningKeyAmong(database, [key])) files.push(file)
  return files
}

/** Verifies the audit trail and returns the number of intact events. */
async function verify(
  database: Database,
  keys: SealingSettings,
  { from, force, nearby }: Preparation & Pick<RestoreSummary, 'nearby'>,
): Promise<number> {
  const { problems, verified, keys: uses } = await verifyTrail(database, keys)
  const [problem] = problems
  if (problem === undefined || force) return verified
  const unknown = uses.filter(({ key }) => key === 'unknown')
  if (unknown.length > 0 && problems.length === unknown.length) throw keysMissing(from, unknown, nearby)
  throw new CommandError(
    `The audit trail in ${from} fails verification: ${problem} Restore another backup, or restore this one anyway with --force. ` +
      'Nothing was changed.',
  )
}

/**
 * Creates the error for events whose keys are not set, and which therefore cannot be verified. They may be unchanged.
 */
function keysMissing(from: string, unknown: readonly KeyUse[], nearby: readonly NearbyKey[]): CommandError {
  const files = nearby.filter(isSealingKeyWithId(unknown.map(({ id }) => id))).map(({ file }) => file)
  const names = unknown.map(({ id, events }) => `${id} (${countOf(events, 'event')})`).join(', ')
  return new CommandError(
    `Parts of the audit trail in ${from} cannot be verified, because the previous keys that sealed them are not set: ${names}. ` +
      `Set PLINTH_AUDIT_KEYS_RETIRED_FILE to a file with these keys${foundIn(files)}, for the service as well. If the service must accept ` +
      'third-party tokens of the latest of them, set PLINTH_SECRET_KEY_PREVIOUS_FILE to that one instead. If the keys are permanently ' +
      'lost, restore with --force. Nothing was changed.',
  )
}

function toLines(
  path: string,
  previousFile: string | undefined,
  migrations: readonly string[],
  { asOf, sessionsEnded, tokens, nearby, verified }: RestoreSummary,
): string[] {
  return [
    `${path} is restored.${asOf === null ? '' : ` The newest entry in the backup is from ${asOf}.`}`,
    ...(previousFile === undefined
      ? []
      : [`The previous database is kept as ${previousFile}; delete it when you no longer need it.`]),
    ...migrations.map((name) => `applied ${name}`),
    verified === null
      ? 'The audit trail was not verified, because its key is not available. It is restarted at the next start.'
      : `Audit trail: ${countOf(verified, 'event')} verified, unchanged.`,
    ...describeAccess({ sessionsEnded, validTokens: tokens.valid, since: 'backup' }),
    ...(tokens.byPrevious > 0
      ? [
          `The previous key signed ${tokens.byPrevious} of these tokens: start the service with PLINTH_SECRET_KEY_PREVIOUS, too.`,
        ]
      : []),
    ...describeInvalidTokens(tokens, nearby),
  ]
}
