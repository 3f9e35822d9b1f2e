import { once } from 'node:events'
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { forEachDatabase, TEST_PASSWORD, type TempDatabase, until } from '@plinth/testing'
import { expect } from 'chai'
import { startApp } from '../../../test/support/app.js'
import {
  type ProcessResult,
  REPO_ROOT,
  run,
  type Service,
  serve,
  type Variables,
  variablesFor,
} from '../../../test/support/service-process.js'
import { codeAt } from '../../../test/support/totp-codes.js'

const NEW_PASSWORD = 'a quiet mill 42'
const CODE = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describe('the plinth command for administration', function () {
  this.timeout(60_000)

  if (process.getuid?.() === 0)
    it('sends nothing to a socket that another user has put in place of that of the service', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'plinth-socket-'))
      const socket = join(folder, 'plinth.db-socket')
      let connections = 0
      const otherServer = createServer(() => {
        connections += 1
      }).listen(socket)
      await once(otherServer, 'listening')
      await chown(socket, 65_534, 65_534)

      const ended = await run(['users', 'set-password', 'sudo'], { PLINTH_DATA_DIR: folder }, TEST_PASSWORD)
      otherServer.close()
      await rm(folder, { recursive: true })

      expect(ended).to.deep.include({ code: 1, stdout: '' })
      expect(ended.stderr).to.match(
        /^The socket \S+plinth\.db-socket belongs to the user 65534, not to the user that runs the service\./,
      )
      expect(connections).to.equal(0)
    })

  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let variables: Variables
    let service: Service
    before(async () => {
      tempDatabase = await database.create()
      variables = { ...variablesFor(tempDatabase), PLINTH_SUDO_PASSWORD: TEST_PASSWORD }
      service = await serve(variables)
    })
    after(async () => {
      service.kill()
      await tempDatabase.drop()
    })
    const plinth = (args: string, input = '') => run(args.split(' '), variables, input)

    it('adds users of any role next to the running service, who can log in at once', async () => {
      const added = await plinth(
        'users add anna --role admin --email anna@plant.test --name Anna --json',
        TEST_PASSWORD,
      )

      expect(jsonOf(added)).to.deep.include({ username: 'anna', role: 'admin', level: 1, name: 'Anna', lastname: null })
      expect((await logIn(service, 'anna')).status).to.equal(200)
    })

    it('adds users whose account ends', async () => {
      const add = (name: string, end: string) =>
        plinth(`users add ${name} --role guest --email ${name}@plant.test --valid-until ${end} --json`, TEST_PASSWORD)

      const [ended, ending] = [await add('edda', '2020-01-31T17:00:00Z'), await add('elsa', '2999-01-31T17:00:00Z')]
      const refused = await add('emma', 'tomorrow')

      expect(jsonOf(ended)).to.include({ username: 'edda', valid_until: '2020-01-31T17:00:00.000Z' })
      expect(jsonOf(ending)).to.include({ username: 'elsa', valid_until: '2999-01-31T17:00:00.000Z' })
      expect([(await logIn(service, 'edda')).status, (await logIn(service, 'elsa')).status]).to.deep.equal([403, 200])
      expect([refused.code, refused.stderr.includes('valid_until')]).to.deep.equal([1, true])
    })

    it('reports the problems of an invalid user, and adds none', async () => {
      const ended = [
        await plinth('users add a/b --role admin --email nothing', TEST_PASSWORD),
        await plinth('users add bert --role captain --email bert@plant.test', TEST_PASSWORD),
        await plinth('users add bert --role operator --email bert@plant.test', 'short'),
        await plinth('users add bert --email bert@plant.test', TEST_PASSWORD),
      ]

      expect(ended.map(({ code }) => code)).to.deep.equal([1, 1, 1, 1])
      expect(ended[0]?.stderr).to.include('username may only').and.to.include('email must be')
      const roles = 'sudo, admin, supervisor, operator, auditor, guest'
      expect(ended[1]?.stderr).to.equal(`The role "captain" does not exist. Available roles: ${roles}.\n`)
      expect(ended[2]?.stderr).to.include('8 characters').and.not.include('short')
      expect((await logIn(service, 'bert')).status).to.equal(403)
    })

    it('disables and enables a user, which applies in the service at once', async () => {
      await plinth('users add dora --role operator --email dora@plant.test', TEST_PASSWORD)
      const { apiKey } = (await logIn(service, 'dora')).body

      const disabled = await plinth('users disable Dora --json')
      const [withKey, login] = [await service.client.withKey(apiKey).get('/roles'), await logIn(service, 'dora')]
      await plinth('users enable dora')

      expect(jsonOf(disabled)).to.include({ username: 'dora', disabled: true })
      expect([withKey.status, login.status]).to.deep.equal([401, 403])
      expect((await logIn(service, 'dora')).status).to.equal(200)
    })

    it('gives a role, ends sessions, and deletes', async () => {
      await plinth('users add emil --role operator --email emil@plant.test', TEST_PASSWORD)
      const { apiKey } = (await logIn(service, 'emil')).body
      const emil = service.client.withKey(apiKey)

      await plinth('users set-role emil admin')
      const asAdmin = await emil.get('/settings')
      const sessions = jsonOf(await plinth('sessions list emil --json'))
      const ended = jsonOf(await plinth('sessions end emil --json'))
      const afterwards = await emil.get('/settings')
      await plinth('users delete emil')

      expect([asAdmin.status, sessions.length, ended.ended, afterwards.status]).to.deep.equal([200, 1, 1, 401])
      const users: { username: string }[] = jsonOf(await plinth('users list --json'))
      expect(users.map(({ username }) => username))
        .to.include('sudo')
        .and.not.include('emil')
    })

    it('creates, lists and revokes tokens', async () => {
      const { token, ...made } = jsonOf(await plinth('tpt create operator 30 --name historian --note by-anna --json'))
      const before = await service.client.withKey(token).get('/roles')
      const [listed] = jsonOf(await plinth('tpt list --json'))
      const revoked = await plinth(`tpt revoke ${listed.id}`)
      const after = await service.client.withKey(token).get('/roles')

      expect([before.status, revoked.code, after.status]).to.deep.equal([200, 0, 401])
      expect(listed).to.include({ role: 'operator', created_by: 'plinth command', revoked_at: null })
      const { id, role, created_on, expires_at } = listed
      expect(made).to.deep.equal({ id, role, created_on, expires_at, name: 'historian' })
      expect(listed).to.include({ name: 'historian', note: 'by-anna' })
      const permanent = await plinth('tpt create operator')
      expect(permanent.stdout).to.match(/^expires_at: never$/m)
      const wrong = await plinth('tpt create operator forever')
      expect([wrong.code, wrong.stderr]).to.deep.equal([1, 'error: <days> must be a whole number, 1 or more\n'])
    })

    it('lists the roles with their levels, and whether a signup for them needs a key', async () => {
      const listed = jsonOf(await plinth('roles list --json'))

      expect(listed.slice(2, 4)).to.deep.equal([
        { name: 'supervisor', level: 2, signup_without_key: false },
        { name: 'operator', level: 10, signup_without_key: true },
      ])
      expect((await plinth('roles list')).stdout).to.match(/^name +level +signup_without_key\nsudo +0 +false\n/)
    })

    it('creates, changes and deletes roles, even of level 0', async () => {
      const added = jsonOf(await plinth('roles add Night.Shift 0 --json'))
      const changed = jsonOf(await plinth('roles set-level night.shift 12 --json'))
      const reserved = await plinth('roles set-level admin 12')
      const wrong = await plinth('roles add other high')
      const deleted = jsonOf(await plinth('roles delete night.shift --json'))

      expect([added, changed, deleted]).to.deep.equal([
        { name: 'night.shift', level: 0 },
        { name: 'night.shift', level: 12 },
        { name: 'night.shift', deleted: true },
      ])
      expect([reserved.code, reserved.stderr]).to.deep.equal([
        1,
        'The role "admin" has rules of its own. It cannot be changed or deleted.\n',
      ])
      expect([wrong.code, wrong.stderr]).to.deep.equal([1, 'error: <level> must be a whole number, 0 or more\n'])
    })

    it('accepts the name of a log level, and prints it', async () => {
      const set = await plinth('settings set log_level=WARNING')
      const shown = await plinth('settings show')

      const { apiKey } = (await logIn(service, 'sudo')).body
      const sudo = service.client.withKey(apiKey)
      await until(async () => (await sudo.get('/settings')).body.log_level === 30) // on PostgreSQL within a second
      await plinth('settings set log_level=20')
      expect([set.stdout, shown.stdout].map((text) => text.includes('log_level: 30 (warning)\n'))).to.deep.equal([
        true,
        true,
      ])
    })

    it('sets debug for some minutes, and ends it', async () => {
      const before = jsonOf(await plinth('settings show --json')).log_level
      const started = await plinth('settings debug 15')
      const shown = await plinth('settings show')
      const again = jsonOf(await plinth('settings debug 120 --json'))
      const ended = await plinth('settings debug off')
      const refused = await Promise.all(
        ['0', '121', '1.5', 'long'].map((duration) => plinth(`settings debug ${duration}`)),
      )

      expect(started.stdout).to.match(/^log_level: 10 \(debug\)\nuntil: 2\d{3}-.*Z\n$/)
      expect(shown.stdout).to.match(/^debug_until: 2\d{3}-.*Z$/m)
      expect(again.log_level).to.equal(10)
      expect(ended.stdout).to.equal(`log_level: ${before} (info)\nuntil: -\n`)
      expect(refused.map(({ code }) => code)).to.deep.equal([1, 1, 1, 1])
      expect(refused[1]?.stderr).to.include('minutes')
    })

    it('changes the logging settings of the service, all or none', async () => {
      const set = jsonOf(await plinth('settings set log_level=10 logger_period=5 --json'))
      const refused = await Promise.all(
        [
          'log_level=30 log_max_bytes=4096',
          'loud',
          'log_level=30 log_level=20',
          'log_level=abc',
          'foo=1',
          `logger_period=${'9'.repeat(400)}`,
        ].map((given) => plinth(`settings set ${given}`)),
      )
      const many = jsonOf(await plinth('settings set log_max_bytes=9007199254740992 log_backup_count=1001 --json'))
      const shown = jsonOf(await plinth('settings show --json'))

      expect(set).to.include({ log_level: 10, logger_period: 5 })
      expect(many).to.deep.equal({ ...set, log_max_bytes: 2 ** 53, log_backup_count: 1_001 })
      expect(shown).to.deep.equal(many)
      expect(refused.map(({ code }) => code)).to.deep.equal([1, 1, 1, 1, 1, 1])
      expect(refused[2]?.stderr).to.equal('error: log_level is given twice.\n')
      expect(refused[3]?.stderr).to.include('20 (info), 30 (warning)')
      expect(refused[0]?.stderr).to.include('must be provided together')
    })

    it('removes saved logging settings, so that the configured ones apply again', async () => {
      const configured = jsonOf(
        await plinth('settings unset log_level logger_period log_max_bytes log_backup_count --json'),
      )
      await plinth('settings set log_level=critical logger_period=7')

      const unset = jsonOf(await plinth('settings unset log_level --json'))
      const again = jsonOf(await plinth('settings unset log_level --json'))
      const refused = await plinth('settings unset log_level=20')

      const { apiKey } = (await logIn(service, 'sudo')).body
      const [event] = (await service.client.withKey(apiKey).get('/audit?event=settings-changed')).body
      expect(configured).to.include({ log_level: 20, logger_period: 10 })
      expect(unset).to.deep.equal({ ...configured, logger_period: 7 })
      expect(again).to.deep.equal(unset)
      expect(refused.code).to.equal(1)
      expect(refused.stderr).to.match(/^error: There is no setting "log_level=20"\. Use log_level, /)
      expect(event.details).to.deep.equal({ level: 'unset' })
    })

    it('lists until when a user is locked after wrong passwords', async () => {
      await plinth('users add lola --role operator --email lola@plant.test', TEST_PASSWORD)
      for (let attempt = 0; attempt < 5; attempt += 1) await logIn(service, 'lola', 'wrong password')
      const loginOf = async (name: string) =>
        (jsonOf(await plinth('users list --json')) as { username: string; login: string }[]).find(
          ({ username }) => username === name,
        )?.login

      const locked = await loginOf('lola')
      await plinth('users disable lola')
      const disabled = await loginOf('lola')
      await plinth('users set-password lola', TEST_PASSWORD)
      await plinth('users enable lola')

      expect(locked).to.match(/^locked until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
      expect(disabled).to.equal(`disabled, ${locked}`)
      expect([await loginOf('lola'), await loginOf('sudo')]).to.deep.equal(['yes', 'yes'])
    })

    const redeem = (username: string, code: string, new_password = NEW_PASSWORD) =>
      service.client.post('/users/redeem_code', { username, code, new_password })

    it('issues a one-time code even for a sudo user, which is redeemed in the service at once', async () => {
      await plinth('users add susi --role sudo --email susi@plant.test', TEST_PASSWORD)
      const { apiKey } = (await logIn(service, 'susi')).body

      const { code, ...issued } = jsonOf(await plinth('users code SUSI --json'))
      const before = await service.client.withKey(apiKey).get('/roles')
      const redeemed = await redeem('susi', code)
      const ended = await service.client.withKey(apiKey).get('/roles')

      expect(code).to.match(CODE)
      expect(issued).to.deep.equal({ username: 'susi', purpose: 'reset', expires_at: issued.expires_at })
      expect(Date.parse(issued.expires_at) - Date.now()).to.be.within(14 * MINUTE_MS, 16 * MINUTE_MS)
      expect([before.status, redeemed.status, ended.status]).to.deep.equal([200, 200, 401])
      expect((await logIn(service, 'susi', NEW_PASSWORD)).status).to.equal(200)
      await plinth('users delete susi')
    })

    it('says what a code is for, on two lines, and redeems it as printed', async () => {
      await plinth('users add sven --role operator --email sven@plant.test', TEST_PASSWORD)

      const { code, stdout, stderr } = await plinth('users code sven')
      const [printed = '', sentence] = stdout.split('\n')

      expect([code, stderr]).to.deep.equal([0, ''])
      expect(printed).to.match(CODE)
      expect(sentence).to.match(
        /^With this code, sven can set a password until \d{4}-\S+Z, once: .* It is not shown again\.$/,
      )
      expect((await redeem('sven', printed)).status).to.equal(200)
    })

    it('invites a user, who cannot log in before the code has set a password', async () => {
      const text = await plinth('users invite ines --role admin --email ines@plant.test --name Ines')
      const invited = jsonOf(await plinth('users invite ivan --role sudo --email ivan@plant.test --json'))
      const before = await logIn(service, 'ivan', NEW_PASSWORD)
      const users: { username: string; role: string; name: string | null; login: string }[] = jsonOf(
        await plinth('users list --json'),
      )

      const redeemed = [await redeem('ines', text.stdout.split('\n')[0] ?? ''), await redeem('ivan', invited.code)]

      expect(text).to.deep.include({ code: 0, stderr: '' })
      expect(text.stdout).to.match(/\nWith this code, ines can set a password until /)
      expect(invited).to.include({ username: 'ivan', purpose: 'invitation' })
      expect(Date.parse(invited.expires_at) - Date.now()).to.be.within(2.9 * DAY_MS, 3.1 * DAY_MS)
      expect(before.status).to.equal(403)
      expect(users.find(({ username }) => username === 'ines')).to.include({
        role: 'admin',
        name: 'Ines',
        login: 'no password',
      })
      expect(redeemed.map(({ status }) => status)).to.deep.equal([200, 200])
      expect((await logIn(service, 'ines', NEW_PASSWORD)).status).to.equal(200)
      expect((await logIn(service, 'ivan', NEW_PASSWORD)).status).to.equal(200)
      await plinth('users delete ivan')
    })

    it('lists and withdraws codes, and never shows them again', async () => {
      await plinth('users add udo --role operator --email udo@plant.test', TEST_PASSWORD)
      const { code, expires_at } = jsonOf(await plinth('users code udo --json'))

      const [table, listed] = [await plinth('users codes'), jsonOf(await plinth('users codes --json'))]
      const withdrawn = await plinth('users withdraw-code Udo')
      const again = await plinth('users withdraw-code udo')
      const none = [await plinth('users codes'), await plinth('users codes --json')]

      const [{ created_at, ...only }] = listed
      expect(listed).to.have.length(1)
      expect(only).to.deep.equal({ username: 'udo', purpose: 'reset', issued_by: 'plinth command', expires_at })
      expect(table.stdout.split('\n')[0]).to.match(/^username +purpose +issued_by +created_at +expires_at *$/)
      expect(table.stdout).to.include('udo').and.not.include(code)
      expect(withdrawn).to.deep.equal({ code: 0, stdout: 'username: Udo\nwithdrawn: true\n', stderr: '' })
      expect(again).to.deep.equal({ code: 1, stdout: '', stderr: 'There is no code for this user.\n' })
      expect(none.map(({ stdout }) => stdout)).to.deep.equal(['None.\n', '[]\n'])
      expect((await redeem('udo', code)).status).to.equal(403)
    })

    it("removes a second factor, even a sudo's, after which the password suffices", async () => {
      await plinth('users add sara --role sudo --email sara@plant.test', TEST_PASSWORD)
      const sara = service.client.withKey((await logIn(service, 'sara')).body.apiKey)
      const { secret } = (await sara.post('/users/enrol_second_factor')).body
      await sara.post('/users/confirm_second_factor', { code: codeAt(secret, Date.now()) })
      const before = await logIn(service, 'sara')

      const removed = await plinth('users remove-second-factor Sara')
      const again = await plinth('users remove-second-factor sara --json')
      const unknown = await plinth('users remove-second-factor nobody')
      const after = await logIn(service, 'sara')
      const open = await sara.get('/session')

      expect([before.status, before.body.code]).to.deep.equal([401, 'SECOND_FACTOR_REQUIRED'])
      expect(removed).to.deep.equal({ code: 0, stdout: 'username: Sara\nremoved: true\n', stderr: '' })
      expect([again.code, again.stdout]).to.deep.equal([1, ''])
      expect(again.stderr).to.include('There is no second factor.')
      expect(unknown).to.deep.equal({ code: 1, stdout: '', stderr: 'There is no user of that name.\n' })
      expect([after.status, open.status]).to.deep.equal([200, 200])
      await plinth('users delete sara')
    })

    it('issues no code for an unknown or a disabled user, with the reason', async () => {
      await plinth('users add dirk --role operator --email dirk@plant.test', TEST_PASSWORD)
      await plinth('users disable dirk')

      const [unknown, disabled] = [await plinth('users code nobody'), await plinth('users code dirk --json')]

      expect(unknown).to.deep.equal({ code: 1, stdout: '', stderr: 'There is no user of that name.\n' })
      expect(disabled).to.deep.equal({
        code: 1,
        stdout: '',
        stderr: 'This user is disabled, or the account has ended. Enable the user or extend the account first.\n',
      })
    })

    it('issues codes while no service runs, which the service accepts once it runs', async () => {
      await plinth('users add rolf --role operator --email rolf@plant.test', TEST_PASSWORD)
      await service.end('SIGTERM')

      const { code } = jsonOf(await plinth('users code rolf --json'))
      const invited = jsonOf(await plinth('users invite rosa --role guest --email rosa@plant.test --json'))
      const listed: { username: string }[] = jsonOf(await plinth('users codes --json'))
      await plinth('users code sudo')
      const withdrawn = await plinth('users withdraw-code sudo')
      service = await serve(variables)

      expect(listed.map(({ username }) => username)).to.have.members(['rolf', 'rosa'])
      expect(withdrawn.code).to.equal(0)
      expect((await redeem('rolf', code)).status).to.equal(200)
      expect((await redeem('rosa', invited.code)).status).to.equal(200)
      expect((await logIn(service, 'rosa', NEW_PASSWORD)).status).to.equal(200)
    })

    if (database.name === 'PostgreSQL') {
      it('names the package of pg_dump where that is not installed, and leaves no file', async () => {
        const file = join(tempDatabase.dataDir, 'copy.dump')
        const ended = await run(['backup', file], { ...variables, PATH: tempDatabase.dataDir })

        expect(ended).to.deep.include({ code: 1, stdout: '' })
        expect(ended.stderr).to.match(/^The database was not backed up: pg_dump was not found\. .*postgresql-client/)
        expect(await stat(file).catch(({ code }) => code)).to.equal('ENOENT')
      })

      it('hides the password of the URL from the arguments of pg_dump, even if it is a parameter', async () => {
        const folder = tempDatabase.dataDir
        const script = `#!/bin/sh\necho "$PGPASSWORD $*" > '${join(folder, 'received')}'\n`
        await writeFile(join(folder, 'pg_dump'), script, { mode: 0o755 })
        const url = new URL(String(variables.PLINTH_DATABASE_URL))
        const { password } = url
        url.password = ''
        url.searchParams.set('password', password)

        const databaseUrl = { PLINTH_DATABASE_URL: `${url}&connect_timeout=5` }
        await run(['backup', join(folder, 'hidden.dump')], { ...variables, ...databaseUrl, PATH: folder })

        const received = await readFile(join(folder, 'received'), 'utf8')
        expect(received).to.match(/^\S+ --format=custom .* --dbname=postgres.*\?connect_timeout=5\n$/)
        expect(received.split(' ')[0]).to.equal(password)
      })
    } else {
      it('backs up the file next to the running service, readable by its owner only, without overwriting', async () => {
        const copy = join(tempDatabase.dataDir, 'copy.db')

        const [made, again] = [await plinth(`backup ${copy} --json`), await plinth(`backup ${copy}`)]

        const { size: bytes } = await stat(copy)
        const others = { previous_key: null, retired_keys: null, audit_key: null, previous_audit_key: null }
        const keys = { signing_key: 'PLINTH_SECRET_KEY', unused_key_file: null, ...others }
        expect(jsonOf(made)).to.deep.equal({ file: copy, bytes, ...keys })
        expect((await stat(copy)).mode & 0o777).to.equal(0o600)
        expect(again).to.deep.include({ code: 1, stdout: '' })
        expect(again.stderr).to.include('already exists')
        const other = await startApp({ database, on: { ...tempDatabase, url: `sqlite:${copy}` } })
        expect((await other.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
        await other.stop()
      })

      it('reports that the key file was removed while the service runs', async () => {
        const { PLINTH_SECRET_KEY: _, ...withKeyFile } = variables
        const [own, backups] = [await database.create(), await database.create()]
        const ownVariables = { ...withKeyFile, PLINTH_DATABASE_URL: own.url, PLINTH_DATA_DIR: own.dataDir }
        const running = await serve(ownVariables)
        const backUp = (name: string) => run(['backup', join(backups.dataDir, name), '--json'], ownVariables)

        const before = await backUp('before.db')
        await rm(join(own.dataDir, 'secret.key'))
        const after = await backUp('after.db')
        running.kill()
        for (const folder of [own, backups]) await folder.drop()

        expect(jsonOf(before).signing_key).to.equal(join(own.dataDir, 'secret.key'))
        expect(before.stderr).to.equal('')
        expect([after.code, JSON.parse(after.stdout).signing_key]).to.deep.equal([0, null])
        expect(after.stderr).to.match(
          /^The data folder has no secret\.key: it was removed while the service was running\./,
        )
      })

      for (const suffix of [
        '-journal',
        '-wal',
        '-shm',
        '-restore',
        '-keep',
        '-owner',
        '-socket',
        '-keep-wal',
        '-restore-journal',
      ]) {
        it(`does not back up to a file whose name ends in ${suffix}, which the database itself uses`, async () => {
          const file = `${tempDatabase.url.replace(/^sqlite:/, '')}${suffix}`

          const ended = await plinth(`backup ${file}`)

          expect(ended).to.deep.include({ code: 1, stdout: '' })
          expect(ended.stderr).to.include('is a name that the database itself uses. Name another file')
        })
      }

      it('fails to back up if it cannot see the file that the service writes', async () => {
        const file = `/proc/self/cwd/unseen-${process.pid}.db` // another folder for the service than for the command
        const elsewhere = { cwd: join(REPO_ROOT, 'test') }

        const ended = await run(['backup', file], variables, '', elsewhere)

        await rm(join(REPO_ROOT, basename(file)))
        expect(ended).to.deep.include({ code: 1, stdout: '' })
        expect(ended.stderr).to.match(/does not see it there: .* Name a folder that both can see/)
      })
    }

    it('refuses to remove the last sudo user, with the reason', async () => {
      const ended = await plinth('users disable sudo')

      expect(ended).to.include({ code: 1, stdout: '' })
      expect(ended.stderr).to.equal(
        'This is the last sudo user who can log in and whose account does not end: create another one first.\n',
      )
    })

    it('uses the database directly when no service runs', async () => {
      await service.end('SIGTERM')

      const table = await plinth('users list')
      await plinth('users add otto --role operator --email otto@plant.test', TEST_PASSWORD)
      service = await serve(variables)

      expect(table.stdout.split('\n')[0]).to.match(
        /^username +role +level +email +name +lastname +disabled +valid_until +login$/,
      )
      expect((await logIn(service, 'otto')).status).to.equal(200)
    })

    if (database.name === 'SQLite') {
      it('accepts exactly one line as a password, and logs the changes', async () => {
        const inputs = ['', '\n', `${TEST_PASSWORD}\nmore\n`, 'x'.repeat(5_000)]
        const refused = await Promise.all(inputs.map((input) => plinth('users set-password otto', input)))
        const weak = await plinth('users set-password otto', 'hunter2')
        const done = await plinth('users set-password otto', `${TEST_PASSWORD}\r\n`)

        expect([...refused, weak, done].map(({ code }) => code)).to.deep.equal([1, 1, 1, 1, 1, 0])
        const reasons = refused.map(({ stderr }) => stderr.split(/ on stdin/)[0])
        expect(reasons).to.deep.equal([
          'There is no password',
          'There is no password',
          'There is more than one line',
          'There are more than 4096 bytes',
        ])
        const recorded = () =>
          service.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'password-changed')
        await until(() => recorded().length > 0)
        expect(recorded()).to.have.length(1)
        expect(recorded()[0]).to.deep.include({
          level: 30,
          result: 'done',
          actor_kind: 'command',
          target: 'otto',
          msg: 'security event',
        })
        expect(service.stdout).not.to.include(TEST_PASSWORD)
      })

      it('never uses the service of another database file in the same data folder', async () => {
        const other = { ...variables, PLINTH_DATABASE_URL: `sqlite:${join(tempDatabase.dataDir, 'other.db')}` }

        const missing = await run(['users', 'list'], other)
        await run(['migrate'], other)
        const added = await run(
          ['users', 'add', 'olaf', '--role', 'admin', '--email', 'o@x.test'],
          other,
          TEST_PASSWORD,
        )

        expect(missing).to.deep.include({ code: 3, stdout: '' })
        expect(missing.stderr).to.match(/^There is no database \S+other\.db\./)
        expect(added.code).to.equal(0)
        expect((await logIn(service, 'olaf')).status).to.equal(403)
      })

      it('commands the service of its own file, not that of another file with the same name and another extension', async () => {
        const file = join(tempDatabase.dataDir, 'plinth.other')
        const otherVariables = { ...variables, PLINTH_DATABASE_URL: `sqlite:${file}` }
        const other = await serve(otherVariables)
        await run(['users', 'add', 'outsider', '--role', 'guest', '--email', 'o@x.test'], otherVariables, TEST_PASSWORD)

        const [listed, listedElsewhere] = await Promise.all([
          plinth('users list --json'),
          run(['users', 'list', '--json'], otherVariables),
        ])
        await other.end('SIGTERM')

        expect(listed.stdout).not.to.include('outsider')
        expect(listedElsewhere.stdout).to.include('outsider')
        expect((await plinth('users list --json')).code).to.equal(0)
      })

      it('removes no file that has the name of its socket', async () => {
        const other = { ...variables, PLINTH_DATABASE_URL: `sqlite:${join(tempDatabase.dataDir, 'third.db')}` }
        const precious = join(tempDatabase.dataDir, 'third.db-socket')
        await writeFile(precious, 'precious')

        const third = await serve(other)
        await third.end('SIGTERM')

        expect(await readFile(precious, 'utf8')).to.equal('precious')
        expect(third.logLines.join()).to.include('The socket for the plinth command could not be opened')
      })

      it('survives any request on its socket', async () => {
        const socket = join(tempDatabase.dataDir, 'plinth.db-socket')
        const responses = await Promise.all(
          ['/%', '//', '/config%20import?%', '/constructor', '/users%20add'].map((path) =>
            postTo(socket, path, 'null'),
          ),
        )

        for (const response of responses) expect(JSON.parse(response)).to.have.property('refusal')
        expect((await service.client.get('/health/live')).status).to.equal(200)
      })

      it('tells another user which user must run the command', async () => {
        const socket = join(tempDatabase.dataDir, 'plinth.db-socket')
        await chmod(socket, 0)
        const ended = await Promise.all(
          [
            ['users', 'list'],
            ['config', 'export'],
          ].map((args) => run(args, variables, '', { enforceFilePermissions: true })),
        )
        await chmod(socket, 0o600)

        for (const { code, stderr } of ended) {
          expect(code).to.equal(1)
          expect(stderr).to.equal(
            `This user is not allowed to connect to the service at ${socket}. Run the command as the user that runs the service.\n`,
          )
        }
      })

      it('tells another user who may not open the data folder, for an export to a file too', async () => {
        const { dataDir } = tempDatabase
        await chmod(dataDir, 0)
        const file = join(tmpdir(), `plinth-not-exported-${process.pid}.json`)
        const { code, stderr } = await run(['config', 'export', file], variables, '', { enforceFilePermissions: true })
        await chmod(dataDir, 0o700)

        expect(code).to.equal(1)
        expect(stderr).to.equal(
          `This user is not allowed to open the folder ${dataDir}. Run the command as the user that runs the service.\n`,
        )
      })

      it('has no socket if its path is too long, which both the service and the command report', async () => {
        const folder = join(tempDatabase.dataDir, 'x'.repeat(107))
        const deepVariables = {
          ...variables,
          PLINTH_DATABASE_URL: `sqlite:${join(folder, 'plinth.db')}`,
          PLINTH_DATA_DIR: folder,
        }
        const deep = await serve(deepVariables)
        const [listing, exporting] = await Promise.all([
          run(['users', 'list'], deepVariables),
          run(['config', 'export'], deepVariables),
        ])
        await deep.end('SIGTERM')
        const alone = await run(['users', 'list', '--json'], deepVariables)

        const [warning] = deep.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
        expect(warning).to.include({
          msg: 'The socket for the plinth command could not be opened; restart the service to retry',
        })
        expect(warning.err.code).to.equal('ENAMETOOLONG')
        for (const { code, stderr } of [listing, exporting]) {
          expect(code).to.equal(3)
          expect(stderr).to.match(/too long for a socket \(at most \d+ bytes\).*\nAnother process is using/)
        }
        expect([alone.code, JSON.parse(alone.stdout).length]).to.deep.equal([0, 1])
        expect((await readdir(tempDatabase.dataDir)).filter((name) => name.startsWith('xxx'))).to.have.length(1)
      })

      it('uses a socket that only its user may open, even after the service was killed, and removes it when the service stops', async () => {
        const socket = join(tempDatabase.dataDir, 'plinth.db-socket')
        const { mode } = await stat(socket)

        service.kill()
        service = await serve(variables)
        const listed = await plinth('users list --json')
        await service.end('SIGTERM')

        expect(mode & 0o777).to.equal(0o600)
        expect(listed.code).to.equal(0)
        expect(await stat(socket).catch(({ code }) => code)).to.equal('ENOENT')
      })
    }
  })

  it('prints the OpenAPI document without a database', async () => {
    const ended = await run(['openapi', '--json'], { PLINTH_DATA_DIR: '/proc/nowhere' })

    expect(ended.stderr).to.equal('')
    expect(jsonOf(ended)).to.include({ openapi: '3.1.0' })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
function jsonOf({ stdout, stderr }: ProcessResult): any {
  if (stderr) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Sends a request that the command would not send to a service's socket, and returns the response. */
async function postTo(socketPath: string, path: string, body: string): Promise<string> {
  const call = request({ socketPath, path, method: 'POST' })
  call.end(body)
  const [response] = await once(call, 'response')
  return text(response)
}

const logIn = (service: Service, username: string, password = TEST_PASSWORD) =>
  service.client.post('/users/login', { username, password })
