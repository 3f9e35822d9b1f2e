import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createPlinth } from '@plinth/service'
import { forEachDatabase, freePort, type TempDatabase, type TestDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { FaultyProxy } from '../../../test/support/faulty-proxy.js'
import {
  linesOf,
  type ProcessResult,
  run,
  SECRET_KEY,
  type Variables,
  variablesFor,
} from '../../../test/support/service-process.js'
import { withDatabase } from '../../../test/support/with-database.js'
import { databaseNamed } from './support/database-named.js'

const PASSWORD = 'battery staple 7'

/** A problem that prevents `plinth serve` from starting. */
interface Refusal {
  readonly what: string
  /** Creates the problem before the start. Returns the variables that differ. */
  readonly cause: (tempDatabase: TempDatabase) => Promise<Variables> | Variables
  /** Matches the only line on stderr. */
  readonly says: RegExp
}

describe('a start that is refused', function () {
  this.timeout(60_000)

  forEachDatabase((database) => {
    const refusals: readonly Refusal[] = [
      {
        what: 'its port is in use',
        cause: async () => ({ PLINTH_PORT: String(await portInUse()) }),
        says: /^Port 127\.0\.0\.1:\d+ is in use by another process\. Stop it, or choose another port \(PLINTH_PORT,/,
      },
      {
        what: 'its metrics port is in use',
        cause: async () => ({ PLINTH_METRICS_PORT: String(await portInUse()) }),
        says: /^Port 127\.0\.0\.1:\d+ is in use .* \(PLINTH_METRICS_PORT,/,
      },
      {
        what: 'the password of the first user breaks the rules',
        cause: () => ({ PLINTH_SUDO_PASSWORD: 'hunter2' }),
        says: /^The password for the first user is refused: .*PLINTH_SUDO_PASSWORD/,
      },
      {
        what: 'the password of imported users breaks the rules',
        cause: () => ({ PLINTH_IMPORT_DEFAULT_PASSWORD: 'hunter2' }),
        says: /^The password for imported users is refused: .*PLINTH_IMPORT_DEFAULT_PASSWORD/,
      },
      {
        what: 'the signing key is weak',
        cause: () => ({ PLINTH_SECRET_KEY: 'hunter2' }),
        says: /^PLINTH_SECRET_KEY must have at least 32 bytes.*openssl rand/,
      },
      {
        what: 'the previous signing key is guessable',
        cause: () => ({ PLINTH_SECRET_KEY_PREVIOUS: 'change-me-hunter2-before-you-go-to-production' }),
        says: /^PLINTH_SECRET_KEY_PREVIOUS contains a word that is easy to guess; .*openssl rand -base64 48/,
      },
    ]
    it('because its metrics port equals its own, creates no schema', async () => {
      const port = String(await freePort())
      const cause = () => ({ PLINTH_PORT: port, PLINTH_METRICS_PORT: port })
      await expectRefusedStart(
        database,
        cause,
        /^The metrics need a port of their own.*PLINTH_METRICS_PORT/,
        async (tempDatabase) => expect(await tablesOf(tempDatabase)).to.deep.equal([]),
      )
    })

    it('because its log folder cannot be written, leaves everything unchanged', async () => {
      const cause = async ({ dataDir }: TempDatabase) => {
        await writeFile(join(dataDir, 'log'), '')
        return { PLINTH_LOG_DIR: join(dataDir, 'log') }
      }
      await expectRefusedStart(
        database,
        cause,
        /^The folder \S+ for the log cannot be written .*PLINTH_LOG_DIR/,
        async (tempDatabase, before) => expect(await contentsOf(tempDatabase)).to.deep.equal(before),
      )
    })

    it('because its port is in use, creates nothing', async () => {
      const cause = async ({ dataDir }: TempDatabase) => ({
        PLINTH_PORT: String(await portInUse()),
        PLINTH_DATA_DIR: join(dataDir, 'data'),
        PLINTH_SECRET_KEY: database.name === 'SQLite' ? '' : SECRET_KEY,
        ...(database.name === 'SQLite' && { PLINTH_DATABASE_URL: '' }),
      })
      await expectRefusedStart(database, cause, /is in use/, async (tempDatabase, before) =>
        expect(await contentsOf(tempDatabase)).to.deep.equal(before),
      )
    })

    for (const { what, cause, says } of refusals) {
      it(`because ${what}, creates no schema`, async () => {
        await expectRefusedStart(database, cause, says, async (tempDatabase) =>
          expect(await tablesOf(tempDatabase)).to.deep.equal([]),
        )
      })
    }

    it('because the schema is newer, leaves everything unchanged', async () => {
      const newer = async (tempDatabase: TempDatabase) => {
        await createPlinth(optionsFor(tempDatabase)).migrate()
        await withDatabase(tempDatabase, (db) =>
          db('plinth_migrations').insert({ name: 'users/999-of-next-year', made_at: 0 }),
        )
        return {}
      }
      await expectRefusedStart(
        database,
        newer,
        /^The database was migrated by a newer version: it has users\/999-of-next-year, .*Run that version again, or restore/,
        async (tempDatabase, before) => expect(await contentsOf(tempDatabase)).to.deep.equal(before),
      )
    })
  })

  describe('on PostgreSQL', () => {
    const postgres = databaseNamed('PostgreSQL')
    const urlWith = (change: (url: URL) => void) => (tempDatabase: TempDatabase) => {
      const url = new URL(tempDatabase.url)
      change(url)
      return { PLINTH_DATABASE_URL: url.href }
    }
    /** Defines a function that hides PostgreSQL's own, to simulate a server that only speaks its protocol. */
    const overriding = (definition: string) => async (tempDatabase: TempDatabase) => {
      const name = new URL(tempDatabase.url).pathname.slice(1)
      await withDatabase(tempDatabase, async (db) => {
        await db.raw(`CREATE FUNCTION public.${definition}`)
        await db.raw(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`)
      })
      return {}
    }
    const refusals: readonly Refusal[] = [
      {
        what: 'there is no signing key',
        cause: () => ({ PLINTH_SECRET_KEY: '' }),
        says: /^PLINTH_SECRET_KEY is required/,
      },
      {
        what: 'the password is wrong',
        cause: urlWith((url) => {
          url.password = 'hunter2'
        }),
        says: /^The PostgreSQL server \S+:\d+\/test_\w+ refuses the user or the password \(28P01\)\. Correct them in PLINTH_DATABASE_URL/,
      },
      {
        what: 'the database does not exist',
        cause: urlWith((url) => {
          url.pathname = '/plinht'
        }),
        says: /^The database that PLINTH_DATABASE_URL .*names does not exist \(3D000\)\. Create it, or correct the name/,
      },
      {
        what: 'nothing listens on the port of the server',
        cause: urlWith((url) => {
          url.port = '1'
        }),
        says: /^The PostgreSQL server \S+:1\/test_\w+ refuses connections \(ECONNREFUSED\)\. Check the host and the port/,
      },
      {
        what: 'the URL is malformed',
        cause: () => ({ PLINTH_DATABASE_URL: 'postgres://plant:hunter2@host:port/plant' }),
        says: /^PLINTH_DATABASE_URL \(the option databaseUrl\) is not a URL\. Write it as .* of the password as %40/,
      },
      {
        what: 'none of several servers can be reached',
        cause: ({ url }) => ({ PLINTH_DATABASE_URL: url.replace(/@[^/]+/, '@127.0.0.1:1,127.0.0.1:2') }),
        says: /^The PostgreSQL server 127\.0\.0\.1:1,127\.0\.0\.1:2\/test_\w+ refuses connections \(ECONNREFUSED\)\. Check/,
      },
      {
        what: 'the URL accepts servers that are read-only',
        cause: ({ url }) => ({ PLINTH_DATABASE_URL: `${url}?target_session_attrs=any` }),
        says: /^target_session_attrs in PLINTH_DATABASE_URL .* must be "read-write" or "primary", or left out/,
      },
      {
        what: 'the server calls itself something else',
        cause: overriding(
          `version() RETURNS text LANGUAGE sql AS $$ SELECT CASE current_setting('application_name')
           WHEN 'plinth' THEN 'CockroachDB CCL v24.1.0' ELSE pg_catalog.version() END $$`,
        ),
        says: /^The PostgreSQL server \S+ cannot be used: it is CockroachDB CCL v24\.1\.0\. Set PLINTH_DATABASE_URL .* to a PostgreSQL server\.$/,
      },
      {
        what: 'advisory locks of the server exclude nobody',
        cause: overriding('pg_try_advisory_xact_lock(bigint) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$'),
        says: /^The PostgreSQL server \S+ cannot be used: two sessions can hold the same advisory lock\. Set/,
      },
      {
        what: 'the server has no advisory locks',
        cause: overriding(
          'pg_try_advisory_xact_lock(bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE feature_not_supported; END $$',
        ),
        says: /^The PostgreSQL server \S+ cannot be used: it refuses a statement \(0A000\)\. Set/,
      },
      {
        what: 'the server has another isolation level',
        cause: overriding(
          `current_setting(name text) RETURNS text LANGUAGE sql AS $$ SELECT CASE name
           WHEN 'transaction_isolation' THEN 'serializable' ELSE pg_catalog.current_setting(name) END $$`,
        ),
        says: /^The PostgreSQL server \S+ cannot be used: its transactions are serializable instead of read committed\. Set/,
      },
      {
        what: 'its user may not create tables',
        cause: async (tempDatabase) => {
          await withDatabase(tempDatabase, (db) => db.raw(`DROP SCHEMA public CASCADE`))
          return {}
        },
        says: /^This user is not allowed to create or change tables in the database \(3F000\)\. Make it the owner of the database .*GRANT/,
      },
      {
        what: 'the database is read-only',
        cause: async (tempDatabase) => {
          const name = new URL(tempDatabase.url).pathname.slice(1)
          await withDatabase(tempDatabase, (db) =>
            db.raw(`ALTER DATABASE ${name} SET default_transaction_read_only = on`),
          )
          return {}
        },
        says: /^The database is read-only\. Set PLINTH_DATABASE_URL .* to the primary server/,
      },
    ]
    for (const { what, cause, says } of refusals) {
      it(`because ${what}, reports that`, () => expectRefusedStart(postgres, cause, says))
    }

    it('because a table remains after a rollback, reports that, and removes the table', async () => {
      let proxy: FaultyProxy | undefined
      const cause = async (tempDatabase: TempDatabase) => {
        proxy = new FaultyProxy(new URL(tempDatabase.url))
        proxy.commitAlways()
        const port = String(await proxy.open())
        return urlWith((url) => {
          url.port = port
        })(tempDatabase)
      }
      const says = /cannot be used: a table remains when the transaction that created it is rolled back\. Set/

      await expectRefusedStart(postgres, cause, says, async (tempDatabase) =>
        expect(await tablesOf(tempDatabase)).to.deep.equal([]),
      )
      proxy?.close()
    })
  })

  describe('on SQLite', () => {
    const sqlite = databaseNamed('SQLite')
    const file = ({ url }: TempDatabase) => url.slice('sqlite:'.length)
    /** Migrates a database, and returns its file. */
    const migratedFile = async (tempDatabase: TempDatabase) => {
      await createPlinth(optionsFor(tempDatabase)).migrate()
      return file(tempDatabase)
    }
    const refusals: readonly Refusal[] = [
      {
        what: 'the file is damaged',
        cause: async (tempDatabase) => {
          await writeFile(await migratedFile(tempDatabase), 'SQLite format 3\0'.padEnd(8_192, '!'))
          return {}
        },
        says: /^The database file \S+ is damaged or is not a SQLite database\. Restore it from a backup\. .*PLINTH_DATA_DIR/,
      },
      {
        what: 'the file is empty, although there was a database before',
        cause: async (tempDatabase) => {
          await truncate(await migratedFile(tempDatabase), 0)
          return {}
        },
        says: /^The database file \S+ is empty or missing, although there was a database before\. Restore .*-owner as well\. .*PLINTH_DATA_DIR/,
      },
      {
        what: 'the file is empty, and there are no others',
        cause: async (tempDatabase) => {
          await writeFile(file(tempDatabase), '')
          return {}
        },
        says: /^The database file \S+ is empty\. Restore it from a backup; if no database has ever been here, remove it\. .*PLINTH_DATA_DIR/,
      },
      {
        what: 'the data folder is a file',
        cause: async ({ dataDir }) => {
          await writeFile(join(dataDir, 'folder'), '')
          return { PLINTH_DATA_DIR: join(dataDir, 'folder'), PLINTH_DATABASE_URL: '', PLINTH_SECRET_KEY: '' }
        },
        says: /^The (folder|file) \S+ .*(cannot be created|cannot be opened)/,
      },
    ]
    const keyFile = async ({ dataDir }: TempDatabase, cause: (file: string) => Promise<void>) => {
      const path = join(dataDir, 'secret.key')
      await writeFile(path, SECRET_KEY, { mode: 0o600 })
      await cause(path)
      return { PLINTH_SECRET_KEY: '' }
    }
    const keyRefusals: Refusal[] = [
      {
        what: 'everybody on the machine may read the signing key',
        cause: (tempDatabase) => keyFile(tempDatabase, (path) => chmod(path, 0o604)),
        says: /^The key file \S+secret\.key is open to everybody on this machine \(mode 604\): chmod 600 \S+secret\.key/,
      },
      {
        what: 'everybody on the machine may write the signing key',
        cause: (tempDatabase) => keyFile(tempDatabase, (path) => chmod(path, 0o602)),
        says: /^The key file \S+secret\.key is open to everybody on this machine \(mode 602\): chmod 600/,
      },
    ]
    const isRoot = process.getuid?.() === 0
    if (isRoot)
      keyRefusals.push({
        what: 'the signing key belongs to somebody else',
        cause: (tempDatabase) => keyFile(tempDatabase, (path) => chown(path, 12_345, 12_345)),
        says: /^The key file \S+secret\.key belongs to user 12345, not to the user that runs Plinth \(0\): chown 0 \S+secret\.key/,
      })
    for (const { what, cause, says } of [...refusals, ...keyRefusals]) {
      it(`because ${what}, leaves everything unchanged`, () =>
        expectRefusedStart(sqlite, cause, says, async (tempDatabase, before) =>
          expect(await contentsOf(tempDatabase)).to.deep.equal(before),
        ))
    }

    it('is not caused by a key file with the permissions that containers give it', async () => {
      const tempDatabase = await sqlite.create()
      const path = join(tempDatabase.dataDir, 'key')
      await writeFile(path, SECRET_KEY)
      await chmod(path, 0o444)
      if (isRoot) await chown(path, 12_345, 12_345)
      const { PLINTH_SECRET_KEY: _, ...others } = variablesFor(tempDatabase)
      await createPlinth(optionsFor(tempDatabase)).migrate()

      const ended = await run(['users', 'list'], {
        ...others,
        PLINTH_SECRET_KEY_FILE: path,
        PLINTH_SUDO_PASSWORD: PASSWORD,
      })

      expect(ended).to.include({ code: 0, stderr: '' })
      await tempDatabase.drop()
    })

    it('is predicted by doctor if others can open the key file', async () => {
      const tempDatabase = await sqlite.create()
      const path = join(tempDatabase.dataDir, 'secret.key')
      await writeFile(path, SECRET_KEY, { mode: 0o600 })
      if (isRoot) await chown(path, 12_345, 12_345)
      await chmod(path, 0o644)

      const { stdout, code } = await run(['doctor'], { ...variablesFor(tempDatabase), PLINTH_SECRET_KEY: '' })

      expect(code).to.equal(1)
      expect(stdout).to.match(
        /^fail {2}files — .*secret\.key is open to everybody on this machine \(mode 644\); chmod 600/m,
      )
      if (isRoot) expect(stdout).to.match(/^fail {2}files — .*secret\.key belongs to user 12345, .*; chown 0 /m)
      await tempDatabase.drop()
    })

    for (const [what, cause, says] of [
      [
        'may not write to the folder',
        async ({ dataDir }: TempDatabase) => {
          await chmod(dataDir, 0o555)
        },
        /^The file \S+-owner cannot be opened for writing\. Check that it and the folder \S+ belong to the user that runs Plinth.*PLINTH_DATA_DIR/,
      ],
      [
        'may not write to the file',
        async (tempDatabase: TempDatabase) => {
          const path = await migratedFile(tempDatabase)
          await chmod(path, 0o444)
        },
        /^The file \S+plinth\.db cannot be opened for writing\. Check that it and the folder/,
      ],
    ] as const) {
      it(`because this user ${what}, leaves everything unchanged`, async () => {
        const tempDatabase = await sqlite.create()
        try {
          await cause(tempDatabase)
          const before = await contentsOf(tempDatabase)

          const ended = await run(['serve'], variablesFor(tempDatabase), '', { enforceFilePermissions: true })

          expectRefusal(ended, says)
          expect(await contentsOf(tempDatabase)).to.deep.equal(before)
        } finally {
          await tempDatabase.drop()
        }
      })
    }
  })
})

/** Runs `plinth serve` on a new database with a problem. Expects one line on stderr, exit code 3 and no port. */
async function expectRefusedStart(
  database: TestDatabase,
  cause: Refusal['cause'],
  says: RegExp,
  alsoExpect: (tempDatabase: TempDatabase, before: unknown) => Promise<unknown> = async () => {},
): Promise<void> {
  const tempDatabase = await database.create()
  try {
    const variables = { ...variablesFor(tempDatabase), PLINTH_SUDO_PASSWORD: PASSWORD, ...(await cause(tempDatabase)) }
    const before = await contentsOf(tempDatabase)

    const ended = await run(['serve'], variables)

    expectRefusal(ended, says)
    await alsoExpect(tempDatabase, before)
  } finally {
    await tempDatabase.drop()
  }
}

function expectRefusal({ code, stdout, stderr }: ProcessResult, says: RegExp): void {
  expect(linesOf(stderr), stderr).to.have.length(1)
  expect(linesOf(stderr)[0]).to.match(says).and.not.to.include('hunter2')
  expect(code).to.equal(3)
  expect(stdout).not.to.include('listening')
}

async function portInUse(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1').unref()
  await once(other, 'listening')
  after(() => other.close())
  return (other.address() as AddressInfo).port
}

const optionsFor = ({ url, dataDir }: TempDatabase) => ({ databaseUrl: url, dataDir, secretKey: SECRET_KEY })

function tablesOf(tempDatabase: TempDatabase): Promise<string[]> {
  return withDatabase(tempDatabase, (db) =>
    tempDatabase.url.startsWith('postgres')
      ? db('pg_tables').where({ schemaname: 'public' }).pluck('tablename')
      : db('sqlite_master').where({ type: 'table' }).pluck('name'),
  )
}

/** Returns the state that a refused start must not change: all files in the folder, and all rows on a server. */
async function contentsOf(tempDatabase: TempDatabase): Promise<object> {
  const names = (await readdir(tempDatabase.dataDir)).sort()
  const digests = await Promise.all(
    names.map(async (name) => [
      name,
      createHash('sha256')
        .update(await readFile(join(tempDatabase.dataDir, name)))
        .digest('hex'),
    ]),
  )
  if (!tempDatabase.url.startsWith('postgres')) return { digests }
  const tables = (await tablesOf(tempDatabase)).sort()
  const rows = await withDatabase(tempDatabase, (db) =>
    Promise.all(tables.map(async (table) => [table, await db(table).select()])),
  )
  return { digests, rows }
}
