import { writeFile } from 'node:fs/promises'
import {
  createClient,
  PlinthApiError,
  type PlinthClient,
  PlinthImportRefusedError,
  PlinthSecondFactorError,
} from '@plinth/client'
import { AccessClient } from '@plinth/client/access'
import { ConfigurationClient } from '@plinth/client/configuration'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import { forEachDatabase, startTestApp, TEST_PASSWORD, type TestApp, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import { rejection } from './support/rejection.js'
import { withTemporaryFile } from './support/temporary-file.js'

const [sqlite] = testDatabases
const PLANT = {
  version: '1.0',
  data: { Manufacturer: [{ name: 'Acme' }], Segment: [{ name: 'North', manufacturer: 'Acme' }] },
}
const BROKEN = { ...PLANT, data: { ...PLANT.data, Segment: [{ name: 'North', manufacturer: 'Nobody' }] } }

type App = TestApp<StandardServices>

async function loggedInClient(app: App): Promise<PlinthClient> {
  const client = createClient({ url: app.url })
  await client.login({ username: 'sudo', password: TEST_PASSWORD })
  return client
}

describe('the client of a running service', () => {
  forEachDatabase((database) => {
    let app: App
    let client: PlinthClient
    beforeEach(async () => {
      app = await startTestApp({ database, kernel: createStandardKernel })
      client = await loggedInClient(app)
    })
    afterEach(() => app.stop())

    it('copies a configuration from one service to another', async () => {
      const other = await startTestApp({ database, kernel: createStandardKernel })
      const otherClient = await loggedInClient(other)
      await client.importConfiguration(JSON.stringify(PLANT))
      const { stream } = await client.exportConfiguration()

      const report = await otherClient.importConfiguration(stream)

      expect(report.summary).to.include({ imported: 2, errors: 0 })
      const [one, two] = [await exportedData(client), await exportedData(otherClient)]
      expect(two.Segment).to.deep.equal(one.Segment)
      await other.stop()
    })

    it('imports a file from disk; a dry run only reports the outcome', async () => {
      const write = (path: string) => writeFile(path, JSON.stringify(PLANT))
      await withTemporaryFile(write, async (file) => {
        const trial = await client.importConfiguration(file, { dryRun: true })
        const real = await client.importConfiguration(file)

        expect(trial.results).to.deep.equal(real.results)
        expect(real.results.imported).to.include({ Manufacturer: 1, Segment: 1 })
      })
    })

    it('plans a file, reads the changes, applies the plan, and rolls back', async () => {
      const configuration = new ConfigurationClient(client)
      const plan = await configuration.planConfiguration(JSON.stringify(PLANT), { mode: 'add' })
      const { changes, next } = await configuration.plannedChanges(plan.id, { kind: 'add', limit: 1 })
      const { snapshot, summary } = await configuration.applyPlan(plan)
      const rollback = await configuration.planSnapshot(snapshot ?? '')
      await configuration.applyPlan(await configuration.plan(rollback.id))

      expect([changes[0]?.name, next]).to.deep.equal(['Acme', changes[0]?.id])
      expect(summary).to.deep.equal({ added: 2, updated: 0, removed: 0 })
      expect(await exportedData(client)).to.deep.include({ Manufacturer: [], Segment: [] })
    })

    it('uploads files, compares and merges them, and deletes them', async () => {
      const configuration = new ConfigurationClient(client)
      const base = await configuration.uploadConfiguration(JSON.stringify({ data: { Manufacturer: [] } }))
      const theirs = await configuration.uploadConfiguration(
        JSON.stringify({ data: { Manufacturer: [{ name: 'Acme' }] } }),
      )
      const comparison = await configuration.compareConfigurations(base.id, theirs.id)
      const merge = await configuration.mergeConfigurations(base.id, theirs.id, { settle: [{ take: 'ours' }] })

      expect(theirs.tables).to.deep.equal({ Manufacturer: 1 })
      expect([comparison.summary.add, merge.summary.add]).to.deep.equal([1, 1])
      for (const { id } of await configuration.uploadedFiles()) await configuration.deleteUploadedFile(id)
      for (const { id } of await configuration.plans()) await configuration.deletePlan(id)
      expect(await rejection(configuration.deleteUploadedFile(base.id))).to.include({ code: 'FILE_NOT_FOUND' })
      expect(await rejection(configuration.uploadConfiguration('[]'))).to.include({ code: 'NOT_A_CONFIGURATION' })
    })

    it('takes, downloads and deletes snapshots, and deletes plans', async () => {
      const configuration = new ConfigurationClient(client)
      const { id } = await configuration.takeSnapshot({ note: 'Before the new line' })
      const { stream, filename } = await configuration.exportSnapshot(id)
      const plan = await configuration.planSnapshot(id)

      expect(await new Response(stream).json()).to.have.property('data')
      expect(filename).to.equal(`configuration_${id}.json`)
      await configuration.deletePlan(plan.id)
      await configuration.deleteSnapshot(id)
      expect([await configuration.plans(), await configuration.snapshots()]).to.deep.equal([[], []])
      expect(await rejection(configuration.deletePlan(plan.id))).to.include({ code: 'PLAN_NOT_FOUND' })
    })

    it('downloads the same bytes in canonical form, whatever was changed and changed back', async () => {
      const configuration = new ConfigurationClient(client)
      await client.importConfiguration(JSON.stringify(PLANT))
      const canonical = async () => {
        const { stream, filename } = await configuration.canonicalConfiguration()
        expect(filename).to.equal('configuration.json')
        return new Response(stream).text()
      }
      const before = await canonical()
      const { snapshot } = await configuration.applyPlan(
        await configuration.planConfiguration(JSON.stringify({ ...PLANT, data: { Segment: [] } }), { mode: 'mirror' }),
      )
      const changed = await canonical()
      await configuration.applyPlan(await configuration.planSnapshot(snapshot ?? ''))

      expect(changed).to.not.equal(before)
      expect(await canonical()).to.equal(before)
    })

    it('throws the report of an atomic import that fails', async () => {
      const error = await rejection(client.importConfiguration(JSON.stringify(BROKEN), { atomic: true }))

      expect(error).to.be.instanceOf(PlinthImportRefusedError)
      const { report } = error as PlinthImportRefusedError
      expect(report.results.errors.Segment?.[0]).to.match(/^North .*Nobody.* not found$/)
      expect((await exportedData(client)).Manufacturer).to.deep.equal([])
    })
  })

  describe('in all other operations', () => {
    let app: App
    let client: PlinthClient
    before(async () => {
      if (!sqlite) throw new Error('no SQLite')
      app = await startTestApp({ database: sqlite, kernel: createStandardKernel })
      client = await loggedInClient(app)
    })
    after(() => app.stop())

    const refusal = async (call: Promise<unknown>) => {
      const error = await rejection(call)
      expect(error).to.be.instanceOf(PlinthApiError)
      return error as PlinthApiError
    }

    it('logs in by e-mail address too, stores the key, and discards it at logout', async () => {
      const visitor = createClient({ url: app.url })

      const login = await visitor.login({ email: 'sudo@localhost', password: TEST_PASSWORD })

      expect(login).to.include({ role: 'sudo', role_level: 0, apiKey: visitor.key })
      expect((await visitor.roles())[1]).to.deep.equal({
        name: 'admin',
        level: 1,
        open: false,
        refusal: null,
        changeable: false,
        users: 0,
      })
      await visitor.logout()
      expect(visitor.key).to.equal(undefined)
      expect(await refusal(visitor.roles())).to.include({ status: 401, code: 'TOKEN_INVALID' })
    })

    it('retains its key when a login fails, and discards an invalid one at logout', async () => {
      const keyed = client.withKey('an-invalid-key')

      expect(await refusal(keyed.login({ username: 'sudo', password: 'wrong' }))).to.include({ code: 'LOGIN_FAILED' })
      expect(keyed.key).to.equal('an-invalid-key')
      expect(await refusal(keyed.logout())).to.include({ code: 'TOKEN_INVALID' })
      expect(keyed.key).to.equal(undefined)
    })

    it('creates, lists and looks up users', async () => {
      for (const username of ['anna', 'otto', 'a.b']) {
        const email = `${username}@plant.test`
        const body = { username, role_name: 'admin', email, password: 'anna-has-a-dog' }
        expect(await client.signUp(body)).to.include({ username, email })
      }

      const all = await client.users()
      const page = await client.users({ limit: 3, count: true })
      const last = await client.users({ limit: 3, offset: page.nextOffset ?? 0 })

      expect(all).to.include({ total: 4, nextOffset: undefined })
      expect([...page.users, ...last.users]).to.deep.equal(all.users)
      expect([page.total, page.nextOffset, last.total, last.nextOffset]).to.deep.equal([4, 3, undefined, undefined])
      expect(await client.user('anna')).to.deep.equal({ ...all.users[1], may_change: true })
      expect(await refusal(client.user('nobody'))).to.include({ code: 'USER_NOT_FOUND' })
      expect(await refusal(client.user('nobody/../x'))).to.include({ code: 'BAD_REQUEST' })
    })

    it('searches, filters and sorts users', async () => {
      for (const username of ['tess', 'tom', 'tim']) {
        const email = `${username}@search.test`
        await client.signUp({ username, role_name: 'auditor', email, password: 'tess-has-a-dog' })
      }
      await client.changeUser('tim', { disabled: true })

      const first = await client.users({ search: 'SEARCH.test', sort: '-username', limit: 2, count: true })
      const next = await client.users({ search: 'SEARCH.test', sort: '-username', limit: 2, offset: 2 })
      const disabled = await client.users({ role: 'auditor', state: 'disabled' })

      const namesOf = ({ users }: { users: readonly { username: string }[] }) => users.map(({ username }) => username)
      expect([first, next, disabled].map(namesOf)).to.deep.equal([['tom', 'tim'], ['tess'], ['tim']])
      expect([first.total, first.nextOffset, next.nextOffset]).to.deep.equal([3, 2, undefined])
      for (const username of ['tess', 'tom', 'tim']) await client.deleteUser(username)
    })

    it('changes, disables and deletes a user', async () => {
      const credentials = { username: 'carl', password: 'carl-has-a-dog' }
      await client.signUp({ ...credentials, role_name: 'operator', email: 'carl@plant.test' })
      const carl = createClient({ url: app.url })
      await carl.login(credentials)

      const own = await carl.changeUser('carl', { name: 'Carl', lastname: null })
      const disabled = await client.changeUser('carl', { role_name: 'guest', disabled: true })

      expect(own)
        .to.include({ name: 'Carl', lastname: null, email: 'carl@plant.test' })
        .and.not.have.property('disabled')
      expect(disabled).to.deep.include({ name: 'Carl', disabled: true }).and.nested.include({ 'role.name': 'guest' })
      expect(await refusal(carl.roles())).to.include({ status: 401, code: 'TOKEN_INVALID' })
      await client.deleteUser('carl')
      expect(await refusal(client.user('carl'))).to.include({ code: 'USER_NOT_FOUND' })
      expect(await refusal(client.deleteUser('carl'))).to.include({ status: 404, code: 'USER_NOT_FOUND' })
      expect(await refusal(client.deleteUser('sudo'))).to.include({ status: 409, code: 'LAST_SUDO' })
      expect(await refusal(client.changeUser('sudo', { role_name: 'x' }))).to.include({ code: 'ROLE_NOT_FOUND' })
    })

    it('looks up why a user cannot log in, and unlocks the user', async () => {
      await client.signUp({
        username: 'lena',
        password: 'lena-has-a-dog',
        role_name: 'operator',
        email: 'lena@plant.test',
      })
      for (let attempt = 0; attempt < 5; attempt += 1)
        await refusal(createClient({ url: app.url }).login({ username: 'lena', password: 'wrong' }))

      const locked = await client.userAccess('lena')
      await client.unlockUser('lena')

      expect(locked).to.deep.include({ can_log_in: false, reasons: ['locked'], failed_attempts: 5, must: [] })
      expect(locked.may_set_password).to.equal(false)
      expect(await client.userAccess('lena')).to.deep.include({ can_log_in: true, reasons: [], locked_until: null })
    })

    it('creates, changes and deletes roles', async () => {
      const added = await client.addRole({ name: 'Fitter', level: 9 })
      const changed = await client.changeRole('fitter', { level: 11 })
      await client.deleteRole('fitter')

      expect(added).to.deep.equal({ name: 'fitter', level: 9, open: false, refusal: null, changeable: true, users: 0 })
      expect(changed).to.include({ level: 11, open: true })
      expect(await refusal(client.deleteRole('fitter'))).to.include({ code: 'ROLE_NOT_FOUND' })
      expect(await refusal(client.changeRole('admin', { level: 5 }))).to.include({ code: 'ROLE_RESERVED' })
    })

    it('lists and ends sessions, one or all', async () => {
      const credentials = { username: 'sara', password: 'sara-has-a-dog' }
      await client.signUp({ ...credentials, role_name: 'operator', email: 'sara@plant.test' })
      const devices = [1, 2, 3].map(() => createClient({ url: app.url }))
      for (const device of devices) await device.login(credentials)
      const [first, second, third] = devices as [PlinthClient, PlinthClient, PlinthClient]

      const sessions = await third.sessions('sara')
      const oldest = sessions.at(-1)?.id ?? ''
      await third.endSession('sara', oldest)

      expect(sessions.map(({ current }) => current)).to.deep.equal([true, false, false])
      expect(Date.parse(sessions[0]?.created_at ?? '')).to.be.closeTo(Date.now(), 60_000)
      expect(await refusal(first.roles())).to.include({ code: 'TOKEN_INVALID' })
      expect(await refusal(third.endSession('sara', oldest))).to.include({ code: 'SESSION_NOT_FOUND' })
      expect(await refusal(third.endSessions('sudo'))).to.include({ status: 403, code: 'SESSIONS_NOT_YOURS' })
      expect(await client.endSessions('sara')).to.equal(2)
      expect(await client.endSessions('sara')).to.equal(0)
      expect(await refusal(second.roles())).to.include({ code: 'TOKEN_INVALID' })
    })

    it('rejects a name that a path cannot contain, instead of calling another route', async () => {
      await client.signUp({ username: 'ida', role_name: 'guest', email: 'ida@plant.test', password: 'ida-has-a-dog' })

      for (const id of ['', '.', '..']) {
        expect(await rejection(client.endSession('ida', id)), id).to.be.instanceOf(TypeError)
      }

      expect(await client.user('ida')).to.include({ username: 'ida' })
      expect(await rejection(client.user(''))).to.be.instanceOf(TypeError)
    })

    it('reports problems field by field', async () => {
      const error = await refusal(
        client.signUp({ username: 'no spaces', role_name: 'operator', email: 'x@y.test', password: 'anna-has-a-dog' }),
      )

      expect(error).to.include({ status: 400, code: 'INVALID_BODY' })
      expect(error.fields?.map(({ field }) => field)).to.deep.equal(['username'])
      expect(error.requestId).to.be.a('string').that.is.not.empty
    })

    it('lists security events, page by page', async () => {
      await client.resetPassword({ target_username: 'anna', new_password: 'anna-has-two-dogs' })

      const [newest] = await client.securityEvents({ event: 'password-reset', limit: 1 })
      const before = await client.securityEvents({ before: newest?.id ?? '', limit: 2 })

      expect(newest).to.include({ result: 'done', target: 'anna', actor_kind: 'user' })
      expect(before.map(({ id }) => Number(id) < Number(newest?.id))).to.deep.equal([true, true])
    })

    it('lists the security events about the own account, page by page', async () => {
      await client.resetPassword({ target_username: 'anna', new_password: 'anna-has-two-dogs' })
      const anna = createClient({ url: app.url })
      await anna.login({ username: 'anna', password: 'anna-has-two-dogs' })
      const access = new AccessClient(anna)

      const [login, reset] = await access.ownSecurityEvents({ limit: 2 })
      const before = await access.ownSecurityEvents({ before: login?.id ?? '', limit: 1 })

      expect(login).to.include({ event: 'login', target: 'anna' })
      expect(reset).to.include({ event: 'password-reset', target: 'anna', actor_kind: 'user', address: null })
      expect(before).to.deep.equal([reset])
    })

    it('changes and resets passwords', async () => {
      await client.resetPassword({ target_username: 'anna', new_password: 'anna-has-two-dogs' })
      const anna = createClient({ url: app.url })
      await anna.login({ username: 'anna', password: 'anna-has-two-dogs' })

      await anna.changePassword({
        target_username: 'anna',
        current_password: 'anna-has-two-dogs',
        new_password: 'anna-has-three-dogs',
      })

      await anna.login({ username: 'anna', password: 'anna-has-three-dogs' })
      const error = await rejection(anna.login({ username: 'anna', password: 'anna-has-two-dogs' }))
      expect(error).to.include({ status: 403 })
    })

    it('adds a user, who sets a password with a one-time code', async () => {
      const access = new AccessClient(client)
      const { username } = await access.addUser({ username: 'ivo', role_name: 'operator', email: 'ivo@plant.test' })
      const { code, purpose } = await access.issueCode(username)
      const listed = await access.codes()
      const state = await access.code('ivo')
      const anybody = createClient({ url: app.url })

      const redeemed = await new AccessClient(anybody).redeemCode({
        email: 'ivo@plant.test',
        code,
        new_password: 'ivo-has-a-dog',
      })

      expect([purpose, redeemed]).to.deep.equal(['invitation', 'ivo'])
      expect(listed.map((each) => each.username)).to.deep.equal(['ivo'])
      expect(state).to.deep.equal({
        may_issue: true,
        code: { ...state.code, purpose: 'invitation', issued_by: 'sudo' },
      })
      await anybody.login({ username: 'ivo', password: 'ivo-has-a-dog' })
      const again = new AccessClient(anybody).redeemCode({ username: 'ivo', code, new_password: 'ivo-has-a-cat' })
      expect(await refusal(again)).to.include({ status: 403, code: 'CODE_INVALID' })
      expect(await refusal(access.withdrawCode('ivo'))).to.include({ status: 404, code: 'CODE_NOT_FOUND' })
    })

    it('enrols, asks for, confirms with and removes a second factor', async () => {
      const credentials = { username: 'nils', password: 'nils-has-a-dog' }
      await client.signUp({ ...credentials, role_name: 'operator', email: 'nils@plant.test' })
      const nils = createClient({ url: app.url })
      await nils.login(credentials)
      const { secret, uri } = await new AccessClient(nils).enrolSecondFactor()
      const codes = await new AccessClient(nils).confirmSecondFactor({ code: new TOTP({ secret }).generate() })
      const [first = '', second = '', third = ''] = codes

      const error = await rejection(createClient({ url: app.url }).login(credentials))
      const other = createClient({ url: app.url })
      if (!(error instanceof PlinthSecondFactorError)) throw error
      const wrong = await refusal(other.completeLogin({ login_key: error.loginKey, code: '000000' }))
      const access = new AccessClient(other)
      const login = await other.completeLogin({ login_key: error.loginKey, code: first })

      expect(new URL(uri).searchParams.get('secret')).to.equal(secret)
      expect([codes.length, error.step, wrong.code]).to.deep.equal([10, 'prove', 'SECOND_FACTOR_WRONG'])
      expect([login.username, other.key]).to.deep.equal(['nils', login.apiKey])
      expect(await access.secondFactor('nils')).to.include({ recovery_codes: 9, required: false, may_remove: true })
      expect(Date.parse(await access.confirmLogin({ code: second }))).to.be.above(Date.now())
      expect(await access.renewRecoveryCodes())
        .to.have.lengthOf(10)
        .and.not.include(third)
      const late = await refusal(access.enrolAtLogin({ login_key: error.loginKey }))
      expect(late).to.include({ status: 401, code: 'LOGIN_EXPIRED' })
      await access.removeSecondFactor('nils')
      expect((await createClient({ url: app.url }).login(credentials)).role).to.equal('operator')
    })

    it('creates, uses, lists and revokes third-party tokens', async () => {
      const order = { role_name: 'operator', expires_in_days: 7, name: 'historian', note: 'by anna' }
      const { token, role, id } = await client.createToken(order)
      const machine = client.withKey(token)

      expect(role).to.equal('operator')
      expect((await machine.user('sudo')).username).to.equal('sudo')
      expect((await client.tokens())[0]).to.include({ id, name: 'historian', note: 'by anna' })
      await client.revokeToken(id)
      expect(await refusal(machine.roles())).to.include({ code: 'TOKEN_INVALID' })
      expect(await refusal(client.revokeToken('unknown'))).to.include({ code: 'TOKEN_NOT_FOUND' })
    })

    it('reads tables page by page', async () => {
      await client.importConfiguration(JSON.stringify(PLANT))

      const tables = await client.configurationTables()
      const first = await client.configurationRecords('Roles', { limit: 4 })
      const second = await client.configurationRecords('Roles', { limit: 4, after: first.next ?? '' })
      const found = await client.configurationRecords('Segment', { search: 'nor' })

      expect(tables.find(({ name }) => name === 'Roles')).to.include({ records: 6, historical: false })
      expect([first.records.length, second.records.length, second.next]).to.deep.equal([4, 2, undefined])
      expect(found.records.map(({ name }) => name)).to.deep.equal(['North'])
      expect(await refusal(client.configurationRecords('Nothing'))).to.include({ code: 'TABLE_NOT_FOUND' })
    })

    it('verifies and exports security events, and sums up the state', async () => {
      const { verified, problems } = await client.verifyAudit()
      const text = await new Response(await client.exportSecurityEvents({ event: 'first-start' })).text()
      const { ready, database } = await client.overview()

      expect([verified >= 0, problems]).to.deep.equal([true, []])
      expect(text.split('\n').map((line) => line && JSON.parse(line).event)).to.deep.equal(['first-start', ''])
      expect({ ready, kind: database.kind }).to.deep.equal({ ready: true, kind: 'sqlite' })
    })

    it('follows the log until it stops', async () => {
      const events: string[] = []

      for await (const event of client.tailLog({ level: 20 })) {
        if (event.kind === 'line') events.push(String(event.record.msg))
        if (events.at(-1) === 'followed') break
        if (events.length === 1) app.services.logControl.logger.info({}, 'followed')
      }

      expect(events.at(-1)).to.equal('followed')
      const ended = new AbortController()
      ended.abort(new Error('enough'))
      expect((await rejection(client.tailLog({ signal: ended.signal }).next())).message).to.equal('enough')
      expect(await refusal(client.withKey('no-key').tailLog().next())).to.include({ code: 'TOKEN_INVALID' })
    })

    it('shows where settings come from, and sets debug for a while', async () => {
      const sent = Date.now()

      const until = await client.startDebug(15)

      expect(until.getTime() - sent).to.be.within(900_000 - 1_000, 900_000 + 20_000)
      const level = (await client.settingsSources()).find(({ name }) => name === 'log_level')
      expect(level).to.deep.equal({
        name: 'log_level',
        value: 10,
        source: 'temporary',
        configured: 20,
        until: until.toISOString(),
      })
      await client.stopDebug()
      expect(await client.settings()).to.include({ log_level: 20 })
      expect(await refusal(client.startDebug(121))).to.include({ status: 400, code: 'INVALID_BODY' })
    })

    it('shows and changes settings, and reports errors that are in plain text', async () => {
      await client.updateSettings({ log_level: 30 })
      await client.setLoggerPeriod(7.5)

      expect(await client.settings()).to.include({ log_level: 30, logger_period: 7.5 })
      expect(await refusal(client.updateSettings({ log_max_bytes: 2048 }))).to.include({
        code: 'SETTINGS_REFUSED',
        message: 'Both log_max_bytes and log_backup_count must be provided together',
      })
    })

    it('reports the health of the service', async () => {
      await client.alive()
      expect(await client.health()).to.include({ ready: true })
      expect(await client.openapi()).to.deep.equal(JSON.parse(JSON.stringify(app.kernel.openapi)))
    })

    it('gets 401 for an invalid key during an upload', async () => {
      const large = new Blob(Array.from({ length: 32 }, () => new Uint8Array(2 ** 20)))

      const error = await refusal(client.withKey(undefined).importConfiguration(large))

      expect(error).to.include({ status: 401, code: 'TOKEN_INVALID' })
    })

    it('has a method with the name of every operation except the metrics', () => {
      const paths = Object.values(app.kernel.openapi.paths as Record<string, Record<string, { operationId: string }>>)
      const operations = paths.flatMap((verbs) => Object.values(verbs).map(({ operationId }) => operationId))

      const clients = [client, new AccessClient(client), new ConfigurationClient(client)]
      const methods = operations.filter((operation) => clients.some((each) => operation in each))

      expect(methods).to.have.members(operations.filter((operation) => operation !== 'metrics'))
      expect(methods).to.have.lengthOf.above(20)
    })
  })
})

async function exportedData(client: PlinthClient): Promise<Record<string, unknown>> {
  const { stream } = await client.exportConfiguration()
  const document = (await new Response(stream).json()) as { data: Record<string, unknown> }
  return document.data
}
