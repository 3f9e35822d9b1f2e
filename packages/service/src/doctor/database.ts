import {
  type CopyMark,
  copyMarkOf,
  type Obstacle,
  type ServerRights,
  serverPlaceOf,
  serverRights,
  UnreachableDatabase,
} from '@plinth/kernel/composition'
import { type Check, type Finding, fail, ok, warn } from './check.js'
import { isUsable, statsOf, thisUser } from './look.js'
import type { Surroundings } from './surroundings.js'

/** How a database that cannot be reached is told: by its place, and the code of the driver. */
type Telling = (place: string, code: string) => Finding

const OBSTACLES: Readonly<Record<Obstacle, Telling>> = {
  'no-driver': () =>
    fail(
      'the SQLite driver, the package sqlite3, is missing or was not built for this machine and this Node',
      'where Plinth is installed run npm approve-scripts sqlite3 && npm rebuild sqlite3 (before npm 11.16 the second alone), or pnpm approve-builds sqlite3; without a prebuilt file it needs Python, make and a C++ compiler',
    ),
  'not-made': (file) => ok(`${file} is made at the first start`),
  lost: (file) =>
    fail(
      `${file} is empty or missing, though a database has been here`,
      `restore it from a backup; to begin anew, remove ${file}-owner as well`,
    ),
  damaged: (file) => fail(`${file} is damaged or is no SQLite database`, 'restore it from a backup'),
  unreadable: (file, code) =>
    fail(`${file} cannot be opened by this user (${code})`, 'give it to the user that runs Plinth (chown)'),
  'bad-url': () =>
    fail(
      'PLINTH_DATABASE_URL is no URL',
      'write it as postgres://user:password@host:5432/database; what is special in the password as %40, %2F …',
    ),
  'no-way': (server, code) =>
    fail(
      `nothing answers at ${server} (${code})`,
      'check host and port in PLINTH_DATABASE_URL, that the server is up, and what is between',
    ),
  password: (server, code) =>
    fail(
      `${server} refuses the user or the password (${code})`,
      'check both in PLINTH_DATABASE_URL, and what pg_hba.conf of the server allows',
    ),
  'no-such-database': (server) =>
    fail(`${server} is up, but has no such database`, 'make it (createdb), or mend its name in PLINTH_DATABASE_URL'),
  'no-tls': (server) =>
    fail(`${server} is up, but has no TLS`, 'turn it on there (ssl = on), or leave sslmode out of PLINTH_DATABASE_URL'),
  pooler: (server) =>
    fail(
      `a connection pooler, such as PgBouncer, answers at ${server} and refuses or drops the settings of sessions`,
      'let PLINTH_DATABASE_URL name the PostgreSQL server itself',
    ),
  'certificate-file': (_, code) =>
    fail(
      `a certificate or key that PLINTH_DATABASE_URL names cannot be read (${code})`,
      'mend sslrootcert, sslcert or sslkey in it, and let this user read that file',
    ),
  untrusted: (server, code) =>
    fail(
      `the certificate of ${server} is not trusted (${code})`,
      'name the certificate of its authority in PLINTH_DATABASE_URL (sslrootcert), and the host as the certificate does',
    ),
  other: (server, code) => fail(`${server} does not let Plinth in (${code})`, 'the log of the server says why'),
}

export const database: Check = {
  name: 'database',
  async examine(surroundings) {
    const { database: found, databaseUrl } = surroundings
    if (databaseUrl === 'sqlite::memory:')
      return [warn('it is in memory, and gone at the end', 'name a file, or a server')]
    if (found === undefined) return [fail('PLINTH_DATABASE_URL is wrong', 'see settings')]
    const place = placeOf(surroundings)
    const { databaseFile } = surroundings
    const obstacles = databaseFile === undefined ? [] : fileObstacles(databaseFile)
    if (obstacles.length > 0) return obstacles
    if (found instanceof UnreachableDatabase) return [obstacleFinding(place, found)]
    const mark = await copyMarkOf(found)
    if (mark) return [copied(place, mark)]
    const problems = serverProblems(place, await serverRights(found))
    return problems.length > 0 ? problems : [ok(`${place} can be read and written`)]
  },
}

function copied(place: string, mark: CopyMark): Finding {
  return fail(
    `${place} was copied to ${mark.place} at ${new Date(mark.at).toISOString()}, and no service starts on it any more`,
    'let PLINTH_DATABASE_URL name that database; to go on with this one, and never with the copy: plinth copy --forget',
  )
}

/** Why a database cannot be opened, and how to fix it. */
export function obstacleFinding(place: string, { obstacle, code = 'no code' }: UnreachableDatabase): Finding {
  return OBSTACLES[obstacle](place, code)
}

/** What keeps this user from writing, of the files that a start opens. */
function fileObstacles(database: string): Finding[] {
  if (statsOf(database)?.isDirectory())
    return [fail(`${database} is a folder`, 'let PLINTH_DATABASE_URL name a file, which the first start makes')]
  const files = [database, `${database}-owner`, `${database}-wal`, `${database}-shm`].filter(statsOf)
  return files
    .filter((file) => !isUsable(file))
    .map((file) =>
      fail(
        `${file} cannot be read and written by ${thisUser()}`,
        'give it to the user that runs Plinth (chown), and let its owner write (chmod 600)',
      ),
    )
}

function serverProblems(place: string, rights: ServerRights | undefined): Finding[] {
  if (rights?.isStandby)
    return [fail(`${place} is a standby, which cannot be written`, 'let PLINTH_DATABASE_URL name the primary server')]
  if (!rights?.isReadOnly) return []
  const remedy = 'ALTER DATABASE … or ALTER ROLE … RESET default_transaction_read_only, whichever sets it'
  return [fail(`${place} can only be read (default_transaction_read_only)`, remedy)]
}

/** Where a database is, without the user and the password. */
export function placeOf({ databaseFile, databaseUrl }: Pick<Surroundings, 'databaseFile' | 'databaseUrl'>): string {
  return databaseFile ?? serverPlaceOf(databaseUrl)
}
