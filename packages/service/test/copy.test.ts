import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TEST_PASSWORD, type TempDatabase, type TestDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf, smallPlant } from '../../../test/support/configuration.js'
import { REPO_ROOT, run, serve, type Variables, variablesFor } from '../../../test/support/service-process.js'
import { codeAt, STEP_S } from '../../../test/support/totp-codes.js'
import { withDatabase } from '../../../test/support/with-database.js'
import { databaseNamed } from './support/database-named.js'

const KILLED_AT = pathToFileURL(join(REPO_ROOT, 'test/support/killed-at.mjs')).href
/** Number of statements between two points at which a copy is killed. */
const KILL_INTERVAL = 25
/** The table with the record of the copy, which only the source has. */
const COPIES_TABLE = 'plinth_copies'
/** The tables that change in the source after they were copied, when its last event is sealed. */
const SEALED_LATER = ['plinth_audit_events', 'plinth_audit_chain']
/** Numbers that an inexact copy would change. */
const ODD_TAG_VALUES = [0.1 + 0.2, 5e-324, 1.7976931348623157e308, -0.1, 3, 123456789.12345679]

describe('plinth copy', function () {
  this.timeout(120_000)

  let source: TempDatabase
  let target: TempDatabase
  let variables: Variables
  /** The valid key of a session in the source. */
  let key: string
  /** A valid third-party token of the source. */
  let token: string
  /** The secret of fiona's second factor. */
  let factorSecret: string

  beforeEach(async () => {
    source = await databaseNamed('SQLite').create()
    target = await databaseNamed('PostgreSQL').create()
    variables = variablesFor(source)
    await withApp(source, 'SQLite', fill)
  })
  afterEach(async () => {
    await source.drop()
    await target.drop()
  })

  /** Creates data of every plugin, and deletes some of it. */
  async function fill(app: App): Promise<void> {
    const sudo = await app.signIn('sudo')
    const imported = await sudo.upload('/settings/import_config', fileOf(smallPlant()))
    expect(imported.status).to.equal(200)
    await app.signIn('operator', 'otto')
    const fiona = await app.signIn('operator', 'fiona')
    factorSecret = (await fiona.post('/users/enrol_second_factor')).body.secret
    await fiona.post('/users/confirm_second_factor', { code: codeAt(factorSecret, Date.now()) })
    await app.signIn('guest', 'gone') // the last id, which must not be reused
    await sudo.delete('/users/gone')
    await sudo.put('/settings/update', { log_level: 20, log_max_bytes: 2 ** 40, log_backup_count: 3 })
    token = (await sudo.post('/users/create_tpt', { role_name: 'operator' })).body.token
    key = (await app.logIn('otto', TEST_PASSWORD)).body.apiKey
    await app.services.database.write(async (transaction) => {
      const { id: tag_id, unit_id } = await transaction('plinth_tags').first()
      const rows = ODD_TAG_VALUES.map((value) => ({ tag_id, unit_id, value, timestamp: '2026-11-22T10:00:00.000000' }))
      await transaction('plinth_tag_values').insert(rows)
      await transaction('plinth_events').insert({ timestamp: '2026', message: 'Grüße 🐎 "quoted" \\ \n', user: 'otto' })
    })
  }

  async function withApp<T>(on: TempDatabase, name: TestDatabase['name'], use: (app: App) => Promise<T>): Promise<T> {
    const app = await startApp({ database: databaseNamed(name), on })
    try {
      return await use(app)
    } finally {
      await app.stop()
    }
  }

  it('copies every row of every table unchanged, and reuses no identifier', async () => {
    const ended = await run(['copy', '--to', target.url, '--json'], variables)
    const { tables } = JSON.parse(ended.stdout)
    const [before, after] = [await contents(source), await contents(target)]

    expect(ended).to.deep.include({ code: 0, stderr: '' })
    expect(tables).to.have.length(Object.keys(before).length)
    for (const { table, rows, digest } of tables) {
      if (!SEALED_LATER.includes(table)) expect(after[table], table).to.deep.equal(before[table])
      expect(rows, table).to.equal(before[table]?.length)
      expect(digest).to.match(/^[0-9a-f]{64}$/)
    }
    expect(before.plinth_tag_values).to.have.length(ODD_TAG_VALUES.length)
    const deletedId = Math.max(...(before.plinth_users ?? []).map((row) => Number(JSON.parse(row).id))) + 1
    const nextId = await withApp(target, 'PostgreSQL', async (app) => {
      await app.signIn('guest', 'next')
      return app.services.database.read(async (db) => (await db('plinth_users').where({ username: 'next' }).first()).id)
    })
    expect(nextId).to.be.greaterThan(deletedId)
  })

  it('keeps passwords, second factors, sessions and tokens valid, and the audit trail intact', async () => {
    await run(['copy', '--to', target.url], variables)

    const service = await serve({ ...variablesFor(target) })
    const { client } = service
    const login = await client.post('/users/login', { username: 'otto', password: TEST_PASSWORD })
    const [byKey, byToken] = [
      await client.withKey(key).get('/users/otto'),
      await client.withKey(token).get('/users/otto'),
    ]
    const { login_key } = (await client.post('/users/login', { username: 'fiona', password: TEST_PASSWORD })).body
    const code = codeAt(factorSecret, Date.now() + STEP_S * 1_000) // one that was not used before the copy
    const byFactor = await client.post('/users/complete_login', { login_key, code })
    const verified = await run(['audit', 'verify', '--json'], variablesFor(target))
    service.kill()

    expect([login.status, byKey.status, byToken.status, byFactor.status]).to.deep.equal([200, 200, 200, 200])
    expect(verified.code).to.equal(0)
    const { verified: events, problems } = JSON.parse(verified.stdout)
    expect(events).to.be.greaterThan(5)
    expect(problems).to.deep.equal([])
    expect((await contents(target)).plinth_audit_events?.join()).to.include('database-copied')
  })

  it('prints what was copied and the next steps, reads the URL from a file, and never prints it', async () => {
    const file = join(source.dataDir, 'url')
    await writeFile(file, `${target.url}\n`)

    const { code, stdout, stderr } = await run(['copy', '--to-file', file], variables)

    expect([code, stderr]).to.deep.equal([0, ''])
    expect(stdout)
      .to.match(/^plinth_users +\d+ +[0-9a-f]{16}$/m)
      .and.match(/^\d+ tables with \d+ rows were copied and verified\.$/m)
    expect(stdout).not.to.include(new URL(target.url).pathname)
  })

  it('refuses a database that is not empty, and leaves it unchanged', async () => {
    await withDatabase(target, (db) => db.schema.createTable('theirs', (table) => void table.text('a')))

    const ended = await run(['copy', '--to', target.url], variables)

    expect(ended).to.deep.include({ code: 1, stdout: '' })
    expect(ended.stderr).to.match(/is not empty: it has theirs\./)
    expect(await tablesIn(target)).to.deep.equal(['theirs'])
    expect((await contents(source)).plinth_audit_events?.join()).not.to.include('database-copied')
  })

  it('refuses while a service runs', async () => {
    const service = await serve(variables)

    const ended = await run(['copy', '--to', target.url], variables)
    service.kill()

    expect(ended).to.deep.include({ code: 3, stdout: '' })
    expect(ended.stderr).to.match(/^Another process is using the database file/)
    expect(await tablesIn(target)).to.deep.equal([])
  })

  it('refuses a file with tables of another program, which it would not copy', async () => {
    await withDatabase(source, (db) => db.schema.createTable('theirs', (table) => void table.text('a')))

    const ended = await run(['copy', '--to', target.url], variables)

    expect(ended).to.deep.include({ code: 1, stdout: '' })
    expect(ended.stderr).to.match(/the table theirs \(a\) is not created by these plugins/)
    expect(await tablesIn(target)).to.deep.equal([])
  })

  it('reports what is wrong with the URL, without its contents', async () => {
    const wrong = new URL(target.url)
    wrong.password = 'hunter2'
    const cases: [args: string[], code: number, says: RegExp][] = [
      [['--to', wrong.href], 3, /refuses the user or the password .* Correct them in the URL of --to/],
      [['--to', 'sqlite:other.db'], 3, /the URL of --to must start with "postgres:\/\/"/],
      [['--to', 'postgres://plinth:hunter2@127.0.0.1:1/plinth'], 3, /refuses connections/],
      [['--to', 'postgres://plinth:hunter2@[host/plinth'], 3, /is not a URL/],
      [['--to', 'postgres://plinth:12#hunter2@db/x'], 3, /the URL of --to must percent-encode .* "#" as %23/],
      [['--to', 'postgres://plinth:12/hunter2@db/x'], 3, /the URL of --to must percent-encode .* "\/" as %2F/],
      [['--to', 'postgres://plinth:12@hunter2@db1,db2/x'], 3, /the URL of --to must percent-encode .* "@" as %40/],
      [['--to-file', join(source.dataDir, 'nowhere')], 1, /cannot be read \(ENOENT\)/],
      [[], 1, /give exactly one of --to, --to-file and --forget/],
    ]
    for (const [args, code, says] of cases) {
      const ended = await run(['copy', ...args], variables)

      expect(ended).to.deep.include({ code, stdout: '' })
      expect(ended.stderr).to.match(says).and.not.include('hunter2')
    }
    const onPostgres = await run(['copy', '--to', target.url], variablesFor(target))
    expect(onPostgres.stderr).to.match(/reads a SQLite file/)
  })

  it('leaves nothing in the target when it is killed, and works the next time', async () => {
    const hook = { NODE_OPTIONS: `--import=${KILLED_AT}`, KILL_IN: 'server', PLINTH_ROOT: `${REPO_ROOT}/` }
    let kills = 0
    for (let call = 5; ; call += KILL_INTERVAL) {
      const { code } = await run(['copy', '--to', target.url], { ...variables, ...hook, KILL_AT: String(call) })
      if (code === 0) break
      kills += 1
      expect([code, await tablesIn(target)]).to.deep.equal([null, []])
    }

    expect(kills).to.be.greaterThan(5)
    expect((await contents(target)).plinth_users).to.deep.equal((await contents(source)).plinth_users)
  })

  it('makes a copy that needs nothing from the source', async () => {
    await run(['copy', '--to', target.url], variables)
    await rm(join(source.dataDir, 'plinth.db'))

    const names = await withApp(target, 'PostgreSQL', async ({ services }) =>
      (await services.userDirectory.list()).map(({ username }) => username),
    )

    expect(names).to.include.members(['sudo', 'otto']).and.not.include('gone')
  })
})

