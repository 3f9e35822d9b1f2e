import { definePlugin, type KernelOptions, type Knex, passwordRules } from '@plinth/kernel'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import {
  forEachDatabase,
  ManualClock,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
  type TestClient,
} from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { BACKGROUND_STATEMENT } from '../../../test/support/background-statements.js'
import { type FileRecord, fileOf } from '../../../test/support/configuration.js'
import { run, variablesFor } from '../../../test/support/service-process.js'

const IMPORT = '/settings/import_config'
const OWN_PASSWORD = 'a horse of her own 9'
const WEEK_S = 7 * 24 * 3_600
/** Groups of four unambiguous letters and digits. */
const READABLE = /^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/
const person = (username: string, role = 'guest'): FileRecord => ({ username, email: `${username}@plant.test`, role })

describe('the password of imported users', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    let clock: ManualClock
    beforeEach(async () => {
      clock = new ManualClock()
      app = await startApp({ database, clock, settings: { lockoutAttempts: 1_000 } })
      sudo = await app.signIn('sudo')
    })
    afterEach(() => app.stop())

    const importUsers = async (Users: unknown[], query = '', by: TestClient = sudo) =>
      (await by.upload(`${IMPORT}${query}`, fileOf({ Users }))).body
    const clientOf = async (username: string, password: string) => app.withKey((await login(username, password)).apiKey)
    const login = async (username: string, password: string) => (await app.logIn(username, password)).body
    const statusOf = async (username: string, password: string) => (await app.logIn(username, password)).status

    it('is generated, returned in the report, and must be changed first', async () => {
      const { default_password, ...report } = await importUsers([person('carol'), person('dora')])

      expect(report.summary).to.deep.equal({ imported: 2, skipped: 0, errors: 0 })
      expect(default_password).to.match(READABLE)
      for (const username of ['carol', 'dora']) {
        const client = await clientOf(username, default_password)
        const before = await client.get('/roles')
        const body = { target_username: username, current_password: default_password, new_password: OWN_PASSWORD }
        const changed = await client.post('/users/change_password', body)
        const after = await client.get('/roles')
        expect([before.body.code, changed.status, after.status]).to.deep.equal(['PASSWORD_MUST_BE_CHANGED', 200, 200])
      }
    })

    it('is mentioned in the list of users until it is changed, even after it has expired', async () => {
      const { default_password } = await importUsers([person('carol'), person('dora')])
      const carol = await clientOf('carol', default_password)
      const body = { target_username: 'carol', current_password: default_password, new_password: OWN_PASSWORD }
      await carol.post('/users/change_password', body)
      const loginProblem = async (name: string) =>
        (await app.services.userAdministration.listWithLoginProblems()).find(({ username }) => username === name)
          ?.loginProblem

      const before = [await loginProblem('carol'), await loginProblem('dora')]
      clock.advance(WEEK_S)
      const after = [await loginProblem('carol'), await loginProblem('dora')]
      await app.stopAndKeepDatabase()
      const usersList = await run(['users', 'list'], variablesFor(app.database))

      expect(before).to.deep.equal([undefined, 'must change password'])
      expect(after).to.deep.equal([undefined, 'password expired'])
      expect(usersList.stdout)
        .to.match(/^carol .* yes$/m)
        .and.match(/^dora .* must change password$/m)
    })

    it('differs for each import', async () => {
      const first = await importUsers([person('carol')])
      const second = await importUsers([person('carol'), person('dora')])

      expect(second.default_password).to.match(READABLE).and.not.equal(first.default_password)
      expect(await statusOf('carol', first.default_password)).to.equal(200)
      expect(await statusOf('carol', second.default_password)).to.equal(403)
      expect(await statusOf('dora', second.default_password)).to.equal(200)
    })

    it('is returned only when a user was actually imported', async () => {
      const broken = { ...person('broken'), colour: 'red' }
      const reports = {
        dry: await importUsers([person('carol')], '?dry_run=true'),
        atomic: await importUsers([person('carol'), broken], '?atomic=true'),
        nobody: await importUsers([]),
        refused: await importUsers([broken]),
        skipped: await importUsers([person('sudo')]),
        others: (await sudo.upload(IMPORT, fileOf({ Variables: [{ name: 'Flow' }] }))).body,
        notAnArray: (await sudo.upload(IMPORT, fileOf({ Users: {} }))).body,
      }

      for (const [name, report] of Object.entries(reports)) {
        expect(report, name).to.include.all.keys('message', 'summary', 'results')
        expect(report, name).not.to.have.any.keys('default_password', 'cannot_log_in')
      }
    })

    it('appears only in that report', async () => {
      const { default_password } = await importUsers([person('carol')])
      await clientOf('carol', default_password)

      const { text: events } = await sudo.get('/audit?limit=100')
      const { text: configuration } = await sudo.get('/settings/export_config')
      const rows = await app.services.database.read((knex) => knex('plinth_users'))

      expect(events).to.include('configuration-imported')
      expect(app.logLines.join('\n')).to.include('configuration-imported')
      for (const text of [events, configuration, JSON.stringify(rows), app.logLines.join('\n')]) {
        expect(text).to.not.include(default_password)
      }
    })

    it('expires after seven days, indistinguishable from a wrong password, even in the SQL statements of the login', async () => {
      const { default_password } = await importUsers([person('carol'), person('dora')])
      clock.advance(WEEK_S - 1)
      const before = await statusOf('carol', default_password)
      clock.advance(1)
      await app.logIn('dora', 'a wrong password') // prepares the statements

      const wrong = await withStatements(app, () => app.logIn('dora', 'a wrong password'))
      const late = await withStatements(app, () => app.logIn('dora', default_password))

      expect(before).to.equal(200)
      expect(late.response.status).to.equal(403)
      expect({ ...late.response.body, request_id: '' }).to.deep.equal({ ...wrong.response.body, request_id: '' })
      expect(late.statements).to.deep.equal(wrong.statements)
    })

    it('is permanently replaced when another password is set', async () => {
      const { default_password } = await importUsers([person('carol'), person('dora')])
      const admin = await app.signIn('admin')
      const set = (target_username: string) =>
        admin.post('/users/reset_password', { target_username, new_password: OWN_PASSWORD })

      const inTime = await set('carol')
      clock.advance(WEEK_S * 4)
      const later = await (await app.signIn('admin')).post('/users/reset_password', {
        target_username: 'dora',
        new_password: OWN_PASSWORD,
      })

      expect([inTime.status, later.status]).to.deep.equal([200, 200])
      for (const username of ['carol', 'dora']) {
        expect(await statusOf(username, OWN_PASSWORD)).to.equal(200)
        expect(await statusOf(username, default_password)).to.equal(403)
      }
    })

    it('does not allow the last sudo user who can log in to be deleted', async () => {
      await importUsers([person('boss', 'sudo')])

      const { status, body } = await sudo.delete('/users/sudo')

      expect([status, body.code]).to.deep.equal([409, 'LAST_SUDO'])
    })

    it('is hashed before the import begins to write', async () => {
      const rule = new BlockingRule()
      const other = await startTestApp({ database, kernel: withPlugin(rule.plugin) })
      const otherSudo = await other.signIn('sudo')
      await otherSudo.put('/settings/update', { log_level: 20 })
      rule.block()

      const importing = otherSudo.upload(IMPORT, fileOf({ Users: [person('carol')] }))
      await rule.reached
      const written = await otherSudo.put('/settings/update', { log_level: 30 })
      rule.release()
      const { body } = await importing
      await other.stop()

      expect(written.status).to.equal(200)
      expect(body.default_password).to.match(READABLE)
    })
  })
})

