import { type KeyUse, recordEvent, type SealingSettings, verifyTrail } from '@plinth/audit'
import { endEverySession } from '@plinth/auth'
import { type Database, PlinthError, type SettingValues } from '@plinth/kernel'
import { checkSettings, DATA_DIR, databaseFileOf, restoreDatabase } from '@plinth/kernel/composition'
import { signsOn } from '@plinth/tpt'
import { complete, readEnvironment } from '../environment/read-environment.js'
import { variableOf } from '../environment/setting-names.js'
import { KeyReplacement } from '../key-file.js'
import { latestTimestamp } from '../latest-timestamp.js'
import { standardMigrations, standardPlugins } from '../standard-plugins.js'
import { CommandError } from './command-error.js'
import { type KeysOfBackup, keyFrom, keysOfBackup, lossOf } from './keys-of-backup.js'
import { hasSealed, type NearbyKey, nearbyKeys, placesOf } from './nearby-keys.js'
import { printJson, printLines } from './print.js'
import { deadInWords, type TokensOfBackup, tokensOfBackup } from './tokens-of-backup.js'

export interface RestoreCommandOptions {
  /** A file with the backup's signing key, which is installed in the data folder. */
  readonly key?: string | undefined
  /** Restores even if the audit trail fails verification. */
  readonly force?: boolean | undefined
  /** Restores even if the backup's keys are not available. */
  readonly withoutKey?: boolean | undefined
  readonly json?: boolean | undefined
}

/** The facts reported about a restored database. */
interface Found {
  /** The newest timestamp in it. */
  readonly asOf: string | null
  readonly sessionsEnded: number
  readonly tokens: TokensOfBackup
  /** Keys in files that no setting refers to. */
  readonly nearby: readonly NearbyKey[]
  /** Number of intact audit events; null if the key is not available. */
  readonly verified: number | null
}

const NO_FILE =
  'plinth restore is for SQLite, and PLINTH_DATABASE_URL names no file. A PostgreSQL server is restored by its own pg_restore.'

/** `plinth restore`: replaces the SQLite file of a stopped service with a backup. */
export async function restore(from: string, options: RestoreCommandOptions): Promise<void> {
  const environment = readEnvironment(process.env, standardPlugins)
  const key = options.key === undefined ? undefined : keyFrom(options.key, environment)
  const settings = key === undefined ? environment : { ...environment, secretKey: key }
  checkSettings(standardPlugins, complete(settings), { nameOf: variableOf })
  const path = databaseFileOf(settings)
  if (path === undefined) throw new CommandError(NO_FILE)
  const prepare = (database: Database) => prepareIn(database, { ...options, from, settings })
  const replacement = key === undefined ? undefined : new KeyReplacement(String(settings.dataDir ?? DATA_DIR), key)
  const { kept, migrations, prepared } = await restoreDatabase({
    path,
    from,
    sources: standardMigrations,
    prepare,
    finish: () => replacement?.commit(),
  })
    .catch((error) => {
      throw error instanceof PlinthError ? new CommandError(error.message) : error
    })
    .finally(() => replacement?.end())
  const previousKeyFile = replacement?.former
  if (options.json)
    printJson({
      file: path,
      from,
      former: kept ?? null,
      former_key: previousKeyFile ?? null,
      migrations,
      ...toJson(prepared),
    })
  else printLines([...inWords(path, kept, migrations, prepared), ...previousKeyInWords(previousKeyFile)])
}

function previousKeyInWords(file: string | undefined): string[] {
  return file === undefined ? [] : [`The former signing key is ${file}; it belongs to the former database.`]
}

function toJson({ asOf, sessionsEnded, tokens, verified }: Found) {
  return {
    as_of: asOf,
    sessions_ended: sessionsEnded,
    good_tokens: tokens.good,
    dead_tokens: tokens.dead,
    events_verified: verified,
  }
}

interface Preparation extends RestoreCommandOptions {
  readonly from: string
  readonly settings: SettingValues
}

