import { readFile } from 'node:fs/promises'
import { authenticators, definePlugin, PlinthError, type UserPrincipal } from '@plinth/kernel'
import { createPlinth, createStandardKernel } from '@plinth/service'
import {
  forEachDatabase,
  ManualClock,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  testDatabases,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'

const WRONG = 'a wrong horse 9'
/** The default of `freshLoginLifetime`. */
const LIFETIME_S = 300
/** How long a key remains valid after a confirmation has replaced it. */
const FORMER_KEY_LIFETIME_S = 10

describe('an operation that needs a fresh login', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const settings = { lockoutAttempts: 3, sessionIdle: 10_000_000, rateLimit: 1_000, sessionsPerUser: 1_000 }
    let app: App
    let admin: SignedIn
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database, clock, settings })
      sudo = await app.signIn('sudo')
      await app.signIn('operator', 'otto')
    })
    beforeEach(async () => {
      admin = await app.signIn('admin')
    })
    after(() => app.stop())

    const issueCode = async (client: SignedIn = admin) => {
      const { status, body } = await client.post('/users/otto/code')
      return status === 200 ? 200 : [status, body.code]
    }
    const confirm = (password: string, client: SignedIn = admin) => client.post('/users/confirm', { password })
    const REFUSED = [401, 'FRESH_LOGIN_REQUIRED']

    it('is allowed for five minutes after the login', async () => {
      clock.advance(LIFETIME_S - 1)
      const before = await issueCode()
      clock.advance(1)

      expect([before, await issueCode()]).to.deep.equal([200, REFUSED])
      expect((await admin.get('/roles')).status).to.equal(200)
    })

    it('is allowed again once the login is confirmed, and for as long', async () => {
      clock.advance(LIFETIME_S)
      const freshUntil = new Date(clock.now() + LIFETIME_S * 1_000).toISOString()

      const { status, body } = await confirm(TEST_PASSWORD)
      const session = (await admin.get('/session')).body
      clock.advance(LIFETIME_S - 1)
      const before = await issueCode()
      clock.advance(1)

      expect([status, body]).to.deep.equal([
        200,
        { message: 'Login confirmed', fresh_until: freshUntil, apiKey: admin.key },
      ])
      expect(session.fresh_until).to.equal(freshUntil)
      expect([before, await issueCode()]).to.deep.equal([200, REFUSED])
    })

    it('is allowed only with the key whose login was confirmed', async () => {
      const other = app.withKey((await app.logIn('admin', TEST_PASSWORD)).body.apiKey) as SignedIn
      clock.advance(LIFETIME_S)
      await confirm(TEST_PASSWORD)

      expect([await issueCode(), await issueCode(other)]).to.deep.equal([200, REFUSED])
    })

    it('is not allowed to a copy of the key, which ends ten seconds after another login is confirmed', async () => {
      const stolen = app.withKey(admin.key) as SignedIn
      clock.advance(LIFETIME_S)
      await confirm(TEST_PASSWORD)

      const atOnce = [await issueCode(), await issueCode(stolen), (await stolen.get('/roles')).status]
      clock.advance(FORMER_KEY_LIFETIME_S)
      const later = [(await admin.get('/roles')).status, (await stolen.get('/roles')).status]
      clock.advance(-FORMER_KEY_LIFETIME_S - 1)

      expect(admin.key).not.to.equal(stolen.key)
      expect([atOnce, later]).to.deep.equal([
        [200, REFUSED, 200],
        [200, 401],
      ])
      expect((await stolen.get('/roles')).status, 'after the clock was set back').to.equal(401)
      clock.advance(FORMER_KEY_LIFETIME_S + 1)
    })

    it('does not prolong the session when the login is confirmed', async () => {
      const created = (await admin.get('/users/admin/sessions')).body[0].created_at
      clock.advance(LIFETIME_S)
      await confirm(TEST_PASSWORD)

      expect((await admin.get('/users/admin/sessions')).body[0].created_at).to.equal(created)
    })

    it('changes the e-mail address of the caller, but not their names', async () => {
      const clara = await app.signIn('operator', 'clara')
      const change = async (body: object) => (await clara.patch('/users/clara', body)).status
      clock.advance(LIFETIME_S)
      const refused = [await change({ email: 'thief@plant.test' }), await change({ name: 'Clara' })]
      await confirm(TEST_PASSWORD, clara)

      expect([refused, await change({ email: 'c.new@plant.test' })]).to.deep.equal([[401, 200], 200])
      expect((await clara.get('/users/clara')).body).to.include({ email: 'c.new@plant.test', name: 'Clara' })
    })

    it('ends sessions, which everybody may list', async () => {
      const doris = await app.signIn('operator', 'doris')
      const end = async () => (await doris.delete('/users/doris/sessions')).status
      clock.advance(LIFETIME_S)
      const before = [(await doris.get('/users/doris/sessions')).status, await end()]
      await confirm(TEST_PASSWORD, doris)

      expect([before, await end()]).to.deep.equal([[200, 401], 200])
    })

    it('is refused while the login is dated in the future by a wrong clock', async () => {
      clock.advance(LIFETIME_S + 1)
      const later = app.withKey((await app.logIn('admin', TEST_PASSWORD)).body.apiKey) as SignedIn
      clock.advance(-LIFETIME_S - 1)

      expect(await issueCode(later)).to.deep.equal(REFUSED)
    })

    it('is not allowed by a wrong password, which counts as at a login', async () => {
      const username = 'guessed'
      const client = await app.signIn('admin', username)
      clock.advance(LIFETIME_S)
      const responses = [await confirm(WRONG, client), await confirm(WRONG, client)]
      await app.logIn(username, WRONG)

      const locked = await confirm(TEST_PASSWORD, client)
      const login = await app.logIn(username, TEST_PASSWORD)
      clock.advance(60) // the lock ends

      for (const { status, body } of [...responses, locked])
        expect([status, body.code]).to.deep.equal([403, 'LOGIN_NOT_CONFIRMED'])
      expect([login.status, await issueCode(client)]).to.deep.equal([403, REFUSED])
      expect((await confirm(TEST_PASSWORD, client)).status).to.equal(200)
    })

    it('needs a confirmation, which is recorded whether it succeeds or not', async () => {
      await confirm(WRONG)
      await confirm(TEST_PASSWORD)

      const [refused, done] = (await sudo.get('/audit?event=login-confirmed&limit=2')).body.toReversed()
      const byAdmin = { actor: 'admin', target: 'admin' }
      expect(refused).to.deep.include({ ...byAdmin, result: 'refused', details: { reason: 'wrong password' } })
      expect(done).to.deep.include({ ...byAdmin, result: 'done', details: { by: 'password' } })
    })

    it('is allowed to a third-party token, which has no password', async () => {
      const token = app.withKey((await sudo.post('/users/create_tpt', { role_name: 'sudo' })).body.token)
      const plan = (await token.upload('/settings/plans', fileOf({ Manufacturer: [{ name: 'by a token' }] }))).body.id
      clock.advance(LIFETIME_S)

      const { status } = await token.post(`/settings/plans/${plan}/apply`, undefined, { headers: { 'If-Match': '*' } })

      expect(status).to.equal(200)
      expect((await token.get('/session')).body.fresh_until).to.equal(null)
    })

    it('applies a plan', async () => {
      const plan = (await admin.upload('/settings/plans', fileOf({ Manufacturer: [{ name: 'by an admin' }] }))).body.id
      const apply = async () =>
        (await admin.post(`/settings/plans/${plan}/apply`, undefined, { headers: { 'If-Match': '*' } })).status
      clock.advance(LIFETIME_S)
      const refused = await apply()
      await confirm(TEST_PASSWORD)

      expect([refused, await apply()]).to.deep.equal([401, 200])
    })
  })
})