/** Returns all rows of every table as sorted JSON, with values in the same form for both databases. */
async function contents(tempDatabase: TempDatabase): Promise<Record<string, string[]>> {
  const tables = await tablesIn(tempDatabase)
  return withDatabase(tempDatabase, async (db) => {
    const all = tables.map(async (table) => {
      const rows: Record<string, unknown>[] = await db(table)
      return [table, rows.map((row) => JSON.stringify(normalized(row))).sort()] as const
    })
    return Object.fromEntries(await Promise.all(all))
  })
}

/** Converts values to strings: pg returns bigints as strings and booleans as booleans, sqlite3 both as numbers. */
function normalized(row: Record<string, unknown>): Record<string, unknown> {
  const withoutBoolean = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    value === null ? null : String(withoutBoolean(value)),
  ])
  return Object.fromEntries(columns.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

function tablesIn(tempDatabase: TempDatabase): Promise<string[]> {
  return withDatabase(tempDatabase, (db) =>
    tempDatabase.url.startsWith('sqlite:')
      ? db('sqlite_master')
          .where({ type: 'table' })
          .whereNot('name', 'like', 'sqlite_%')
          .whereNot({ name: COPIES_TABLE })
          .pluck('name')
      : db('pg_tables').where({ schemaname: 'public' }).pluck('tablename'),
  )
}
