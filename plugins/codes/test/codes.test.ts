import { COMMAND } from '@plinth/kernel'
import {
  forEachDatabase,
  ManualClock,
  type SignedIn,
  TEST_PASSWORD,
  type TestClient,
  type TestResponse,
} from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'

const NEW_PASSWORD = 'a quiet mill 42'
const CODE = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/
/** Twelve zeros, of five bits each: a code equals it with a probability of 2⁻⁶⁰. */
const WRONG_CODE = '0000-0000-0000'
/** The defaults of the settings. */
const RESET_CODE_LIFETIME_S = 15 * 60
const INVITATION_LIFETIME_S = 3 * 86_400
/** How long the first lock lasts. */
const FIRST_LOCK_S = 60

describe('a one-time code', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const settings = {
      sessionIdle: 10_000_000,
      sessionsPerUser: 1_000,
      lockoutAttempts: 3,
      rateLimit: 1_000,
      freshLoginLifetime: 10_000_000,
    }
    let app: App
    let sudo: SignedIn
    let admin: SignedIn
    before(async () => {
      app = await startApp({ database, clock, settings })
      sudo = await app.signIn('sudo')
      admin = await app.signIn('admin')
    })
    after(() => app.stop())

    let userCount = 0
    /** Creates a user of the role and returns the name. */
    const newUser = async (role = 'operator') => {
      const username = `${role}-${++userCount}`
      await app.signIn(role, username)
      return username
    }
    const invite = async (client: TestClient, username: string, role_name = 'operator') =>
      client.post('/users/add', { username, role_name, email: `${username}@plant.test` })
    const issue = async (username: string, issuer: TestClient = admin): Promise<string> =>
      (await issuer.post(`/users/${username}/code`)).body.code
    const redeem = (username: string, code: string, new_password = NEW_PASSWORD): Promise<TestResponse> =>
      app.post('/users/redeem_code', { username, code, new_password })
    const redemptionStatus = async (username: string, code: string) => (await redeem(username, code)).status
    const canLogIn = async (username: string, password: string) => (await app.logIn(username, password)).status === 200
    const lastEvent = async () => {
      const [{ event, result, actor, target, details }] = (await sudo.get('/audit?limit=1')).body
      return { event, result, actor, target, details }
    }
    /** Returns the time so many seconds from now, in ISO 8601. */
    const timeIn = (seconds: number) => new Date(clock.now() + seconds * 1_000).toISOString()

    describe('for a forgotten password', () => {
      it('is issued for 15 minutes, and ends nothing', async () => {
        const user = await app.signIn('operator', 'otto')

        const { status, body } = await admin.post('/users/OTTO/code')

        expect([status, { ...body, code: '' }]).to.deep.equal([
          200,
          { username: 'otto', code: '', purpose: 'reset', expires_at: timeIn(RESET_CODE_LIFETIME_S) },
        ])
        expect(body.code).to.match(CODE)
        expect((await user.get('/roles')).status).to.equal(200)
        expect(await canLogIn('otto', TEST_PASSWORD)).to.equal(true)
      })

      it('sets a password, ends all sessions and lifts the lock', async () => {
        const user = await app.signIn('operator', 'lisa')
        const code = await issue('lisa')
        for (let attempt = 0; attempt < 3; attempt += 1) await app.logIn('lisa', 'a wrong horse 9')
        const locked = await canLogIn('lisa', TEST_PASSWORD)

        const { status, body } = await redeem('LISA', code)

        expect([locked, status, body]).to.deep.equal([false, 200, { message: 'Password set', username: 'lisa' }])
        expect((await user.get('/roles')).status).to.equal(401)
        expect(await canLogIn('lisa', TEST_PASSWORD)).to.equal(false)
        expect(await canLogIn('lisa', NEW_PASSWORD)).to.equal(true)
      })

      it('is redeemed by e-mail address, in lower case, with spaces, and O and L for 0 and 1', async () => {
        const username = await newUser()
        const code = await issue(username)
        const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')

        const body = { email: `${username.toUpperCase()}@plant.test`, code: ` ${typed} `, new_password: NEW_PASSWORD }
        const { status } = await app.post('/users/redeem_code', body)

        expect([status, await canLogIn(username, NEW_PASSWORD)]).to.deep.equal([200, true])
      })

      it('is spent by its first use', async () => {
        const username = await newUser()
        const code = await issue(username)
        await redeem(username, code)

        const again = await redeem(username, code, 'another mill 43')

        expect([again.status, again.body.code]).to.deep.equal([403, 'CODE_INVALID'])
        expect(await canLogIn(username, NEW_PASSWORD)).to.equal(true)
      })

      it('is spent by one of 200 who redeem it at once', async () => {
        const username = await newUser()
        const code = await issue(username)

        const statuses = await Promise.all(
          Array.from({ length: 200 }, async (_, at) => (await redeem(username, code, `a quiet mill ${at}`)).status),
        )

        expect(statuses.filter((status) => status === 200)).to.have.lengthOf(1)
        expect(statuses.every((status) => [200, 403, 503].includes(status))).to.equal(true)
        const events = (await sudo.get(`/audit?event=code-redeemed&target=${username}&limit=200`)).body
        const refusals = statuses.filter((status) => status === 403).length
        expect(events.filter(({ result }: { result: string }) => result === 'refused')).to.have.lengthOf(refusals)
        expect(await canLogIn(username, `a quiet mill ${statuses.indexOf(200)}`)).to.equal(true)
      })

      it('is not spent if the new password is refused', async () => {
        const username = await newUser()
        const code = await issue(username)

        const refused = await redeem(username, code, 'short')

        expect([refused.status, refused.body.code]).to.deep.equal([400, 'PASSWORD_REFUSED'])
        expect(await redemptionStatus(username, code)).to.equal(200)
      })

      it('replaces an earlier one of the user', async () => {
        const username = await newUser()
        const earlier = await issue(username)
        const code = await issue(username)

        expect(await redemptionStatus(username, earlier)).to.equal(403)
        expect(await redemptionStatus(username, code)).to.equal(200)
      })

      it('is of no use to another user', async () => {
        const [username, other] = [await newUser(), await newUser()]
        const code = await issue(username)

        expect(await redemptionStatus(other, code)).to.equal(403)
        expect(await canLogIn(other, TEST_PASSWORD)).to.equal(true)
      })

      it('sets even the password of a sudo user if the command issued it', async () => {
        const username = await newUser('sudo')
        const { code } = await app.services.codeService.issue(COMMAND, username)

        expect(await redemptionStatus(username, code)).to.equal(200)
        expect(await canLogIn(username, NEW_PASSWORD)).to.equal(true)
      })

      it('sets a password in place of an imported one', async () => {
        const data = { Users: [{ username: 'imported', email: 'imported@plant.test', role: 'operator' }] }
        await sudo.upload('/settings/import_config', JSON.stringify({ version: '1.0', data }))
        const code = await issue('imported')

        expect(await redemptionStatus('imported', code)).to.equal(200)
        const { body } = await app.logIn('imported', NEW_PASSWORD)
        expect((await app.withKey(body.apiKey).get('/roles')).status).to.equal(200)
      })
    })

    describe('for a user without a password', () => {
      it('is an invitation for three days, with which the user sets the first password', async () => {
        const added = await invite(admin, 'nora')
        const before = await canLogIn('nora', NEW_PASSWORD)

        const { status, body } = await admin.post('/users/nora/code')
        clock.advance(INVITATION_LIFETIME_S - 1)
        const redeemed = await redemptionStatus('nora', body.code)

        const { identifier, ...user } = added.body
        expect([added.status, user]).to.deep.equal([
          200,
          { username: 'nora', role: { name: 'operator', level: 10 }, email: 'nora@plant.test' },
        ])
        expect(identifier).to.be.a('string')
        expect([before, status, body.purpose, redeemed]).to.deep.equal([false, 200, 'invitation', 200])
        expect(await canLogIn('nora', NEW_PASSWORD)).to.equal(true)
      })

      it('can be issued by a sudo user for an operator, but only until the operator has a password', async () => {
        await invite(sudo, 'nick')
        const code = await issue('nick', sudo)
        const later = await issue('nick', sudo)
        await admin.post('/users/reset_password', { target_username: 'nick', new_password: NEW_PASSWORD })

        expect(code).to.match(CODE)
        expect(await redemptionStatus('nick', later)).to.equal(403)
        expect((await sudo.post('/users/nick/code')).status).to.equal(403)
      })
    })

    describe('is refused', () => {
      const WAYS_TO_END_CODE: Readonly<Record<string, (username: string) => Promise<unknown>>> = {
        'after it was withdrawn': (username) => admin.delete(`/users/${username}/code`),
        'when its time has passed': async () => clock.advance(RESET_CODE_LIFETIME_S),
        'after its user was disabled': async (username) => {
          await admin.patch(`/users/${username}`, { disabled: true })
          await admin.patch(`/users/${username}`, { disabled: false })
        },
        'after another password was set': (username) =>
          admin.post('/users/reset_password', { target_username: username, new_password: 'an old mill 44' }),
        'for a user who was recreated under the same name': async (username) => {
          await admin.delete(`/users/${username}`)
          await app.signIn('operator', username)
        },
        'after its user was promoted above its issuer': (username) =>
          app.services.userAdministration.change(COMMAND, username, { roleName: 'sudo' }),
      }
      for (const [when, end] of Object.entries(WAYS_TO_END_CODE))
        it(when, async () => {
          const username = await newUser()
          const code = await issue(username)
          await end(username)
          const listed = (await sudo.get('/codes')).body.map((each: { username: string }) => each.username)

          const { status, body } = await redeem(username, code)

          expect([status, body.code]).to.deep.equal([403, 'CODE_INVALID'])
          expect(await canLogIn(username, NEW_PASSWORD)).to.equal(false)
          expect(listed).to.not.include(username)
        })

      const WAYS_TO_END_ISSUER: Readonly<Record<string, (issuer: string) => Promise<unknown>>> = {
        demoted: (issuer) => sudo.patch(`/users/${issuer}`, { role_name: 'operator' }),
        disabled: (issuer) => sudo.patch(`/users/${issuer}`, { disabled: true }),
        deleted: (issuer) => sudo.delete(`/users/${issuer}`),
      }
      for (const [what, act] of Object.entries(WAYS_TO_END_ISSUER))
        it(`after its issuer was ${what}`, async () => {
          const username = await newUser()
          const issuer = `issuer-${what}`
          const code = await issue(username, await app.signIn('admin', issuer))
          await act(issuer)
          const listed = (await sudo.get('/codes')).body.map((each: { username: string }) => each.username)

          expect(await redemptionStatus(username, code)).to.equal(403)
          expect(listed).to.not.include(username)
        })

      it('for good once it has expired, even if the clock is set back', async () => {
        const username = await newUser()
        const code = await issue(username)
        clock.advance(RESET_CODE_LIFETIME_S)
        const expired = await redemptionStatus(username, code)
        clock.advance(-RESET_CODE_LIFETIME_S)

        expect([expired, await redemptionStatus(username, code)]).to.deep.equal([403, 403])
      })

      it('while it is dated further in the future than it lasts', async () => {
        const username = await newUser()
        clock.advance(RESET_CODE_LIFETIME_S)
        const code = await issue(username)
        clock.advance(-RESET_CODE_LIFETIME_S)

        expect(await redemptionStatus(username, code)).to.equal(403)
      })

      it('with the same response for an unknown name, a wrong and a spent code, and a locked account', async () => {
        const [wrong, spent, locked] = [await newUser(), await newUser(), await newUser()]
        await issue(wrong)
        const code = await issue(spent)
        await redeem(spent, code)
        for (let attempt = 0; attempt < 3; attempt += 1) await redeem(locked, WRONG_CODE)

        const responses = await Promise.all([
          redeem('nobody-of-that-name', WRONG_CODE),
          redeem(wrong, WRONG_CODE),
          redeem(wrong, 'not a code'),
          redeem(spent, code),
          redeem(locked, WRONG_CODE),
        ])

        const seen = responses.map(({ status, body }) => JSON.stringify([status, { ...body, request_id: '' }]))
        expect(new Set(seen).size, seen.join('\n')).to.equal(1)
      })
    })

    describe('that is being guessed', () => {
      it('locks the codes of its user after as many attempts as for a password, but does not lock the login', async () => {
        const username = await newUser()
        const code = await issue(username)
        for (let attempt = 0; attempt < 3; attempt += 1) await redeem(username, WRONG_CODE)
        const locked = await redemptionStatus(username, code)
        const login = await canLogIn(username, TEST_PASSWORD)
        clock.advance(FIRST_LOCK_S)

        expect([locked, login, await redemptionStatus(username, code)]).to.deep.equal([403, true, 200])
      })

      it('is locked once by many attempts at the same time', async () => {
        const username = await newUser()
        await issue(username)
        await Promise.all(Array.from({ length: 20 }, () => redeem(username, WRONG_CODE)))

        const { body } = await sudo.get(`/audit?event=account-locked&target=${username}`)
        const lock = { seconds: FIRST_LOCK_S, secret: 'code' }
        expect(body.map(({ details }: { details: object }) => details)).to.deep.equal([lock])
      })

      it('is not locked by logins with a name that looks like its account, such as "code anna"', async () => {
        const username = await newUser()
        const code = await issue(username)
        for (let attempt = 0; attempt < 3; attempt += 1) await app.logIn(`code ${username}`, 'wrong horse 9')

        expect(await redemptionStatus(username, code)).to.equal(200)
      })

      it('is unlocked when another one is issued', async () => {
        const username = await newUser()
        for (let attempt = 0; attempt < 3; attempt += 1) await redeem(username, WRONG_CODE)

        expect(await redemptionStatus(username, await issue(username))).to.equal(200)
      })

      it('is recorded in the audit trail, with the lock', async () => {
        const username = await newUser()
        for (let attempt = 0; attempt < 2; attempt += 1) await redeem(username, WRONG_CODE)
        const refused = await lastEvent()
        await redeem(username, WRONG_CODE)

        const shared = { actor: null, target: username }
        expect(refused).to.deep.equal({
          ...shared,
          event: 'code-redeemed',
          result: 'refused',
          details: { reason: 'no such code' },
        })
        expect(await lastEvent()).to.deep.equal({
          ...shared,
          event: 'account-locked',
          result: 'done',
          details: { seconds: FIRST_LOCK_S, secret: 'code' },
        })
      })
    })

    describe('can be issued, listed and withdrawn', () => {
      it('with an audit event when it is issued and when it is withdrawn', async () => {
        const username = await newUser()
        const expires_at = timeIn(RESET_CODE_LIFETIME_S)

        const code = await issue(username)
        const issued = await lastEvent()
        const state = (await sudo.get(`/users/${username}/code`)).body
        const ofAdmin = (await admin.get(`/users/${username}/code`)).body
        const listed = (await sudo.get('/codes')).body.find((each: { username: string }) => each.username === username)
        const withdrawn = await admin.delete(`/users/${username}/code`)
        const event = await lastEvent()

        const shown = { purpose: 'reset', expires_at, issued_by: 'admin', created_at: timeIn(0) }
        expect(state).to.deep.equal({ may_issue: false, code: shown })
        expect(ofAdmin).to.deep.equal({ may_issue: true, code: shown })
        expect(listed).to.deep.equal({ username, ...shown })
        expect([withdrawn.status, withdrawn.body]).to.deep.equal([200, { message: 'Code withdrawn' }])
        const shared = { actor: 'admin', target: username, result: 'done' }
        expect(issued).to.deep.equal({ ...shared, event: 'code-issued', details: { purpose: 'reset', expires_at } })
        expect(event).to.deep.equal({ ...shared, event: 'code-withdrawn', details: { purpose: 'reset' } })
        expect((await sudo.get(`/users/${username}/code`)).body.code).to.equal(null)
        expect((await admin.delete(`/users/${username}/code`)).body.code).to.equal('CODE_NOT_FOUND')
        expect(code).to.match(CODE)
      })

      it('by nobody for themselves, though one’s own can be withdrawn', async () => {
        const username = `admin-${++userCount}`
        const self = await app.signIn('admin', username)
        await issue(username)

        const { status, body } = await self.post(`/users/${username}/code`)

        expect([status, body.code]).to.deep.equal([403, 'CODE_NOT_YOURS'])
        expect((await self.delete(`/users/${username}/code`)).status).to.equal(200)
      })

      it('not for a user who is disabled or unknown', async () => {
        const username = await newUser()
        await admin.patch(`/users/${username}`, { disabled: true })

        const disabled = await admin.post(`/users/${username}/code`)
        const unknown = await admin.post('/users/nobody-of-that-name/code')

        expect([disabled.status, disabled.body.code]).to.deep.equal([409, 'CODE_OF_DISABLED_USER'])
        expect([unknown.status, unknown.body.code]).to.deep.equal([404, 'USER_NOT_FOUND'])
      })

      it('not by a caller who was disabled meanwhile', async () => {
        const username = await newUser()
        const name = `admin-${++userCount}`
        const caller = await app.signIn('admin', name)
        await sudo.patch(`/users/${name}`, { disabled: true })

        expect((await caller.post(`/users/${username}/code`)).status).to.equal(401)
      })
    })
  })
})

