import { existsSync } from 'node:fs'
import { chown, copyFile, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createStandardKernel } from '@plinth/service'
import { TEST_PASSWORD, type TempDatabase, type TestDatabase } from '@plinth/testing'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { type App, startApp } from '../../../test/support/app.js'
import { FIRST_KILL_POINT, KILL_STRIDE } from '../../../test/support/kill-points.js'
import {
  REPO_ROOT,
  run,
  SECRET_KEY,
  serve,
  type Variables,
  variablesFor,
} from '../../../test/support/service-process.js'
import { codeAt, STEP_S } from '../../../test/support/totp-codes.js'
import { withDatabase } from '../../../test/support/with-database.js'
import { databaseNamed } from './support/database-named.js'

const OTHER_KEY = 'Yd5-another-key-than-that-of-the-backup-Lk38'
/** Upper limit of the kill points: each is the number of a call that killed-at.mjs counts. A restore makes fewer. */
const MAX_KILL_POINT = 400

describe('plinth restore', function () {
  this.timeout(120_000)

  let database: TestDatabase
  let tempDatabase: TempDatabase
  let variables: Variables
  let backup: string
  /** A session key that was valid at the time of the backup. */
  let keyAtBackup: string
  const file = (name: string) => join(tempDatabase.dataDir, name)

  beforeEach(async () => {
    database = databaseNamed('SQLite')
    tempDatabase = await database.create()
    variables = variablesFor(tempDatabase)
    backup = file('backup.db')
    await withApp(async (app) => {
      await app.signIn('operator', 'otto')
      keyAtBackup = (await app.logIn('sudo', TEST_PASSWORD)).body.apiKey
      await app.withKey(keyAtBackup).post('/users/create_tpt', { role_name: 'operator' })
    })
    await run(['backup', backup], variables)
    await withApp((app) => app.signIn('operator', 'nina'))
  })
  afterEach(() => tempDatabase.drop())

  /** Starts an app, passes it to `use`, and stops it. */
  async function withApp<T>(use: (app: App) => Promise<T>): Promise<T> {
    const app = await startApp({ database, on: tempDatabase })
    try {
      return await use(app)
    } finally {
      await app.stop()
    }
  }

  it('puts the backup in place, keeps the previous database, and ends all sessions', async () => {
    const ended = await run(['restore', backup, '--json'], variables)
    const report = JSON.parse(ended.stdout)
    const [names, key, event] = await withApp(async (app) => [
      await namesOf(app),
      (await app.withKey(keyAtBackup).get('/users/sudo')).status,
      (await (await app.signIn('sudo')).get('/audit?event=restore')).body[0],
    ])
    const previous = await run(['users', 'list', '--json'], {
      ...variables,
      PLINTH_DATABASE_URL: `sqlite:${report.previous}`,
    })

    expect(ended).to.deep.include({ code: 0, stderr: '' })
    expect(report).to.deep.include({ file: file('plinth.db'), from: backup, migrations: [], valid_tokens: 1 })
    expect(report.sessions_ended).to.be.greaterThan(0)
    expect(names).to.deep.equal(['otto', 'sudo'])
    expect(key).to.equal(401)
    expect(event).to.deep.include({ event: 'restore', actor_kind: 'command', result: 'done' })
    expect(event.details).to.deep.include({ sessions: report.sessions_ended })
    expect(JSON.parse(previous.stdout).map(({ username }: { username: string }) => username)).to.include('nina')
    expect((await run(['audit', 'verify'], variables)).code).to.equal(0)
  })

  it('makes one-time codes invalid, also one that was used since the backup', async () => {
    const redeem = (app: App, username: string, code: string) =>
      app.post('/users/redeem_code', { username, code, new_password: 'a quiet mill 42' })
    const codes = file('codes.db')
    const codeOf = async (...args: string[]): Promise<string> =>
      JSON.parse((await run(['users', ...args, '--json'], variables)).stdout).code
    const used = await codeOf('code', 'otto')
    const unused = await codeOf('invite', 'ines', '--role', 'guest', '--email', 'ines@plant.test')
    await run(['backup', codes], variables)
    const before = await withApp((app) => redeem(app, 'otto', used))

    const { stdout } = await run(['restore', codes], variables)
    const [left, statuses] = await withApp(async (app) => [
      await app.services.database.read((knex) => knex('plinth_codes').select()),
      [(await redeem(app, 'otto', used)).status, (await redeem(app, 'ines', unused)).status],
    ])

    expect(before.status).to.equal(200)
    expect(stdout).to.include('One-time codes and recovery codes are no longer valid.')
    expect([left, statuses]).to.deep.equal([[], [403, 403]])
  })

  it('keeps second factors, and makes recovery codes and logins that wait for a code invalid', async () => {
    const factors = file('factors.db')
    const complete = (app: App, login_key: string, code: string) =>
      app.post('/users/complete_login', { login_key, code })
    const { secret, recoveryCode, loginKey } = await withApp(async (app) => {
      const emma = await app.signIn('operator', 'emma')
      const { secret } = (await emma.post('/users/enrol_second_factor')).body
      const { body } = await emma.post('/users/confirm_second_factor', { code: codeAt(secret, Date.now()) })
      const login = await app.logIn('emma', TEST_PASSWORD)
      return { secret, recoveryCode: body.recovery_codes[0], loginKey: login.body.login_key }
    })
    await run(['backup', factors], variables)

    await run(['restore', factors], variables)
    const responses = await withApp(async (app) => {
      const next = () => codeAt(secret, Date.now() + STEP_S * 1_000) // the one of now was used at the enrolment
      const waiting = await complete(app, loginKey, next())
      const login = (await app.logIn('emma', TEST_PASSWORD)).body.login_key
      return [waiting, await complete(app, login, recoveryCode), await complete(app, login, next())]
    })

    expect(responses.map(({ status, body }) => [status, body.code])).to.deep.equal([
      [401, 'LOGIN_EXPIRED'],
      [403, 'SECOND_FACTOR_WRONG'],
      [200, undefined],
    ])
  })

  it('names a backup that its user cannot reach', async () => {
    const closed = file('closed')
    await mkdir(closed, { mode: 0o000 })

    const { code, stderr } = await run(['restore', join(closed, 'backup.db')], variables, '', {
      enforceFilePermissions: true,
    })

    expect(code).to.equal(1)
    expect(stderr).to.match(
      /closed\/backup\.db cannot be read \(EACCES\)\. The user who runs this command needs access/,
    )
  })

  if (process.getuid?.() === 0)
    it('is refused for root in a folder of another user, who may have created links in it', async () => {
      await chown(tempDatabase.dataDir, 65_534, 65_534)

      const { code, stderr } = await run(['restore', backup], variables)

      await chown(tempDatabase.dataDir, 0, 0)
      expect(code).to.equal(1)
      expect(stderr).to.include(`${tempDatabase.dataDir} belongs to the user 65534. Run the command as that user`)
      expect(await readdir(tempDatabase.dataDir)).not.to.include('plinth.db-restore')
    })

  it('prints what was restored', async () => {
    const { code, stdout } = await run(['restore', backup], variables)

    expect(code).to.equal(0)
    expect(stdout)
      .to.match(/^\S+plinth\.db is restored\. The newest entry in the backup is from \d{4}-\S+Z\.$/m)
      .and.match(/^The previous database is kept as \S+plinth\.db-previous-\S+; /m)
      .and.match(/^Audit trail: \d+ events verified, unchanged\.$/m)
      .and.match(/^All sessions have ended \(\d+\)/m)
      .and.match(/^Third-party tokens are valid \(1\), even those revoked after the backup/m)
  })

  it('refuses while a service runs, and does not affect that service', async () => {
    const service = await serve(variables)

    const ended = await run(['restore', backup], variables)
    const ready = await service.client.get('/health/ready')
    service.kill()

    expect(ended).to.deep.include({ code: 3, stdout: '' })
    expect(ended.stderr).to.match(/^Another process is using the database file/)
    expect(ready.status).to.equal(200)
  })

  it('keeps the latest changes of a killed service, but only in the previous database', async () => {
    const service = await serve({ ...variables, PLINTH_SIGNUP_OPEN_LEVEL: '10' })
    const mona = { username: 'mona', role_name: 'operator', email: 'mona@plant.test', password: TEST_PASSWORD }
    await service.client.post('/users/signup', mona)
    await service.end('SIGKILL')
    expect(await readdir(tempDatabase.dataDir)).to.include('plinth.db-wal')

    const { previous } = JSON.parse((await run(['restore', backup, '--json'], variables)).stdout)

    expect(await usernamesIn(previous)).to.include('mona')
    expect(await usernamesIn(file('plinth.db'))).to.deep.equal(['otto', 'sudo'])
  })

  it('accepts a manual copy with its write-ahead log', async () => {
    const service = await serve(variables)
    await service.end('SIGKILL')
    const copy = file('copy.db')
    for (const suffix of ['', '-wal']) await copyFile(`${file('plinth.db')}${suffix}`, `${copy}${suffix}`)

    const ended = await run(['restore', copy], variables)

    expect(ended.code).to.equal(0)
    expect(await usernamesIn(file('plinth.db'))).to.deep.equal(['nina', 'otto', 'sudo'])
  })

  it('rolls back a transaction that was interrupted, in a manual copy with its journal', async () => {
    const copy = file('copy.db')
    await withDatabase(at(backup), async (db) => {
      await db.raw('PRAGMA cache_size = 1')
      await db.raw('BEGIN')
      await db('plinth_users').update({ name: 'never committed' })
      await db.raw('PRAGMA integrity_check') // reads all pages, so that the changed one is written to the file
      for (const suffix of ['', '-journal']) await copyFile(`${backup}${suffix}`, `${copy}${suffix}`)
      await db.raw('ROLLBACK')
    })

    const ended = await run(['restore', copy], variables)

    const names = await withDatabase(at(file('plinth.db')), (db) => db('plinth_users').pluck('name'))
    expect(ended.code).to.equal(0)
    expect(names).to.deep.equal([null, null])
  })

  it('works when the database is lost or damaged, and keeps a damaged file', async () => {
    await rm(file('plinth.db'))
    const lost = await run(['restore', backup, '--json'], variables)
    await writeFile(file('plinth.db'), 'no database'.repeat(1_000))
    await writeFile(file('plinth.db-wal'), 'no log'.repeat(1_000))
    const damaged = await run(['restore', backup, '--json'], variables)

    expect([lost.code, damaged.code]).to.deep.equal([0, 0])
    expect(JSON.parse(lost.stdout).previous).to.equal(null)
    const { previous } = JSON.parse(damaged.stdout)
    expect(await readFile(previous, 'utf8')).to.match(/^no database/)
    expect(await readFile(`${previous}-wal`, 'utf8')).to.match(/^no log/)
    expect(await withApp(namesOf)).to.deep.equal(['otto', 'sudo'])
  })

  describe('on another machine', () => {
    let elsewhere: string
    let there: Variables
    beforeEach(() => {
      elsewhere = join(tempDatabase.dataDir, 'new', 'machine')
      const { PLINTH_SECRET_KEY: _, ...others } = variables
      there = {
        ...others,
        PLINTH_DATA_DIR: elsewhere,
        PLINTH_DATABASE_URL: `sqlite:${join(elsewhere, 'plinth.db')}`,
      }
    })

    it('works in a folder with only its key', async () => {
      await mkdir(elsewhere, { recursive: true, mode: 0o700 })
      await writeFile(join(elsewhere, 'secret.key'), SECRET_KEY, { mode: 0o600 })

      const ended = await run(['restore', backup], there)

      expect(ended.code).to.equal(0)
      expect(ended.stdout).to.match(/^Audit trail: \d+ events verified, unchanged\.$/m)
      expect((await readdir(elsewhere)).sort()).to.deep.equal(['plinth.db', 'plinth.db-owner', 'secret.key'])
    })

    for (const [what, key] of [
      ['without its key', {}],
      ['with another key', { PLINTH_SECRET_KEY: OTHER_KEY }],
    ] as const) {
      it(`refuses ${what}, and reports what would be lost`, async () => {
        const ended = await run(['restore', backup], { ...there, ...key })

        expect(ended).to.deep.include({ code: 1, stdout: '' })
        expect(ended.stderr)
          .to.match(/^The signing key of \S+backup\.db is not available: .* is missing or a different key\. /)
          .and.match(/Without it its third-party tokens \(1\) are invalid; its audit trail cannot be verified/)
          .and.match(/--without-key\. Nothing was changed\.$/m)
        expect(await readdir(elsewhere)).to.deep.equal(['plinth.db-owner'])
      })

      it(`works ${what} if forced to, and reports what is lost`, async () => {
        const ended = await run(['restore', backup, '--without-key'], { ...there, ...key })

        expect(ended.code).to.equal(0)
        expect(ended.stdout)
          .to.match(/^The audit trail was not verified, because its key is not available\. It is restarted/m)
          .and.match(/^Neither the current nor the previous key signed 1 third-party token: it is invalid\. /m)
        expect((await run(['tpt', 'list'], { ...there, ...key })).code).to.equal(0)
        expect(await usernamesIn(join(elsewhere, 'plinth.db'))).to.deep.equal(['otto', 'sudo'])
      })
    }

    it('installs the key stored with the backup, and keeps the previous key of the data folder', async () => {
      const key = file('key-of-backup')
      await writeFile(key, `${SECRET_KEY}\n`)
      await mkdir(elsewhere, { recursive: true, mode: 0o700 })
      await writeFile(join(elsewhere, 'secret.key'), OTHER_KEY, { mode: 0o600 })

      const refused = await run(['restore', '--key', join(elsewhere, 'secret.key'), backup], there)
      const ended = await run(['restore', '--key', key, '--json', backup], there)

      expect(refused.code).to.equal(1)
      expect(refused.stderr).to.match(/secret\.key is missing or a different key.* Supply .* as --key <file>/)
      expect(ended).to.deep.include({ code: 0, stderr: '' })
      const { previous_key: previous, valid_tokens: tokens } = JSON.parse(ended.stdout)
      expect(tokens).to.equal(1)
      expect(await readFile(join(elsewhere, 'secret.key'), 'utf8')).to.equal(SECRET_KEY)
      expect((await stat(join(elsewhere, 'secret.key'))).mode & 0o777).to.equal(0o600)
      expect(await readFile(previous, 'utf8')).to.equal(OTHER_KEY)
      expect((await run(['audit', 'verify'], there)).code).to.equal(0)
      expect((await readdir(elsewhere)).filter((name) => name.includes('restore'))).to.deep.equal([])
    })

    it('restores nothing if its key cannot be written, or is not a file', async () => {
      await writeFile(file('key-of-backup'), SECRET_KEY)
      const noFolder = { ...there, PLINTH_DATA_DIR: file('key-of-backup') }

      const unwritable = await run(['restore', '--key', file('key-of-backup'), backup], noFolder)
      const folder = await run(['restore', '--key', tempDatabase.dataDir, backup], there)
      const aDatabase = await run(['restore', '--key', backup, backup], there)

      expect([unwritable.code, folder.code, aDatabase.code]).to.deep.equal([3, 1, 1])
      expect(unwritable.stderr).to.match(/^The key file \S+ cannot be written or read\./)
      expect(folder.stderr).to.match(/is not a file\. Name the file with the key that was stored with the backup\.$/m)
      expect(aDatabase.stderr).to.match(/is a database, not a key: plinth restore --key/)
      expect(existsSync(join(elsewhere, 'plinth.db'))).to.equal(false)
    })

    it('restores nothing if the key that it would replace cannot be read', async () => {
      await writeFile(file('key-of-backup'), SECRET_KEY)
      await mkdir(join(elsewhere, 'secret.key'), { recursive: true, mode: 0o700 })

      const { code, stderr } = await run(['restore', '--key', file('key-of-backup'), backup], there)

      expect([code, stderr]).to.deep.equal([
        3,
        stderr.match(/^The key file \S+ cannot be written or read\. .*\n$/)?.[0],
      ])
      expect(existsSync(join(elsewhere, 'plinth.db'))).to.equal(false)
    })

    it('leaves the files of another restore alone', async () => {
      await writeFile(file('key-of-backup'), SECRET_KEY)
      await mkdir(elsewhere, { recursive: true, mode: 0o700 })
      const service = await serve(there)
      await writeFile(join(elsewhere, 'secret.key-restore'), OTHER_KEY, { mode: 0o600 })

      const ended = await run(['restore', '--key', file('key-of-backup'), backup], there)
      service.kill()

      expect(ended.code).to.equal(3)
      expect(await readFile(join(elsewhere, 'secret.key-restore'), 'utf8')).to.equal(OTHER_KEY)
    })

    it('must be run again, before anything starts, if it was killed before the key was in place', async () => {
      await writeFile(file('key-of-backup'), SECRET_KEY)
      await run(['restore', '--key', file('key-of-backup'), backup], there)
      await rename(join(elsewhere, 'secret.key'), join(elsewhere, 'secret.key-restore'))
      await writeFile(join(elsewhere, 'secret.key'), OTHER_KEY, { mode: 0o600 })

      const started = [await run(['serve'], there), await run(['users', 'list'], there)]
      const restored = await run(['restore', '--key', file('key-of-backup'), backup], there)
      const verified = await run(['audit', 'verify'], there)

      for (const { code, stderr } of started) {
        expect(code).to.equal(3)
        expect(stderr).to.match(/^A restore was interrupted, .*\. Run plinth restore again\./)
      }
      expect([restored.code, verified.code]).to.deep.equal([0, 0])
    })

    if (process.getuid?.() === 0)
      it('is refused for root if its key belongs in a folder of another user', async () => {
        await writeFile(file('key-of-backup'), SECRET_KEY)
        const [dataDir, databaseFolder] = [file('theirs'), file('ours')]
        for (const folder of [dataDir, databaseFolder]) await mkdir(folder, { mode: 0o700 })
        await chown(dataDir, 65_534, 65_534)
        const separate = {
          ...there,
          PLINTH_DATA_DIR: dataDir,
          PLINTH_DATABASE_URL: `sqlite:${join(databaseFolder, 'plinth.db')}`,
        }

        const { code, stderr } = await run(['restore', '--key', file('key-of-backup'), backup], separate)

        expect(code).to.equal(1)
        expect(stderr).to.include(`${dataDir} belongs to the user 65534`)
        expect(await readdir(dataDir)).to.deep.equal([])
      })

    it('refuses --key if the service would not use that key', async () => {
      const ended = await run(['restore', '--key', backup, backup], { ...there, PLINTH_SECRET_KEY: SECRET_KEY })

      expect(ended).to.deep.include({ code: 1, stdout: '' })
      expect(ended.stderr).to.match(/^PLINTH_SECRET_KEY is set, .* Set PLINTH_SECRET_KEY_FILE to the key of the backup/)
    })

    it('names the missing previous keys that sealed a part of the audit trail', async () => {
      const later = { ...variables, PLINTH_SECRET_KEY: OTHER_KEY }
      await run(['users', 'list'], { ...later, PLINTH_SECRET_KEY_PREVIOUS: SECRET_KEY })
      await run(['tpt', 'create', 'operator'], { ...later, PLINTH_SECRET_KEY_PREVIOUS: SECRET_KEY })
      await run(['backup', file('later.db')], later)

      const refused = await run(['restore', file('later.db')], { ...there, PLINTH_SECRET_KEY: OTHER_KEY })
      const keys = { PLINTH_SECRET_KEY: OTHER_KEY, PLINTH_AUDIT_KEYS_RETIRED: SECRET_KEY }
      const ended = await run(['restore', file('later.db')], { ...there, ...keys })

      expect(refused).to.deep.include({ code: 1, stdout: '' })
      expect(refused.stderr).to.match(
        /the previous keys that sealed them are not set: \w+ \(\d+ events\)\. .*PLINTH_AUDIT_KEYS_RETIRED_FILE/,
      )
      expect(ended).to.deep.include({ code: 0, stderr: '' })
    })

    describe('after a change of the key', () => {
      const changed = { PLINTH_SECRET_KEY: OTHER_KEY }
      let later: string
      beforeEach(async () => {
        later = file('later.db')
        const keys = { ...variables, ...changed, PLINTH_SECRET_KEY_PREVIOUS: SECRET_KEY }
        for (const _ of ['one', 'another']) await run(['tpt', 'create', 'operator'], keys)
        await run(['backup', later], keys)
      })

      const restoreWith = async (keys: Variables) => {
        const ended = await run(['restore', later, '--json'], { ...there, ...keys })
        expect(ended).to.deep.include({ code: 0, stderr: '' })
        return JSON.parse(ended.stdout)
      }

      it('counts the tokens of a retired key as invalid, and says how to make them valid', async () => {
        const retired = { ...changed, PLINTH_AUDIT_KEYS_RETIRED: SECRET_KEY }

        const report = await restoreWith(retired)
        const { stdout } = await run(['restore', later], { ...there, ...retired })
        await writeFile(file('previous.key'), `${SECRET_KEY}\n`)
        const withKeyFile = await run(['restore', later], { ...there, ...retired })

        expect(report).to.include({ valid_tokens: 2, invalid_tokens: 1 })
        expect(stdout)
          .to.match(/^Third-party tokens are valid \(2\)/m)
          .and.match(
            / signed 1 third-party token: it is invalid\. .* start the service with that key as PLINTH_SECRET_KEY_PREVIOUS_FILE; /m,
          )
        expect(withKeyFile.stdout).to.include(
          `start the service with PLINTH_SECRET_KEY_PREVIOUS_FILE=${file('previous.key')}; otherwise`,
        )
      })

      it('counts the tokens of the previous key as valid', async () => {
        const report = await restoreWith({ ...changed, PLINTH_SECRET_KEY_PREVIOUS: SECRET_KEY })

        expect(report).to.include({ valid_tokens: 3, invalid_tokens: 0 })
      })

      it('names the files next to the backup that contain the missing keys', async () => {
        await writeFile(file('later.key'), OTHER_KEY)
        await writeFile(file('retired.keys'), `${'x'.repeat(40)}\n${SECRET_KEY}\n`)

        const [none, previous] = [
          await run(['restore', later], there),
          await run(['restore', later], { ...there, ...changed }),
        ]

        expect([none.code, previous.code]).to.deep.equal([1, 1])
        expect(none.stderr).to.include(`(found in ${file('later.key')})`)
        expect(previous.stderr).to.include(`to a file with these keys (found in ${file('retired.keys')})`)
      })
    })

    it('accepts the key from before a rotation as the previous key', async () => {
      const keys = {
        PLINTH_SECRET_KEY: OTHER_KEY,
        PLINTH_SECRET_KEY_PREVIOUS: SECRET_KEY,
      }

      const ended = await run(['restore', backup, '--json'], { ...there, ...keys })

      expect(ended.code).to.equal(0)
      expect(JSON.parse(ended.stdout)).to.include({ valid_tokens: 1 })
    })
  })

  it('migrates an older schema', async () => {
    await withDatabase(at(backup), async (db) => {
      await db.schema.alterTable('plinth_logging_settings', (table) => table.dropColumn('debug_until'))
      await db('plinth_migrations').where({ name: 'logging-settings/003-debug-for-a-while' }).delete()
    })

    const ended = await run(['restore', backup, '--json'], variables)

    expect(JSON.parse(ended.stdout).migrations).to.deep.equal(['logging-settings/003-debug-for-a-while'])
  })

  for (const [what, make, says] of [
    ['that does not exist', () => Promise.resolve(), /there is no file/],
    ['that is a folder', (bad) => mkdir(bad), /is not a file/],
    ['that is empty', (bad) => writeFile(bad, ''), /is empty/],
    [
      'that is not a database',
      (bad) => writeFile(bad, 'this is not a database'.repeat(500)),
      /is damaged, or is not a SQLite/,
    ],
    ['that is truncated', async (bad) => writeFile(bad, (await readFile(backup)).subarray(0, 40_000)), /is damaged/],
    [
      'of another program',
      (bad) => withDatabase(at(bad), (db) => db.schema.createTable('other', (t) => void t.text('a'))),
      /not a database of Plinth/,
    ],
    [
      'of a newer version',
      (bad) => copyAltered(bad, (db) => db('plinth_migrations').insert({ name: 'users/999-tomorrow', made_at: 1 })),
      /migrated by a newer version: it has users\/999-tomorrow/,
    ],
    [
      'with a changed audit trail',
      (bad) => copyAltered(bad, (db) => db('plinth_audit_events').where({ id: 1 }).update({ target: 'x' })),
      /audit trail .* fails verification: Event 1 .* was changed/,
    ],
  ] as readonly (readonly [string, (bad: string) => Promise<unknown>, RegExp])[]) {
    it(`refuses a file ${what}, and changes nothing`, async () => {
      const bad = file('bad.db')
      await make(bad)
      const before = await contents()

      const ended = await run(['restore', bad], variables)

      expect(ended.stderr).to.match(says)
      expect([1, 3]).to.include(ended.code)
      expect(ended.stdout).to.equal('')
      expect(await contents()).to.deep.equal(before)
    })
  }

  it('accepts a backup with a changed audit trail with --force, which verifications still report', async () => {
    await withDatabase(at(backup), (db) => db('plinth_audit_events').where({ id: 1 }).update({ target: 'x' }))

    const ended = await run(['restore', backup, '--force'], variables)

    expect(ended.code).to.equal(0)
    expect((await run(['audit', 'verify'], variables)).stdout).to.match(/was changed/)
  })

  it('refuses the database itself, and one in use by a service, even through a symbolic link', async () => {
    await symlink(file('plinth.db'), file('link.db'))
    const itself = await run(['restore', file('plinth.db')], variables)
    const service = await serve(variables)
    const elsewhere = { ...variables, PLINTH_DATABASE_URL: `sqlite:${file('other.db')}` }
    const used = await run(['restore', file('plinth.db')], elsewhere)
    const linked = await run(['restore', file('link.db')], elsewhere)
    service.kill()

    expect(itself.stderr).to.match(/is the database itself/)
    expect(used.stderr).to.match(/Another process is using/)
    expect(linked.stderr).to.match(/Another process is using/)
  })

  for (const suffix of ['-restore', '-keep', '-wal', '-socket'])
    it(`refuses a backup whose name is that of the database with ${suffix}, and keeps it`, async () => {
      const reserved = file(`plinth.db${suffix}`)
      await rename(backup, reserved)

      const ended = await run(['restore', reserved], variables)

      expect(ended).to.deep.include({ code: 1, stdout: '' })
      expect(ended.stderr).to.match(/has a name that the database itself uses\. Rename it first/)
      expect((await stat(reserved)).size).to.be.above(0)
    })

  it('refers users of PostgreSQL to its own tools', async () => {
    const url = 'postgres://plinth:hunter2@127.0.0.1:1/plinth'

    const ended = await run(['restore', backup], { ...variables, PLINTH_DATABASE_URL: url })

    expect(ended).to.deep.include({ code: 1, stdout: '' })
    expect(ended.stderr).to.include('pg_restore').and.not.include('hunter2')
  })

  it('leaves either the previous or the restored database, whenever it is killed', async () => {
    await rename(backup, join(tempDatabase.dataDir, 'kept-backup.db'))
    const from = join(tempDatabase.dataDir, 'kept-backup.db')
    const hook = pathToFileURL(join(REPO_ROOT, 'test/support/killed-at.mjs')).href
    const found: string[] = []
    let isDone = false
    for (let point = FIRST_KILL_POINT; !isDone && point < MAX_KILL_POINT; point += KILL_STRIDE) {
      const killed = {
        NODE_OPTIONS: `--import=${hook}`,
        KILL_IN: 'files',
        KILL_AT: String(point),
        PLINTH_ROOT: `${REPO_ROOT}/`,
      }
      const { code } = await run(['restore', from], { ...variables, ...killed })
      isDone = code === 0
      const names = await usernamesAfterStartOn(file('plinth.db'))
      found.push(names.includes('nina') ? 'previous' : names.join())
    }

    const since = found.indexOf('otto,sudo')
    expect(isDone).to.equal(true)
    expect(new Set(found.slice(0, since))).to.deep.equal(new Set(['previous']))
    expect(new Set(found.slice(since))).to.deep.equal(new Set(['otto,sudo']))
    expect((await readdir(tempDatabase.dataDir)).filter((name) => /-(restore|keep)/.test(name))).to.deep.equal([])
  })

  /** Starts a kernel as a service would, and returns the usernames that it finds. */
  async function usernamesAfterStartOn(path: string): Promise<string[]> {
    const { dataDir } = tempDatabase
    const settings = { databaseUrl: `sqlite:${path}`, dataDir, secretKey: SECRET_KEY, bcryptCost: 4 }
    const kernel = createStandardKernel({ settings })
    await kernel.start()
    try {
      return (await kernel.services.userDirectory.list()).map(({ username }) => username).sort()
    } finally {
      await kernel.stop()
    }
  }

  /** Copies the backup, and alters the copy. */
  async function copyAltered(copy: string, alter: (db: Knex) => Promise<unknown>): Promise<void> {
    await copyFile(backup, copy)
    await withDatabase(at(copy), alter)
  }

  /** Returns the contents of all files in the folder. */
  async function contents(): Promise<Record<string, string>> {
    const names = (await readdir(tempDatabase.dataDir, { withFileTypes: true })).filter((entry) => entry.isFile())
    const pairs = names.map(async ({ name }) => [name, (await readFile(file(name))).toString('base64')] as const)
    return Object.fromEntries(await Promise.all(pairs))
  }
})

async function namesOf(app: App): Promise<string[]> {
  return (await app.services.userDirectory.list()).map(({ username }) => username).sort()
}

const at = (file: string) => ({ url: `sqlite:${file}` })

function usernamesIn(file: string): Promise<string[]> {
  return withDatabase(at(file), (db) => db('plinth_users').orderBy('username').pluck('username'))
}
