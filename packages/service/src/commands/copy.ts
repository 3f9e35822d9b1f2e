import { readFile } from 'node:fs/promises'
import { COMMAND, PlinthError } from '@plinth/kernel'
import { type CopiedTable, copyDatabase, databaseFileOf, forgetCopy } from '@plinth/kernel/composition'
import { countActiveTokens } from '@plinth/tpt'
import { withServices } from '../administration/run-task.js'
import { readEnvironment } from '../environment/read-environment.js'
import { type StandardServices, standardMigrations, standardPlugins } from '../standard-plugins.js'
import { CommandError } from './command-error.js'
import { countOf } from './count-of.js'
import { describeAccess } from './describe-access.js'
import { endEarlierAccess } from './end-earlier-access.js'
import { formatLines, printJson, printLines } from './print.js'
import { TransferBar } from './transfer-bar.js'

export interface CopyCommandOptions {
  /** The URL of the target database. Either this or `toFile` is required, unless `forget` is set. */
  readonly to?: string | undefined
  /** A file that contains the URL. */
  readonly toFile?: string | undefined
  /** Instead of copying, lets the service start on the copied file again. */
  readonly forget?: boolean | undefined
  readonly json?: boolean | undefined
}

const NO_FILE =
  'plinth copy reads a SQLite file, but PLINTH_DATABASE_URL names none. Set it to the same value as for the service.'

/** `plinth copy`: copies all tables from the SQLite file of a stopped service to an empty PostgreSQL database. */
export async function copy(options: CopyCommandOptions): Promise<void> {
  const file = databaseFileOf(readEnvironment(process.env, standardPlugins))
  if (file === undefined) throw new CommandError(NO_FILE)
  if (options.forget) return forgetCopyOf(file, options)
  const target = await targetOf(options)
  const bar = await TransferBar.open()
  bar.startPhase('Starting')
  const onTable = (table: string) => bar.startPhase(`Copying ${table}`)
  const copying = withServices((services) => copyFrom(services, target, onTable), { copiedFile: 'accepted' })
  const tables = await copying
    .catch((error) => {
      if (!(error instanceof PlinthError)) throw error
      throw new CommandError(error.code === 'COPY_UNCONFIRMED' ? error.message : `${error.message} Nothing was copied.`)
    })
    .finally(() => bar.end())
  if (options.json) printJson({ file, tables })
  else printLines(toLines(file, tables))
}

/** `plinth copy --forget`: lets the service start again on a file that was copied. */
async function forgetCopyOf(file: string, { json }: CopyCommandOptions): Promise<void> {
  const forgotten = await withServices(forgetIn, { copiedFile: 'accepted', pendingMigrations: 'applied' })
  if (!forgotten) throw new CommandError(`${file} was not copied: there is nothing to forget.`)
  const { mark, sessionsEnded, validTokens } = forgotten
  const copied_at = new Date(mark.at).toISOString()
  if (json)
    printJson({ file, copied_to: mark.target, copied_at, sessions_ended: sessionsEnded, valid_tokens: validTokens })
  else
    printLines([
      `${file} was copied to ${mark.target} at ${copied_at}. Services can start on it again. Never start one on the copy.`,
      ...describeAccess({ sessionsEnded, validTokens, since: 'copy' }),
    ])
}

/** Removes the mark of the copy, and ends all sessions: some of them may have ended on the copy. */
async function forgetIn({ database, securityEvents, clock }: StandardServices) {
  let sessionsEnded = 0
  const mark = await forgetCopy(database, async (transaction, { target }) => {
    sessionsEnded = await endEarlierAccess(transaction)
    const details = { sessions: sessionsEnded, copied_to: target }
    await securityEvents.record(transaction, { event: 'copy-forgotten', origin: COMMAND, details })
  })
  if (!mark) return undefined
  const tokens = await countActiveTokens(database, clock.now())
  return { mark, sessionsEnded, validTokens: tokens.reduce((sum, { tokens }) => sum + tokens, 0) }
}

interface Target {
  readonly to: string
  readonly urlName: string
}

async function targetOf({ to, toFile }: CopyCommandOptions): Promise<Target> {
  if (to !== undefined) return { to, urlName: 'the URL of --to' }
  try {
    return { to: (await readFile(String(toFile), 'utf8')).trim(), urlName: `the URL in ${toFile}` }
  } catch (error) {
    throw new CommandError(`${toFile} cannot be read (${(error as { code?: string }).code ?? 'no code'}).`)
  }
}

/** Copies the tables. Records the event before the first row is read, so that both databases contain it. */
function copyFrom(
  { database, securityEvents }: StandardServices,
  target: Target,
  onTable: (table: string) => void,
): Promise<readonly CopiedTable[]> {
  const onReady = () =>
    database.write((transaction) => securityEvents.record(transaction, { event: 'database-copied', origin: COMMAND }))
  return copyDatabase({ from: database, ...target, sources: standardMigrations, onReady, onTable })
}

function toLines(file: string, tables: readonly CopiedTable[]): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    ...formatLines(
      tables.filter((table) => table.rows > 0).map((table) => ({ ...table, digest: table.digest.slice(0, 16) })),
    ),
    '',
    `${countOf(tables.length, 'table')} with ${countOf(rows, 'row')} were copied and verified.`,
    `From now on, start the service with that database and the same signing key. No service starts on ${file} any more.`,
  ]
}