async function prepareIn(database: Database, wanted: Preparation): Promise<Found> {
  const now = Date.now()
  const tokens = await tokensOfBackup(database, wanted.settings, now)
  const nearby = nearbyKeys(wanted.from, wanted.settings)
  const { sealing } = await expectKeys(database, wanted, { tokens, nearby })
  const verified = sealing ? await verify(database, sealing, { ...wanted, nearby }) : null
  const newest = await latestTimestamp(database)
  const asOf = newest === undefined ? null : new Date(newest).toISOString()
  const sessionsEnded = await database.write(async (transaction) => {
    const sessions = await endEverySession(transaction)
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
  { tokens, nearby }: Pick<Found, 'tokens' | 'nearby'>,
): Promise<KeysOfBackup> {
  const keys = await keysOfBackup(database, wanted.settings)
  const files = await filesThatSign(database, nearby)
  const loss = lossOf(keys, { ...wanted, tokens: tokens.dead, nearby: files })
  if (loss !== undefined && !wanted.withoutKey) throw new CommandError(loss)
  return keys
}

async function filesThatSign(database: Database, nearby: readonly NearbyKey[]): Promise<string[]> {
  const files: string[] = []
  for (const { file, key } of nearby) if (await signsOn(database, [key])) files.push(file)
  return files
}

/** Verifies the audit trail and returns the number of intact events. */
async function verify(
  database: Database,
  keys: SealingSettings,
  { from, force, nearby }: Preparation & Pick<Found, 'nearby'>,
): Promise<number> {
  const { problems, verified, keys: uses } = await verifyTrail(database, keys)
  const [problem] = problems
  if (problem === undefined || force) return verified
  const unknown = uses.filter(({ key }) => key === 'unknown')
  if (unknown.length > 0 && problems.length === unknown.length) throw keysMissing(from, unknown, nearby)
  throw new CommandError(
    `The audit trail in ${from} is not as it was sealed: ${problem} Restore another backup, or this one all the same with --force. ` +
      'Nothing was changed.',
  )
}

/** Creates the error for events whose key is not given, which need not have been changed. */
function keysMissing(from: string, unknown: readonly KeyUse[], nearby: readonly NearbyKey[]): CommandError {
  const files = nearby.filter(hasSealed(unknown.map(({ id }) => id))).map(({ file }) => file)
  const names = unknown.map(({ id, events }) => `${id} (${events} events)`).join(', ')
  return new CommandError(
    `Parts of the audit trail in ${from} were sealed with former keys that are not given, and cannot be verified: ${names}. ` +
      `Give a file with these keys as PLINTH_AUDIT_KEYS_RETIRED_FILE${placesOf(files)}, or the latest of them as ` +
      'PLINTH_SECRET_KEY_PREVIOUS_FILE if its third-party tokens are to be accepted, to the service too; or, if they are permanently lost, ' +
      'restore it with --force. Nothing was changed.',
  )
}

function inWords(
  path: string,
  kept: string | undefined,
  migrations: readonly string[],
  { asOf, sessionsEnded, tokens, nearby, verified }: Found,
): string[] {
  return [
    `${path} is restored.${asOf === null ? '' : ` The newest entry in the backup is of ${asOf}.`}`,
    ...(kept === undefined ? [] : [`The former database is ${kept}; remove it once you do not need it.`]),
    ...migrations.map((name) => `applied ${name}`),
    verified === null
      ? 'The audit trail was not verified: its key is not here. It begins anew at the next start.'
      : `The audit trail: ${verified} events are as they were written.`,
    `All sessions have ended (${sessionsEnded}): everybody logs in again.`,
    `${tokens.good} third-party tokens are good, those too that were revoked since then: see plinth tpt list.`,
    ...(tokens.byPrevious > 0
      ? [
          `The previous key has signed ${tokens.byPrevious} of them: start the service with PLINTH_SECRET_KEY_PREVIOUS too.`,
        ]
      : []),
    ...deadInWords(tokens, nearby),
    'Users who were disabled, and passwords that were replaced since then, are as they were: see plinth users list.',
  ]
}
