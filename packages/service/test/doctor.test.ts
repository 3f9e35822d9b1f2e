import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forEachDatabase, freePort, TEST_PASSWORD, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'
import knex from 'knex'
import { startApp } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'
import {
  NODE_FLAGS,
  run,
  SECRET_KEY,
  serve,
  type Variables,
  variablesFor,
} from '../../../test/support/service-process.js'
import { codeAt } from '../../../test/support/totp-codes.js'
import { withDatabase } from '../../../test/support/with-database.js'
import { spaceFinding } from '../src/doctor/disk.js'
import { strengthOf } from '../src/doctor/signing-key.js'

/** A key of 48 bytes, as openssl generates it. */
const RANDOM_KEY = '3PqZ0vXb8yLr5tWn1KcJ7dHf2sGm9aQeU4iOoRzTxYlVwBhN6CkDjEgFpAuSM+/x'
const OTHER_KEY = 'pT4-another-one-with-enough-of-it-9s8d7f6'
/** Sets the clock of the process back by an hour. */
const HOUR_BEHIND = '--import=data:text/javascript,const{now}=Date;Date.now=()=>now()-3600000'

/** Simulates an installation in which npm did not run the install script of the driver. */
const NOT_BUILT = `--import=data:text/javascript,${encodeURIComponent(`import Module from 'node:module'
const load = Module._load
Module._load = (name, ...rest) => {
  if (name === 'bindings') throw new Error('Could not locate the bindings file.')
  return load(name, ...rest)
}`)}`
/** An application that embeds Plinth, and prints why it does not start. */
const HOST = `
  import { createPlinth, StartupError } from '@plinth/service'
  const { PLINTH_DATABASE_URL: databaseUrl, PLINTH_DATA_DIR: dataDir, PLINTH_SECRET_KEY: secretKey } = process.env
  const error = await createPlinth({ databaseUrl, dataDir, secretKey }).start().catch((error) => error)
  console.log(error instanceof StartupError, error.message)
`

/** Returns a PATH whose first `pg_dump` has this version, because machines have any version, or none. */
async function pathWithPgDump(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-pg-dump-'))
  after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'pg_dump'), `#!/bin/sh\necho 'pg_dump (PostgreSQL) ${version}'\n`, { mode: 0o755 })
  await chmod(folder, 0o755)
  return `${folder}:${process.env.PATH}`
}

interface Diagnosis {
  readonly healthy: boolean
  readonly checks: readonly { check: string; grade: string; finding: string; remedy?: string }[]
}

