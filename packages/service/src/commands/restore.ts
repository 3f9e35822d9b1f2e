import { recordEvent, verifyTrail } from '@plinth/audit'
import { endEverySession } from '@plinth/auth'
import { type Database, PlinthError, type SettingValues } from '@plinth/kernel'
import { checkSettings, databaseFileOf, restoreDatabase } from '@plinth/kernel/composition'
import { countGoodTokens } from '@plinth/tpt'
import { auditKeysIn } from '../audit-keys.js'
import { complete, readEnvironment } from '../environment/read-environment.js'
import { variableOf } from '../environment/setting-names.js'
import { newestMoment } from '../newest-moment.js'
import { standardMigrations, standardPlugins } from '../standard-plugins.js'
import { CommandError } from './command-error.js'
import { printJson, printLines } from './print.js'

export interface RestoreCommandOptions {
  /** Whatever its audit trail looks like. */
  readonly force?: boolean | undefined
  readonly json?: boolean | undefined
}

/** What is told of a restored database. */
interface Found {
  /** The newest moment that it tells of. */
  readonly asOf: string | null
  readonly sessionsEnded: number
  readonly goodTokens: number
  /** Events of the audit trail that are as they were sealed; null where the key is not here. */
  readonly verified: number | null
}

const NO_FILE =
  'plinth restore is for SQLite, and PLINTH_DATABASE_URL names no file. A PostgreSQL server is restored by its own pg_restore.'

/** `plinth restore`: puts a backup in the place of the SQLite file of a service that is down. */
export async function restore(from: string, { force = false, json }: RestoreCommandOptions): Promise<void> {
  const settings = readEnvironment(process.env, standardPlugins)
  checkSettings(standardPlugins, complete(settings), { nameOf: variableOf })
  const path = databaseFileOf(settings)
  if (path === undefined) throw new CommandError(NO_FILE)
  const prepare = (database: Database) => prepareIn(database, { from, force, settings })
  const { kept, migrations, prepared } = await restoreDatabase({
    path,
    from,
    sources: standardMigrations,
    prepare,
  }).catch((error) => {
    throw error instanceof PlinthError ? new CommandError(error.message) : error
  })
  const { asOf: as_of, sessionsEnded: sessions_ended, goodTokens: good_tokens, verified: events_verified } = prepared
  const said = { file: path, from, former: kept ?? null, as_of, migrations }
  if (json) printJson({ ...said, sessions_ended, good_tokens, events_verified })
  else printLines(inWords(path, kept, migrations, prepared))
}

async function prepareIn(
  database: Database,
  { from, force, settings }: { readonly from: string; readonly force: boolean; readonly settings: SettingValues },
): Promise<Found> {
  const now = Date.now()
  const verified = await verify(database, settings, (problem) => {
    if (!force) throw new CommandError(`The audit trail in ${from} is not as it was sealed: ${problem} ${REMEDY}`)
  })
  const newest = await newestMoment(database)
  const goodTokens = await countGoodTokens(database, now)
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
  return { asOf, sessionsEnded, goodTokens, verified }
}

const REMEDY =
  'Give the key that sealed it (secret.key in the data folder, or PLINTH_SECRET_KEY_FILE), or restore it all the same with --force. Nothing was changed.'

async function verify(
  database: Database,
  settings: SettingValues,
  refuse: (problem: string) => void,
): Promise<number | null> {
  const keys = auditKeysIn(settings)
  if (keys === undefined) return null
  const { problems, verified } = await verifyTrail(database, keys)
  const [problem] = problems
  if (problem !== undefined) refuse(problem)
  return verified
}

function inWords(
  path: string,
  kept: string | undefined,
  migrations: readonly string[],
  { asOf, sessionsEnded, goodTokens, verified }: Found,
): string[] {
  return [
    `${path} is restored.${asOf === null ? '' : ` The newest entry in the backup is of ${asOf}.`}`,
    ...(kept === undefined ? [] : [`The former database is ${kept}; remove it once you do not need it.`]),
    ...migrations.map((name) => `made ${name}`),
    verified === null
      ? 'The audit trail was not verified: its key is not here.'
      : `The audit trail: ${verified} events are as they were written.`,
    `All sessions have ended (${sessionsEnded}): everybody logs in again.`,
    `${goodTokens} third-party tokens are good, those too that were revoked since then: see plinth tpt list.`,
    'Users who were disabled, and passwords that were replaced since then, are as they were: see plinth users list.',
  ]
}