describe('a database with one-time codes', () => {
  forEachDatabase((database) => {
    it('contains no code, and neither does the log', async () => {
      const app = await startApp({ database })
      const admin = await app.signIn('admin')
      await app.signIn('operator', 'otto')
      const { code } = (await admin.post('/users/otto/code')).body

      const rows = await app.services.database.read((knex) => knex('plinth_codes').select('*'))
      const log = app.logLines.join('\n')
      await app.stop()

      expect(rows).to.have.lengthOf(1)
      expect(JSON.stringify(rows)).to.not.include(code).and.not.include(code.replaceAll('-', ''))
      expect(log).to.not.include(code)
    })
  })
})

describe('users whose passwords only they set', () => {
  forEachDatabase((database) => {
    let app: App
    let admin: SignedIn
    before(async () => {
      app = await startApp({ database, settings: { passwordSetByOwnerOnly: true } })
      admin = await app.signIn('admin')
    })
    after(() => app.stop())

    for (const path of ['reset_password', 'change_password'])
      it(`get no password from an admin by ${path}, but a code`, async () => {
        const username = `user-of-${path}`.replace('_', '-')
        await app.signIn('operator', username)

        const refused = await admin.post(`/users/${path}`, { target_username: username, new_password: NEW_PASSWORD })
        const { code } = (await admin.post(`/users/${username}/code`)).body

        expect([refused.status, refused.body.code]).to.deep.equal([403, 'PASSWORD_SET_BY_OWNER_ONLY'])
        expect(refused.body.message).to.equal(
          `This service lets users set only their own passwords. Issue a one-time code instead: POST /users/${username}/code.`,
        )
        expect((await admin.get(`/users/${username}/access`)).body.may_set_password).to.equal(false)
        const redeemed = await app.post('/users/redeem_code', { username, code, new_password: NEW_PASSWORD })
        expect(redeemed.status).to.equal(200)
      })

    it('can still set their own, and the host can set theirs in code', async () => {
      const own = await app.signIn('operator', 'olga')
      const passwords = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD }

      const changed = await own.post('/users/change_password', { target_username: 'olga', ...passwords })
      const [, status] = await app.services.internalPasswords.changePassword('olga', 'a third mill 45')

      expect([changed.status, status]).to.deep.equal([200, 'success'])
    })
  })
})