describe('a key that is replaced when the login is confirmed', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    let app: App
    before(async () => {
      app = await startApp({ database, clock, settings: { sessionsPerUser: 2, rateLimit: 1_000 } })
      await app.signIn('operator', 'otto')
    })
    beforeEach(() => app.services.database.write((transaction) => transaction('plinth_sessions').delete()))
    after(() => app.stop())

    const statusOf = async (client: SignedIn) => (await client.get('/roles')).status
    const confirm = (client: SignedIn) => client.post('/users/confirm', { password: TEST_PASSWORD })

    it('is replaced once, of many attempts at the same time, and remains one session', async () => {
      const otto = await app.signIn('operator', 'otto')
      const copies = Array.from({ length: 10 }, () => app.withKey(otto.key) as SignedIn)

      const responses = await Promise.all(copies.map(confirm))

      expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([200]))
      const keys = responses.flatMap(({ body }) => body.apiKey ?? [])
      expect(keys).to.have.lengthOf(1)
      expect((await app.withKey(keys[0]).get('/users/otto/sessions')).body).to.have.lengthOf(1)
    })

    it('is replaced again after the clock was set back', async () => {
      const otto = await app.signIn('operator', 'otto')
      await confirm(otto)
      clock.advance(-LIFETIME_S)
      const former = otto.key

      expect((await confirm(otto)).body.apiKey).to.be.a('string')
      expect(otto.key).not.to.equal(former)
      clock.advance(LIFETIME_S)
    })

    it('takes the place of no other session of the user', async () => {
      const [first, second] = [await app.signIn('operator', 'otto'), await app.signIn('operator', 'otto')]
      const former = app.withKey(second.key) as SignedIn
      await confirm(second)
      const confirmed = [await statusOf(first), await statusOf(second), await statusOf(former)]
      const third = await app.signIn('operator', 'otto')

      expect(confirmed).to.deep.equal([200, 200, 200])
      expect([await statusOf(first), await statusOf(second), await statusOf(third)]).to.deep.equal([401, 200, 200])
    })

    it('ends with its session, by a logout with either key', async () => {
      for (const isFormer of [true, false]) {
        const otto = await app.signIn('operator', 'otto')
        const former = app.withKey(otto.key) as SignedIn
        await confirm(otto)
        await (isFormer ? former : otto).post('/users/logout')

        expect([await statusOf(otto), await statusOf(former)]).to.deep.equal([401, 401])
      }
    })

    it('does not interrupt an import that has begun with it', async () => {
      const sudo = await app.signIn('sudo')
      const former = app.withKey(sudo.key)
      const records = Array.from({ length: 30_000 }, (_, index) => ({ name: `maker ${index}` }))
      const imported = former.upload('/settings/import_config', fileOf({ Manufacturer: records }))
      await Promise.race([imported, until(() => app.services.importService.activeCount > 0)])
      await confirm(sudo)
      clock.advance(FORMER_KEY_LIFETIME_S)

      expect((await imported).status).to.equal(200)
      expect(await statusOf(former as SignedIn)).to.equal(401)
    })
  })
})

