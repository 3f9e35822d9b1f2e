import {
  type CopyMark,
  copyMarkOf,
  DatabaseNotOpened,
  type Diagnosis,
  diagnosePostgres,
  diagnoseSqlite,
  type ServerCapabilities,
  serverAddressOf,
  serverCapabilities,
} from '@plinth/kernel/composition'
import { isHidden, isUsable, RUN_AS_OWNER, statsOf, thisUser } from '../file-access.js'
import { type Check, type Finding, fail, ok, warn } from './check.js'
import type { DoctorContext } from './doctor-context.js'

const failureOf = ({ finding, remedy }: Diagnosis) => fail(finding, remedy)

export const database: Check = {
  name: 'database',
  async diagnose(context) {
    const { database: found, databaseUrl } = context
    if (databaseUrl === 'sqlite::memory:')
      return [warn('it is in memory, and lost when the process ends', 'set PLINTH_DATABASE_URL to a file or a server')]
    if (found === undefined) return [fail('PLINTH_DATABASE_URL is invalid', 'see the check of the settings')]
    const place = placeOf(context)
    const { databaseFile } = context
    const obstacles = databaseFile === undefined ? [] : fileObstacles(databaseFile)
    if (obstacles.length > 0) return obstacles
    if (found instanceof DatabaseNotOpened) return [obstacleFinding(context, found)]
    const mark = await copyMarkOf(found)
    if (mark) return [copiedFinding(place, mark)]
    const capabilities = await serverCapabilities(found)
    const problems = serverProblems(place, capabilities)
    if (problems.length > 0) return problems
    return [ok(`${place} is readable and writable`), ...(capabilities ? poolerFindings(capabilities) : [])]
  },
}

function copiedFinding(place: string, mark: CopyMark): Finding {
  return fail(
    `${place} was copied to ${mark.target} at ${new Date(mark.at).toISOString()}, and no service starts on it any more`,
    'set PLINTH_DATABASE_URL to that database; to use this file again instead, and never the copy: plinth copy --forget',
  )
}

/** Returns why a database cannot be opened, and how to fix it. */
export function obstacleFinding(
  { databaseFile, databaseUrl }: Pick<DoctorContext, 'databaseFile' | 'databaseUrl'>,
  { obstacle, code = 'no code' }: DatabaseNotOpened,
): Finding {
  if (databaseFile === undefined) {
    const server = serverAddressOf(databaseUrl)
    return failureOf(diagnosePostgres(obstacle, { server, urlName: 'PLINTH_DATABASE_URL', code }))
  }
  if (obstacle === 'not-created') return ok(`${databaseFile} is created at the first start`)
  if (obstacle === 'unreadable' && isHidden(databaseFile))
    return fail(`${databaseFile} cannot be opened by ${thisUser()} (${code})`, RUN_AS_OWNER)
  return failureOf(diagnoseSqlite(obstacle, { path: databaseFile, code }))
}

/** Returns a finding for each file that the service opens but this user cannot read and write. */
function fileObstacles(database: string): Finding[] {
  if (statsOf(database)?.isDirectory())
    return [fail(`${database} is a folder`, 'set PLINTH_DATABASE_URL to a file, which the first start creates')]
  const files = [database, `${database}-owner`, `${database}-wal`, `${database}-shm`].filter(statsOf)
  return files
    .filter((file) => !isUsable(file))
    .map((file) =>
      fail(
        `${file} cannot be read and written by ${thisUser()}`,
        'make the user that runs Plinth its owner (chown), and let the owner write to it (chmod 600)',
      ),
    )
}

function serverProblems(place: string, capabilities: ServerCapabilities | undefined): Finding[] {
  if (capabilities?.isStandby)
    return [fail(`${place} is a standby server, which is read-only`, 'set PLINTH_DATABASE_URL to the primary server')]
  if (!capabilities?.isReadOnly) return []
  const remedy =
    'run ALTER DATABASE … or ALTER ROLE … RESET default_transaction_read_only, depending on which of them sets it'
  return [fail(`${place} is read-only (default_transaction_read_only)`, remedy)]
}

function poolerFindings({ route, statementTimeoutMs }: ServerCapabilities): Finding[] {
  if (route === 'direct') return []
  const names =
    route === 'pooler'
      ? 'keeps track of named statements'
      : 'does not keep track of named statements, so that they are planned at each execution (PgBouncer does in transaction mode, from 1.21 on)'
  const found = ok(`a connection pooler is in between. It ${names}`)
  if (statementTimeoutMs > 0) return [found]
  return [
    found,
    warn(
      'behind the pooler, nothing limits how long a read takes',
      "run ALTER ROLE … SET statement_timeout = '10s' for the user of PLINTH_DATABASE_URL; writes set limits of their own",
    ),
  ]
}

/** Returns the location of a database, without user and password. */
export function placeOf({ databaseFile, databaseUrl }: Pick<DoctorContext, 'databaseFile' | 'databaseUrl'>): string {
  return databaseFile ?? serverAddressOf(databaseUrl)
}