describe('the password of imported users with other settings', () => {
  forEachDatabase((database) => {
    let app: TestApp<StandardServices> | undefined
    afterEach(() => app?.stop())

    const start = async (options: Partial<Parameters<typeof startTestApp<StandardServices>>[0]>) => {
      app = await startTestApp({ database, kernel: createStandardKernel, ...options })
      return { app, sudo: await app.signIn('sudo') }
    }
    const importUsers = async (sudo: SignedIn) => sudo.upload(IMPORT, fileOf({ Users: [person('carol')] }))

    it('is not generated when the setting disables it', async () => {
      const { app, sudo } = await start({ settings: { importRandomPassword: false } })

      const { body } = await importUsers(sudo)
      const rows = await app.services.database.read((knex) => knex('plinth_users').where({ username: 'carol' }))

      expect(body.summary.imported).to.equal(1)
      expect(body).to.have.all.keys('message', 'summary', 'results', 'cannot_log_in')
      expect(body.cannot_log_in).to.equal(1)
      expect(rows[0]).to.include({ password_hash: null })
    })

    it('is the configured one, which is not returned and does not expire', async () => {
      const clock = new ManualClock()
      const { app, sudo } = await start({ clock, settings: { importDefaultPassword: 'change me soon' } })

      const { body } = await importUsers(sudo)
      clock.advance(WEEK_S * 52)

      expect(body).to.have.all.keys('message', 'summary', 'results')
      expect((await app.logIn('carol', 'change me soon')).status).to.equal(200)
    })

    it('is valid for the configured time', async () => {
      const clock = new ManualClock()
      const { app, sudo } = await start({ clock, settings: { importPasswordLifetime: 60 } })

      const { default_password } = (await importUsers(sudo)).body
      clock.advance(59)
      const inTime = await app.logIn('carol', default_password)
      clock.advance(1)
      const late = await app.logIn('carol', default_password)

      expect([inTime.status, late.status]).to.deep.equal([200, 403])
    })

    it('has the maximum length if the rules require it', async () => {
      const settings = { passwordMinLength: 72, sudoPassword: 'x7'.repeat(36) }
      app = await startTestApp({ database, kernel: createStandardKernel, settings })
      const { apiKey } = (await app.logIn('sudo', settings.sudoPassword)).body

      const { body } = await app.withKey(apiKey).upload(IMPORT, fileOf({ Users: [person('carol')] }))

      expect(body.default_password).to.have.length(72)
      expect((await app.logIn('carol', body.default_password)).status).to.equal(200)
    })

    it('prevents the import if a rule of the host refuses it', async () => {
      const { app, sudo } = await start({ kernel: withPlugin(onlyTestPassword) })

      const { status, body } = await importUsers(sudo)

      expect([status, body.code]).to.deep.equal([400, 'PASSWORD_REFUSED'])
      expect(body.errors).to.deep.equal([{ field: 'default_password', message: 'must be the test password' }])
      expect((await app.withKey(sudo.key).get('/users/carol')).status).to.equal(404)
    })
  })
})