describe('an operation listed in freshLoginOperations', () => {
  forEachDatabase((database) => {
    it('lets a stolen key neither set the password of its owner nor create a token', async () => {
      const clock = new ManualClock()
      const settings = {
        freshLoginOperations: ['resetPassword', 'createToken', 'exportConfiguration'],
        freshLoginLifetime: 60,
      }
      const app = await startApp({ database, clock, settings })
      const [sudo, otto] = [await app.signIn('sudo'), await app.signIn('operator', 'otto')]
      clock.advance(60)

      const own = await otto.post('/users/reset_password', { target_username: 'otto', new_password: 'a quiet mill 42' })
      const token = await sudo.post('/users/create_tpt', { role_name: 'guest' })
      const file = await sudo.get('/settings/export_config')
      const login = await app.logIn('otto', TEST_PASSWORD)
      await sudo.post('/users/confirm', { password: TEST_PASSWORD })
      const confirmed = await sudo.post('/users/create_tpt', { role_name: 'guest' })
      const { token: key } = confirmed.body
      const byToken = await app
        .withKey(key)
        .post('/users/reset_password', { target_username: 'otto', new_password: 'x' })
      const operation = (app.kernel.openapi as { paths: Record<string, Record<string, { description: string }>> })
        .paths['/users/reset_password']?.post
      await app.stop()

      expect([own, token, file].map(({ body }) => body.code)).to.deep.equal(Array(3).fill('FRESH_LOGIN_REQUIRED'))
      expect([login.status, confirmed.status]).to.deep.equal([200, 200])
      expect([byToken.status, byToken.body.code]).to.deep.equal([401, 'USER_REQUIRED'])
      expect(operation?.description).to.match(/third-party tokens are not accepted\. The login of a user must be fresh/)
    })

    it('creates no user with a stolen key, and needs no key where it needed none', async () => {
      const clock = new ManualClock()
      const settings = { freshLoginOperations: ['signUp', 'addUser'], freshLoginLifetime: 60, signupOpenLevel: 30 }
      const app = await startApp({ database, clock, settings })
      const sudo = await app.signIn('sudo')
      clock.advance(60)
      const person = (username: string, role_name: string) => {
        return { username, role_name, email: `${username}@plant.test`, password: TEST_PASSWORD }
      }

      const signup = await sudo.post('/users/signup', person('accomplice', 'sudo'))
      const { password: _, ...invited } = person('accomplice', 'admin')
      const added = await sudo.post('/users/add', invited)
      const open = await app.post('/users/signup', person('visitor', 'guest'))
      await app.stop()

      expect([signup, added].map(({ body }) => body.code)).to.deep.equal(Array(2).fill('FRESH_LOGIN_REQUIRED'))
      expect(open.status, open.text).to.equal(200)
    })

    it('gives nobody more privilege with a stolen key, with the list of the docs', async () => {
      const clock = new ManualClock()
      const docs = await readFile('docs/operations.md', 'utf8')
      const list = /PLINTH_FRESH_LOGIN_OPERATIONS=(\S+)/.exec(docs)?.[1] ?? ''
      const settings = { freshLoginOperations: list.split(','), freshLoginLifetime: 60 }
      const app = await startApp({ database, clock, settings })
      const sudo = await app.signIn('sudo')
      await app.signIn('operator', 'otto')
      const person = { username: 'accomplice', role_name: 'sudo', email: 'accomplice@plant.test' }
      clock.advance(60)

      const responses = [
        await sudo.post('/users/signup', { ...person, password: TEST_PASSWORD }),
        await sudo.post('/users/add', person),
        await sudo.patch('/users/otto', { role_name: 'admin' }),
        await sudo.post('/users/reset_password', { target_username: 'otto', new_password: TEST_PASSWORD }),
        await sudo.post('/users/change_password', { target_username: 'otto', new_password: TEST_PASSWORD }),
        await sudo.post('/users/otto/code'),
        await sudo.delete('/users/sudo/lock'), // which would allow endless guessing of the password
        await sudo.post('/users/create_tpt', { role_name: 'sudo' }),
        await sudo.post('/roles', { name: 'heir', level: 0 }),
        await sudo.patch('/roles/operator', { level: 1 }),
        await sudo.delete('/roles/guest'),
        await sudo.upload('/settings/import_config', '{"data":{}}'),
      ]
      await app.stop()

      expect(list).to.include('signUp')
      expect(responses.map(({ body }) => body.code)).to.deep.equal(Array(responses.length).fill('FRESH_LOGIN_REQUIRED'))
    })
  })

  for (const [name, problem] of [
    ['resetPasswords', /names the unknown operation "resetPasswords"\. Did you mean "resetPassword"\?/],
    ['login', /names the operation "login", which needs no key\. Remove it\./],
  ] as const)
    it(`cannot be ${name}`, async () => {
      const plinth = createPlinth({
        freshLoginOperations: [name],
        dataDir: '/nonexistent',
        databaseUrl: 'sqlite::memory:',
      })

      const error = await plinth.start().catch((refused: Error) => refused)

      expect(String(error)).to.match(problem)
    })
})