describe('plinth doctor', function () {
  this.timeout(60_000)

  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let variables: Variables
    before(async () => {
      tempDatabase = await database.create()
      variables = { ...variablesFor(tempDatabase), PLINTH_SECRET_KEY: RANDOM_KEY }
    })
    after(() => tempDatabase.drop())

    it('finds nothing wrong before the first start, and creates nothing', async () => {
      const { healthy, checks } = await diagnose({ ...variables, PATH: await pathWithPgDump('99.1') })

      expect(healthy).to.equal(true)
      expect(checks.filter(({ grade }) => grade !== 'ok')).to.deep.equal([])
      expect(findingsOf(checks, 'schema')).to.deep.equal(
        database.name === 'SQLite' ? [] : ['ok there is none yet; the first start creates it'],
      )
      expect(await readdir(tempDatabase.dataDir)).to.deep.equal([])
    })

    it('finds a running service, and does not touch the files of a killed one', async () => {
      const service = await serve(variables)
      const names = await readdir(tempDatabase.dataDir)
      const ended = await run(['doctor'], {
        ...variables,
        PLINTH_PORT: new URL(service.url).port,
        PATH: await pathWithPgDump('99.1'),
      })
      const namesAfter = await readdir(tempDatabase.dataDir)
      service.kill()
      const filesBefore = await filesIn(tempDatabase.dataDir)
      const { healthy } = await diagnose(variables)

      expect(ended).to.deep.include({ code: 0, stderr: '' })
      const lines = ended.stdout.trim().split('\n')
      expect(lines.filter((line) => !line.startsWith('ok    '))).to.deep.equal([])
      expect(ended.stdout)
        .to.match(/^ok {4}service — it runs/m)
        .and.match(/^ok {4}port — \d+ is in use by Plinth$/m)
        .and.match(/^ok {4}schema — up to date$/m)
      expect(namesAfter).to.deep.equal(names)
      expect(healthy).to.equal(true)
      expect(await filesIn(tempDatabase.dataDir)).to.deep.equal(filesBefore)
    })

    it('names a table that was dropped', async () => {
      const otherDatabase = await database.create()
      const app = await startApp({ database, on: otherDatabase, settings: { secretKey: RANDOM_KEY } })
      await app.stop()
      await withDatabase(otherDatabase, (knex) => knex.schema.dropTable('plinth_recovery_codes'))

      const { healthy, checks } = await diagnose({ ...variablesFor(otherDatabase), PLINTH_SECRET_KEY: RANDOM_KEY })

      await otherDatabase.drop()
      expect(healthy).to.equal(false)
      expect(findingsOf(checks, 'schema')).to.deep.equal([
        'fail plinth_recovery_codes is missing, although a migration has created it',
      ])
    })

    it('warns when the snapshots nearly have their maximum size', async () => {
      const otherDatabase = await database.create()
      const own = { ...variablesFor(otherDatabase), PLINTH_SECRET_KEY: RANDOM_KEY, PLINTH_SUDO_PASSWORD: TEST_PASSWORD }
      const service = await serve(own)
      const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
      const sudo = service.client.withKey(body.apiKey)
      await sudo.upload('/settings/import_config', fileOf({ Variables: [{ name: 'Flow' }] }))
      await sudo.post('/settings/snapshots', {})
      await service.end('SIGTERM')
      await withDatabase(otherDatabase, (knex) => knex('plinth_variables').update({ name: 'Pressure' }))

      const [byDefault, limited] = [await diagnose(own), await diagnose({ ...own, PLINTH_SNAPSHOT_BYTES: '16' })]

      await otherDatabase.drop()
      expect(findingsOf(byDefault.checks, 'snapshots')).to.deep.equal([
        'ok 2 of at most 20, with 15 bytes of at most 1.0 GB',
      ])
      expect(findingsOf(limited.checks, 'snapshots')).to.deep.equal([
        'warn 2 of at most 20, with 15 bytes of at most 16 bytes',
      ])
    })

    it('reports a key that did not sign the existing tokens', async () => {
      const app = await startApp({ database, on: tempDatabase, settings: { secretKey: RANDOM_KEY } })
      await app.stop()

      const withSameKey = await diagnose(variables)
      const withOtherKey = await diagnose({
        ...variables,
        PLINTH_SECRET_KEY: OTHER_KEY,
      })

      expect(findingsOf(withSameKey.checks, 'signing key')).to.have.length(1)
      expect(findingsOf(withOtherKey.checks, 'signing key').join()).to.match(
        database.name === 'SQLite' ? /warn another key has signed/ : /fail another key has signed/,
      )
      expect(withOtherKey.healthy).to.equal(database.name === 'SQLite')
    })

    it('counts users with and without a second factor, and names those whose factor no key opens', async () => {
      const otherDatabase = await database.create()
      const app = await startApp({ database, on: otherDatabase, settings: { secretKey: RANDOM_KEY } })
      const otto = await app.signIn('admin', 'otto')
      const { secret } = (await otto.post('/users/enrol_second_factor')).body
      await otto.post('/users/confirm_second_factor', { code: codeAt(secret, Date.now()) })
      await (await app.signIn('admin', 'emma')).post('/users/enrol_second_factor')
      await app.stop()
      const own: Variables = {
        ...variables,
        PLINTH_DATA_DIR: otherDatabase.dataDir,
        PLINTH_DATABASE_URL: otherDatabase.url,
        PLINTH_SECOND_FACTOR_LEVEL: '1',
      }
      const other = { ...own, PLINTH_SECRET_KEY: OTHER_KEY }

      const [required, optional, rotated, lost] = await Promise.all([
        diagnose(own),
        diagnose({ ...own, PLINTH_SECOND_FACTOR_LEVEL: 'none' }),
        diagnose({ ...other, PLINTH_SECRET_KEY_PREVIOUS: RANDOM_KEY }),
        diagnose(other),
      ])
      await otherDatabase.drop()

      // sudo has none, and emma has not confirmed hers
      const counts = 'ok users with one: 1; without one, although level 1 requires it: 2'
      expect(findingsOf(required.checks, 'second factors')).to.deep.equal([counts])
      expect(findingsOf(optional.checks, 'second factors')).to.deep.equal(['ok users with one: 1; none is required'])
      expect(findingsOf(rotated.checks, 'second factors')).to.deep.equal([counts])
      expect(findingsOf(lost.checks, 'second factors')).to.deep.equal([
        counts,
        'warn the signing key cannot decrypt those of otto, so their codes and recovery codes are refused',
      ])
      expect(lost.checks.map(({ remedy }) => remedy).join()).to.include('plinth users remove-second-factor')
    })

    it('reports an older or newer schema and a wrong clock, and applies no migration', async () => {
      const app = await startApp({ database, on: tempDatabase })
      await app.services.database.write(async (transaction) => {
        await transaction('plinth_migrations').where({ name: 'auth/001-sessions' }).delete()
        await transaction('plinth_migrations').insert({ name: 'users/999-tomorrow', made_at: Date.now() })
      })
      await app.stop()
      const filesBefore = await filesIn(tempDatabase.dataDir)

      const { healthy, checks } = await diagnose({ ...variables, NODE_OPTIONS: HOUR_BEHIND })

      expect(healthy).to.equal(false)
      expect(findingsOf(checks, 'schema')).to.deep.equal([
        'fail a newer version has applied users/999-tomorrow',
        'warn 1 migrations are pending: auth/001-sessions',
      ])
      expect(findingsOf(checks, 'clock').join()).to.match(
        database.name === 'SQLite'
          ? /^warn .* is in the future$/
          : /^warn this machine is 3600\.\d s behind the server$/,
      )
      expect(await filesIn(tempDatabase.dataDir)).to.deep.equal(filesBefore)
    })

    if (database.name === 'SQLite') {
      it('warns if the service runs, but at another port than that of the settings', async () => {
        const otherDatabase = await database.create()
        const own = { ...variablesFor(otherDatabase), PLINTH_SECRET_KEY: RANDOM_KEY }
        const service = await serve(own)
        const unused = await freePort()

        const { checks } = await diagnose({ ...own, PLINTH_PORT: String(unused) })

        service.kill()
        await otherDatabase.drop()
        expect(findingsOf(checks, 'service')).to.deep.equal([
          `warn it runs and accepts commands, but not at 127.0.0.1:${unused}`,
        ])
      })

      it('warns if the port is that of a service with another database', async () => {
        const [ownDatabase, otherDatabase] = [await database.create(), await database.create()]
        const own = { ...variablesFor(ownDatabase), PLINTH_SECRET_KEY: RANDOM_KEY }
        const service = await serve(own)
        const { port } = new URL(service.url)

        const { checks } = await diagnose({ ...own, ...variablesFor(otherDatabase), PLINTH_PORT: port })

        service.kill()
        for (const each of [ownDatabase, otherDatabase]) await each.drop()
        expect(findingsOf(checks, 'port').join()).to.match(/^warn \d+ is in use by Plinth, but not for plinth\.db/)
      })

      it('says that the defaults are checked if no setting is given', async () => {
        const { stdout } = await run(['doctor'], {}, '', { cwd: tempDatabase.dataDir })

        expect(stdout).to.match(/^ok {4}settings — no PLINTH_ variable is set, so the defaults are checked\./m)
      })

      it('reports all problems that prevent a start at once', async () => {
        const file = (name: string) => join(tempDatabase.dataDir, name)
        const { PLINTH_SECRET_KEY: _, ...others } = variables
        await writeFile(file('secret.key'), 'cut off', { mode: 0o640 })
        await writeFile(file('other.db'), 'this is not a database at all'.repeat(100))
        await chmod(file('other.db'), 0o644)
        await rm(file('plinth.db'))
        const otherProgram = createServer((socket) => socket.end('who is there?')).listen(0, '127.0.0.1')
        await once(otherProgram, 'listening')
        const { port } = otherProgram.address() as AddressInfo

        const [lost, damaged] = await Promise.all([
          diagnose({ ...others, PLINTH_PORT: String(port) }),
          diagnose({
            ...variables,
            PLINTH_DATABASE_URL: `sqlite:${file('other.db')}`,
            PLINTH_PORT: 'eighty',
            PLINTH_BCRYPT_COST: '3',
            PLINTH_METRICS_PORT: String(port),
            PLINTH_PROT: '80',
          }),
        ])
        otherProgram.close()

        expect([lost.healthy, damaged.healthy]).to.deep.equal([false, false])
        expect(findingsOf(lost.checks, 'database').join()).to.match(/^fail .*plinth\.db is empty or missing, although/)
        expect(findingsOf(lost.checks, 'signing key').join()).to.match(/^fail .*secret\.key is empty or truncated$/)
        expect(findingsOf(lost.checks, 'files').join()).to.match(/^warn .*secret\.key is open to its group$/)
        expect(findingsOf(lost.checks, 'port').join()).to.match(/^fail 127\.0\.0\.1:\d+ is in use by another program$/)
        expect(findingsOf(damaged.checks, 'metrics port').join()).to.match(
          /^fail 127\.0\.0\.1:\d+ is in use by another program$/,
        )
        expect(findingsOf(damaged.checks, 'database').join()).to.match(/^fail .*other\.db is damaged/)
        expect(findingsOf(damaged.checks, 'files').join()).to.match(/fail \S+ is open to everybody on this machine/)
        expect(findingsOf(damaged.checks, 'settings')).to.deep.equal([
          'fail PLINTH_PORT must be a number',
          'fail PLINTH_BCRYPT_COST must be 4 to 20',
          'warn PLINTH_PROT is not a setting of Plinth',
        ])
        const remedies = damaged.checks.map(({ remedy }) => remedy)
        expect(remedies).to.include('check its spelling; the README lists all settings. Did you mean "PLINTH_PORT"?')
      })

      it('predicts that no service starts on a file that was copied without its log', async () => {
        const otherDatabase = await database.create()
        const own = { ...variablesFor(otherDatabase), PLINTH_SECRET_KEY: RANDOM_KEY }
        const service = await serve(own)
        await service.end('SIGKILL')
        await rm(join(otherDatabase.dataDir, 'plinth.db-wal'))

        const [{ checks }, start] = [await diagnose(own), await run(['serve'], own)]

        await otherDatabase.drop()
        expect(findingsOf(checks, 'database').join()).to.match(/^fail .*plinth\.db has no tables, although/)
        expect(start.code).to.equal(3)
        expect(start.stderr).to.match(/^The database file \S+plinth\.db has no tables, although/)
      })

      it('reports that the file of a running service was replaced', async () => {
        const otherDatabase = await database.create()
        const file = join(otherDatabase.dataDir, 'plinth.db')
        const own = { ...variables, PLINTH_DATA_DIR: otherDatabase.dataDir, PLINTH_DATABASE_URL: `sqlite:${file}` }
        const service = await serve(own)
        await run(['backup', `${file}-copy`], own)
        await rename(`${file}-copy`, file)

        const { healthy, checks } = await diagnose(own)
        service.kill()
        await otherDatabase.drop()

        expect(healthy).to.equal(false)
        expect(findingsOf(checks, 'service').join()).to.match(
          /^fail it runs, but the database file, .* was moved, replaced or removed/,
        )
      })

      it('suggests the same remedy as plinth serve if the driver was not built', async () => {
        const notBuilt = { ...variables, NODE_OPTIONS: NOT_BUILT }

        const [{ healthy, checks }, start] = await Promise.all([diagnose(notBuilt), run(['serve'], notBuilt)])

        const [finding] = checks.filter(({ check }) => check === 'database')
        expect(healthy).to.equal(false)
        expect(finding?.finding).to.match(/^the SQLite driver, .* not built/)
        expect(finding?.remedy).to.match(/npm rebuild sqlite3 .* pnpm approve-builds sqlite3/)
        expect(start).to.deep.include({ code: 3, stdout: '' })
        expect(start.stderr).to.match(
          /^The SQLite driver, .* was not built .* npm rebuild sqlite3 .* pnpm approve-builds sqlite3\. .*\n$/,
        )
      })

      it('says the same as plinth serve to an application that embeds Plinth if the driver was not built', async () => {
        const notBuilt = { ...variables, NODE_OPTIONS: NOT_BUILT }
        const program = [...NODE_FLAGS, '--input-type=module', '--eval', HOST]

        const [host, service] = await Promise.all([run([], notBuilt, '', { program }), run(['serve'], notBuilt)])

        expect(host).to.deep.equal({ code: 0, stdout: `true ${service.stderr}`, stderr: '' })
      })

      it('warns of a secret in a world-readable file, but not in a private one', async () => {
        const { PLINTH_SECRET_KEY: _, ...others } = variables
        const given = { ...others, PLINTH_SECRET_KEY_FILE: join(tempDatabase.dataDir, 'given.key') }
        await writeFile(given.PLINTH_SECRET_KEY_FILE, RANDOM_KEY, { mode: 0o644 })
        const open = await diagnose(given)
        await chmod(given.PLINTH_SECRET_KEY_FILE, 0o600)
        const closed = await diagnose(given)
        await rm(given.PLINTH_SECRET_KEY_FILE)

        expect(findingsOf(open.checks, 'files').join()).to.match(
          /warn \S+given\.key \(PLINTH_SECRET_KEY_FILE\) is open to everybody on this machine/,
        )
        expect(findingsOf(closed.checks, 'files').join()).not.to.include('given.key')
        expect(findingsOf(closed.checks, 'signing key').join()).to.match(/^ok \S+given\.key has 64 bytes/)
      })

      it('fails if this user cannot open or write to the files and folders that a start needs', async () => {
        const otherDatabase = await database.create()
        const file = (name: string) => join(otherDatabase.dataDir, name)
        const at = (folder: string): Variables => ({
          ...variables,
          PLINTH_DATA_DIR: folder,
          PLINTH_DATABASE_URL: `sqlite:${join(folder, 'plinth.db')}`,
        })
        await (await startApp({ database, on: otherDatabase })).stop()
        await chmod(file('plinth.db'), 0o400)
        await chmod(file('plinth.db-owner'), 0o400)
        await mkdir(file('closed'))
        await chmod(file('closed'), 0)
        await writeFile(file('no-folder'), '')

        const { PLINTH_SECRET_KEY: _, ...inClosed } = at(file('closed'))
        const asThisUser = { enforceFilePermissions: true }
        const refused = await Promise.all(
          [
            ['users', 'list'],
            ['audit', 'verify'],
          ].map((args) => run(args, inClosed, '', asThisUser)),
        )
        const [readOnly, closed, insideClosed, belowFile, folderAsFile] = await Promise.all([
          diagnose({ ...at(otherDatabase.dataDir), PLINTH_PORT: '59361', PLINTH_METRICS_PORT: '59361' }),
          diagnose({ ...inClosed, PLINTH_SUDO_PASSWORD_FILE: file('closed/password') }),
          diagnose(at(file('closed/data'))),
          diagnose(at(file('no-folder'))),
          diagnose({ ...at(otherDatabase.dataDir), PLINTH_DATABASE_URL: `sqlite:${file('closed')}` }),
        ])
        await otherDatabase.drop()

        const diagnoses = [readOnly, closed, belowFile, folderAsFile]
        expect(diagnoses.map(({ healthy }) => healthy)).to.deep.equal([false, false, false, false])
        expect(findingsOf(readOnly.checks, 'database')).to.have.length(2)
        expect(findingsOf(readOnly.checks, 'database')[0]).to.match(
          /^fail .*plinth\.db cannot be read and written by this user/,
        )
        expect(findingsOf(readOnly.checks, 'database')[1]).to.match(
          /^fail .*plinth\.db-owner cannot be read and written/,
        )
        expect(findingsOf(readOnly.checks, 'metrics port')).to.deep.equal(['fail 59361 is also PLINTH_PORT'])
        expect(findingsOf(closed.checks, 'folders')[0]).to.match(/^fail .*closed is not writable by this user/)
        expect(findingsOf(closed.checks, 'files')[0]).to.match(
          /^fail this user \(\d+\) may not see the files in \S+closed$/,
        )
        expect(findingsOf(closed.checks, 'signing key')[0]).to.match(/^fail .*secret\.key cannot be read by this user/)
        expect(findingsOf(insideClosed.checks, 'folders')[0]).to.match(
          /^fail this user \(\d+\) may not see \S+closed\/data$/,
        )
        expect(findingsOf(closed.checks, 'settings')[0]).to.match(
          /^fail PLINTH_SUDO_PASSWORD_FILE .* this user may not read/,
        )
        expect(closed.checks.map(({ remedy }) => remedy)).to.include(
          'run the command as the user that runs Plinth (runuser -u <user> -- …); if you do, make that user the owner (chown)',
        )
        for (const { code, stderr } of refused) {
          expect(code).to.equal(1)
          expect(stderr).to.match(
            /^This user is not allowed to open the folder \S+closed\. Run the command as the user/,
          )
        }
        expect(findingsOf(closed.checks, 'database')[0]).to.match(
          /^fail .*plinth\.db cannot be opened by this user \(\d+\) \(EACCES\)$/,
        )
        expect(findingsOf(belowFile.checks, 'folders')[0]).to.match(/^fail .*no-folder is not a folder$/)
        expect(findingsOf(belowFile.checks, 'database')[0]).to.match(/^fail .*plinth\.db cannot be opened .*ENOTDIR/)
        expect(findingsOf(folderAsFile.checks, 'database')).to.deep.equal([`fail ${file('closed')} is a folder`])
        expect(findingsOf(folderAsFile.checks, 'files')).to.deep.equal(['ok there are none yet'])
      })
    } else {
      it('compares the version of pg_dump with that of the server', async () => {
        const findings: string[] = []
        for (const version of ['9.6.24', '99.1 (Debian 99.1-1)']) {
          const { checks } = await diagnose({ ...variables, PATH: await pathWithPgDump(version) })
          findings.push(...findingsOf(checks, 'backup'))
        }

        expect(findings.join()).to.match(
          /^warn pg_dump is version 9, .*,ok pg_dump 99 backs up the server of version \d+$/,
        )
      })

      it('fails if the server is read-only, or its user is not allowed to create tables', async () => {
        const otherDatabase = await database.create()
        const name = new URL(otherDatabase.url).pathname.slice(1)
        const restricted = new URL(otherDatabase.url)
        restricted.username = `${name}_user`
        restricted.password = 'for-tests'
        const server = knex({ client: 'pg', connection: otherDatabase.url })
        await server.raw('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
        await server.raw(`CREATE ROLE ${name}_user LOGIN PASSWORD 'for-tests'`)

        const mayNotCreate = await diagnose({ ...variables, PLINTH_DATABASE_URL: restricted.href })
        await server.raw(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
        const readOnly = await diagnose({ ...variables, PLINTH_DATABASE_URL: otherDatabase.url })
        await server.raw('SET default_transaction_read_only = off')
        await server.raw(`DROP ROLE ${name}_user`)
        await server.destroy()
        await otherDatabase.drop()

        expect([mayNotCreate.healthy, readOnly.healthy]).to.deep.equal([false, false])
        expect(findingsOf(mayNotCreate.checks, 'schema').join()).to.match(/^fail tables must be created, but the user/)
        expect(findingsOf(readOnly.checks, 'database').join()).to.match(
          /^fail \S+ is read-only \(default_transaction_read_only\)$/,
        )
      })

      it('distinguishes why a server cannot be reached, and never repeats the password', async () => {
        const { host } = new URL(tempDatabase.url)
        const silent = createServer().listen(0, '127.0.0.1') // like a firewall
        await once(silent, 'listening')
        const urls = [
          tempDatabase.url.replace('postgres:postgres@', 'postgres:hunter2@'),
          `${tempDatabase.url}_gone`,
          'postgres://postgres:hunter2@127.0.0.1:1/plinth',
          'postgres://postgres:hunter2@[host/plinth',
          `${tempDatabase.url}?sslmode=require`,
          `${tempDatabase.url}?sslmode=verify-full&sslrootcert=/nowhere.pem`,
          `postgres://postgres:hunter2@127.0.0.1:${(silent.address() as AddressInfo).port}/plinth`,
          ...['@', '/', '#'].map((special) => `postgres://postgres:12${special}hunter2@127.0.0.1:1,127.0.0.1:2/plinth`),
        ]

        const all = await Promise.all(urls.map((url) => run(['doctor'], { ...variables, PLINTH_DATABASE_URL: url })))
        silent.close()

        const findings = all.map(({ stdout }) => stdout.match(/^fail {2}database — (.*?);/m)?.[1] ?? stdout)
        expect(findings[0]).to.match(new RegExp(`^${host}/test_\\w+ refuses the user or the password \\(28P01\\)$`))
        expect(findings[1]).to.equal('the database that PLINTH_DATABASE_URL names does not exist (3D000)')
        expect(findings[2]).to.equal('127.0.0.1:1/plinth refuses connections (ECONNREFUSED)')
        expect(findings[3]).to.equal('PLINTH_DATABASE_URL is not a URL')
        expect(findings[4]).to.match(/ does not support TLS$/)
        expect(findings[5]).to.equal('a certificate or key that PLINTH_DATABASE_URL names cannot be read (ENOENT)')
        expect(findings[6]).to.match(/^127\.0\.0\.1:\d+\/plinth did not respond \(no code\)$/)
        expect(findings.slice(7)).to.deep.equal(Array(3).fill('PLINTH_DATABASE_URL is invalid'))
        for (const { code, stdout, stderr } of all) {
          expect([code, stderr]).to.deep.equal([1, ''])
          expect(stdout).not.to.include('hunter2')
        }
      })
    }
  })

  it('warns if disk space is low, and fails if there is almost none', () => {
    const [MB, GB] = [1_000_000, 1_000_000_000]
    const grades = [
      [99 * MB, 0],
      [101 * MB, 0],
      [2 * GB, 3 * GB],
      [2 * GB, 1 * GB],
    ].map(([free = 0, size = 0]) => spaceFinding('/data', free, size).grade)

    expect(grades).to.deep.equal(['fail', 'warn', 'warn', 'ok'])
  })

  it('recognizes a guessable key', () => {
    const good = [RANDOM_KEY, '7c1d09e4a2b85f36d0c97e41fa285b63', SECRET_KEY]
    const weak = [
      'f3a9'.repeat(16),
      'change-me-before-you-go-to-production',
      '0123456789abcdef'.repeat(4),
      `${'\0'.repeat(40)}${RANDOM_KEY.slice(0, 31)} \t\n`,
    ]

    expect(good.map((key) => strengthOf('key', key).grade)).to.deep.equal(['ok', 'ok', 'ok'])
    expect(weak.map((key) => strengthOf('key', key).grade)).to.deep.equal(['fail', 'fail', 'fail', 'fail'])
  })
})

async function diagnose(variables: Variables): Promise<Diagnosis> {
  const { code, stdout, stderr } = await run(['doctor', '--json'], variables, '', { enforceFilePermissions: true })
  const diagnosis: Diagnosis = JSON.parse(stdout)
  expect({ code, stderr }).to.deep.equal({ code: diagnosis.healthy ? 0 : 1, stderr: '' })
  return diagnosis
}

function findingsOf(checks: Diagnosis['checks'], name: string): string[] {
  return checks.filter(({ check }) => check === name).map(({ grade, finding }) => `${grade} ${finding}`)
}

/** Returns the files of a folder, each with the metadata that a change would alter. */
async function filesIn(folder: string): Promise<unknown> {
  const names = await readdir(folder)
  return Promise.all(
    names.sort().map(async (name) => {
      const { mode, size, mtimeMs } = await stat(join(folder, name))
      return { name, mode, size, mtimeMs }
    }),
  )
}