const withPlugin =
  <P extends ReturnType<ReturnType<typeof definePlugin>>>(plugin: P) =>
  (options: KernelOptions) =>
    createStandardKernel(options).use(plugin as never) as ReturnType<typeof createStandardKernel>

const onlyTestPassword = definePlugin()({
  name: 'only-test-password',
  contributes: () => [
    passwordRules.of({
      objection: (password) => (password === TEST_PASSWORD ? undefined : 'must be the test password'),
    }),
  ],
})

/** A password rule that blocks when it checks a password without an owner, as for an import. */
class BlockingRule {
  readonly plugin = definePlugin()({
    name: 'blocking-rule',
    contributes: () => [
      passwordRules.of({ objection: (_, { username }) => (username === '' ? this.#wait() : undefined) }),
    ],
  })
  #gate: Promise<void> = Promise.resolve()
  #reach = () => {}
  release = () => {}
  reached: Promise<void> = Promise.resolve()

  block(): void {
    this.reached = new Promise((resolve) => {
      this.#reach = resolve
    })
    this.#gate = new Promise((resolve) => {
      this.release = resolve
    })
  }

  async #wait(): Promise<undefined> {
    this.#reach()
    await this.#gate
  }
}

/** Returns the result of `act`, and the statements that were executed during it. */
async function withStatements<T>(app: App, act: () => Promise<T>): Promise<{ response: T; statements: string[] }> {
  const statements: string[] = []
  const record = ({ sql }: { sql: string }) => void statements.push(sql)
  const knex: Knex = await app.services.database.read(async (one) => one)
  knex.on('query', record)
  const response = await act()
  knex.off('query', record)
  return { response, statements: statements.filter((sql) => !BACKGROUND_STATEMENT.test(sql)) }
}