describe('a route of a host that needs a fresh login', () => {
  const [database] = testDatabases as [(typeof testDatabases)[number]]
  it('refuses a user whose authenticator does not say when they logged in', async () => {
    const user: UserPrincipal = {
      kind: 'user',
      identifier: 'badge-1',
      username: 'badge',
      role: { name: 'admin', level: 1 },
      sessionId: '1',
    }
    const principals: Readonly<Record<string, UserPrincipal>> = {
      old: user,
      fresh: { ...user, freshUntil: Date.now() + 60_000 },
    }
    const badges = definePlugin()({
      name: 'badges',
      contributes: () => [
        authenticators.of({
          name: 'badges',
          authenticate: async (key) => principals[key],
          confirm: async () => user,
        }),
      ],
    })
    const app = await startTestApp({ database, kernel: (options) => createStandardKernel(options).use(badges) })
    const kindOrErrorOf = (key: string) =>
      app.kernel.authenticate({ headers: { 'x-api-key': key } }, { maxLevel: 1, fresh: true }).then(
        ({ kind }) => kind,
        (error: unknown) => (error instanceof PlinthError ? error.code : String(error)),
      )

    const results = [await kindOrErrorOf('old'), await kindOrErrorOf('fresh')]
    await app.stop()

    expect(results).to.deep.equal(['FRESH_LOGIN_REQUIRED', 'user'])
  })
})
