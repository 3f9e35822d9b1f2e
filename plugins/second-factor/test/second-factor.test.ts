import { createHmac, hkdfSync } from 'node:crypto'
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
import { codeAt, STEP_S } from '../../../test/support/totp-codes.js'

const NEW_PASSWORD = 'a quiet mill 42'
const KEY = 'the key of the first years, which seals the factors'
const OTHER_KEY = 'another key, which comes after the first one'

describe('the codes that these tests generate', () => {
  it('are those of RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' // 12345678901234567890

    const codes = [59, 1_111_111_109, 1_111_111_111, 2_000_000_000].map((time) => codeAt(secret, time * 1_000))

    expect(codes).to.deep.equal(['287082', '081804', '050471', '279037'])
  })
})

/** A user with a second factor. */
interface Enrolled {
  readonly username: string
  readonly client: SignedIn
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

interface RecoveryRow {
  readonly user_identifier: string
  readonly salt: string
  readonly digest: string
}

/** Enrols a new user with a role, and moves the clock on, so that the next code is another one. */
async function enrol(app: App, clock: ManualClock, username: string, role = 'operator'): Promise<Enrolled> {
  const client = await app.signIn(role, username)
  const { secret } = (await client.post('/users/enrol_second_factor')).body
  const confirmed = await client.post('/users/confirm_second_factor', { code: codeAt(secret, clock.now()) })
  clock.advance(STEP_S)
  return { username, client, secret, recoveryCodes: confirmed.body.recovery_codes }
}

const complete = (client: Pick<TestClient, 'post'>, login: TestResponse, code: string) =>
  client.post('/users/complete_login', { login_key: login.body.login_key, code })

describe('a second factor', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const settings = { lockoutAttempts: 3, rateLimit: 1_000, sessionsPerUser: 1_000, sessionIdle: 10_000_000 }
    let app: App
    let sudo: SignedIn
    let admin: SignedIn
    before(async () => {
      app = await startApp({ database, clock, settings })
    })
    beforeEach(async () => {
      sudo = await app.signIn('sudo')
      admin = await app.signIn('admin')
    })
    after(() => app.stop())

    let userCount = 0
    const newEnrolled = (role = 'operator') => enrol(app, clock, `${role}-${++userCount}`, role)
    const codeOf = ({ secret }: Enrolled, shift = 0) => codeAt(secret, clock.now() + shift * STEP_S * 1_000)
    const beginLogin = ({ username }: Enrolled, password = TEST_PASSWORD) => app.logIn(username, password)
    const statusWith = async (enrolled: Enrolled, code: string) =>
      (await complete(app, await beginLogin(enrolled), code)).status

    describe('is enrolled', () => {
      it('by a secret, an address and a QR code, and a first code that returns ten recovery codes', async () => {
        const client = await app.signIn('operator', 'otto')
        const { status, body } = await client.post('/users/enrol_second_factor')
        const before = (await client.get('/users/otto/second_factor')).body

        const confirmed = await client.post('/users/confirm_second_factor', { code: codeAt(body.secret, clock.now()) })

        expect(status).to.equal(200)
        expect(body.secret).to.match(/^[A-Z2-7]{32}$/)
        const { protocol, host, pathname, searchParams } = new URL(body.uri)
        expect([protocol, host, decodeURIComponent(pathname)]).to.deep.equal(['otpauth:', 'totp', '/Plinth:otto'])
        expect([searchParams.get('secret'), searchParams.get('issuer')]).to.deep.equal([body.secret, 'Plinth'])
        expect(body.qr_svg).to.match(/^<svg .*<\/svg>$/s)
        expect([confirmed.status, confirmed.body.message]).to.deep.equal([200, 'Second factor enrolled'])
        expect(new Set(confirmed.body.recovery_codes).size).to.equal(10)
        for (const code of confirmed.body.recovery_codes) expect(code).to.match(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
        const state = { enrolled_at: null, recovery_codes: 0, required: false, may_remove: true }
        expect(before).to.deep.equal(state)
        const after = (await client.get('/users/otto/second_factor')).body
        expect(after).to.deep.equal({ ...state, enrolled_at: new Date(clock.now()).toISOString(), recovery_codes: 10 })
      })

      it('not before a right code was sent, so that nobody is locked out', async () => {
        const client = await app.signIn('operator', 'lisa')
        const first = (await client.post('/users/enrol_second_factor')).body.secret
        const wrong = await client.post('/users/confirm_second_factor', { code: '000000' })
        const login = await app.logIn('lisa', TEST_PASSWORD)
        const second = (await client.post('/users/enrol_second_factor')).body.secret
        const old = await client.post('/users/confirm_second_factor', { code: codeAt(first, clock.now()) })

        const right = await client.post('/users/confirm_second_factor', { code: codeAt(second, clock.now()) })

        expect([wrong.body.code, login.status, old.status, right.status]).to.deep.equal([
          'ENROLMENT_CODE_WRONG',
          200,
          403,
          200,
        ])
      })

      it('only after a fresh login, and only once', async () => {
        const enrolled = await newEnrolled()
        const again = await enrolled.client.post('/users/enrol_second_factor')
        const confirmed = await enrolled.client.post('/users/confirm_second_factor', { code: codeOf(enrolled) })
        clock.advance(300) // the login is no longer fresh
        const later = await enrolled.client.post('/users/enrol_second_factor')

        expect([again, confirmed, later].map(({ body }) => body.code)).to.deep.equal([
          'SECOND_FACTOR_ENROLLED',
          'SECOND_FACTOR_ENROLLED',
          'FRESH_LOGIN_REQUIRED',
        ])
      })
    })

    describe('at a login', () => {
      it('is required after the right password, and begins the session', async () => {
        const enrolled = await newEnrolled()
        const wrong = await beginLogin(enrolled, 'a wrong horse 9')

        const login = await beginLogin(enrolled)
        const { status, body } = await complete(app, login, codeOf(enrolled))

        expect(wrong.body.code).to.equal('LOGIN_FAILED')
        const { login_key, request_id, ...pending } = login.body
        expect([login.status, pending]).to.deep.equal([
          401,
          {
            message: 'The password is right. Now show the second factor: POST /users/complete_login.',
            code: 'SECOND_FACTOR_REQUIRED',
            step: 'prove',
          },
        ])
        expect(login_key).to.match(/^[\w-]{43}$/)
        expect(request_id).to.equal(login.headers['x-request-id'])
        expect([status, body.username, body.role]).to.deep.equal([200, enrolled.username, 'operator'])
        expect(body).to.not.have.property('recovery_codes')
        expect((await app.withKey(body.apiKey).get('/roles')).status).to.equal(200)
      })

      it('is also required with an e-mail address, and with a session cookie', async () => {
        const enrolled = await newEnrolled()
        const headers = { 'X-Plinth-Session': 'cookie' }
        const credentials = { email: `${enrolled.username}@plant.test`, password: TEST_PASSWORD, session: 'cookie' }

        const login = await app.post('/users/login', credentials, { headers })
        const completion = { login_key: login.body.login_key, code: codeOf(enrolled), session: 'cookie' }
        const completed = await app.post('/users/complete_login', completion, { headers })

        expect([login.status, login.headers['set-cookie'], completed.status]).to.deep.equal([401, undefined, 200])
        expect(String(completed.headers['set-cookie'])).to.match(/^__Host-plinth=/)
        expect(completed.body).to.have.property('page_key')
      })

      it('is accepted 30 seconds early or late, and no earlier or later', async () => {
        const enrolled = await newEnrolled()
        clock.advance(10 * STEP_S)
        const statuses: number[] = []
        for (const shift of [-2, -1, 0, 1, 2]) statuses.push(await statusWith(enrolled, codeOf(enrolled, shift)))

        expect(statuses).to.deep.equal([403, 200, 200, 200, 403])
      })

      it('is accepted once, and no earlier code after it', async () => {
        const enrolled = await newEnrolled()
        clock.advance(10 * STEP_S)
        const code = codeOf(enrolled)

        const statuses: number[] = []
        for (const each of [code, code, codeOf(enrolled, -1)]) statuses.push(await statusWith(enrolled, each))

        expect(statuses).to.deep.equal([200, 403, 403])
      })

      it('is accepted from one of twenty who send it at once', async () => {
        const enrolled = await newEnrolled()
        const logins = await Promise.all(Array.from({ length: 5 }, () => beginLogin(enrolled)))
        const code = codeOf(enrolled)

        const responses = await Promise.all(
          logins.flatMap((login) => Array.from({ length: 4 }, () => complete(app, login, code))),
        )

        expect(responses.filter(({ status }) => status === 200)).to.have.lengthOf(1)
      })

      it('is locked for a minute after wrong codes, even for the right code, while the password still works', async () => {
        const enrolled = await newEnrolled()
        const login = await beginLogin(enrolled)
        for (let attempt = 0; attempt < 3; attempt += 1) await complete(app, login, '000000')
        const locked = await complete(app, login, codeOf(enrolled))
        const password = await beginLogin(enrolled)
        clock.advance(60) // the lock ends

        expect([locked.status, locked.body.code]).to.deep.equal([403, 'SECOND_FACTOR_WRONG'])
        expect(password.status).to.equal(401)
        expect((await complete(app, login, codeOf(enrolled))).status).to.equal(200)
      })

      it('is not locked by logins with a name that looks like its account, such as "second factor anna"', async () => {
        const enrolled = await newEnrolled()
        const login = await beginLogin(enrolled)
        for (const name of [`second factor ${enrolled.username}`, `SECOND FACTOR ${enrolled.username.toUpperCase()}`])
          for (let attempt = 0; attempt < 3; attempt += 1) await app.logIn(name, 'wrong horse 9')

        expect((await complete(app, login, codeOf(enrolled))).status).to.equal(200)
      })

      it('may be a recovery code, each once', async () => {
        const enrolled = await newEnrolled()
        const [code = '', other = ''] = enrolled.recoveryCodes

        const statuses = [
          await statusWith(enrolled, code.toLowerCase().replaceAll('-', ' ')),
          await statusWith(enrolled, code),
          await statusWith(enrolled, other),
        ]

        expect(statuses).to.deep.equal([200, 403, 200])
        expect((await enrolled.client.get(`/users/${enrolled.username}/second_factor`)).body.recovery_codes).to.equal(8)
      })

      it('may be a recovery code once, of twenty who send it at the same time', async () => {
        const enrolled = await newEnrolled()
        const [code = ''] = enrolled.recoveryCodes
        const logins = await Promise.all(Array.from({ length: 5 }, () => beginLogin(enrolled)))

        const responses = await Promise.all(
          logins.flatMap((login) => Array.from({ length: 4 }, () => complete(app, login, code))),
        )

        expect(responses.filter(({ status }) => status === 200)).to.have.lengthOf(1)
        expect((await enrolled.client.get(`/users/${enrolled.username}/second_factor`)).body.recovery_codes).to.equal(9)
      })

      it('is not accepted again, nor an earlier one, after the clock was set back', async () => {
        const enrolled = await newEnrolled()
        clock.advance(STEP_S)
        const code = codeOf(enrolled)
        const first = await statusWith(enrolled, code)
        clock.advance(-STEP_S)
        const later = [await statusWith(enrolled, code), await statusWith(enrolled, codeOf(enrolled))]
        clock.advance(STEP_S)

        expect([first, later]).to.deep.equal([200, [403, 403]])
      })

      it('is recorded in the audit trail', async () => {
        const enrolled = await newEnrolled()
        const login = await beginLogin(enrolled)
        await complete(app, login, '000000')
        await complete(app, login, codeOf(enrolled))

        const events = (await sudo.get(`/audit?target=${enrolled.username}&limit=4`)).body
        expect(
          events.map(({ event, result, details }: Record<string, unknown>) => [event, result, details]),
        ).to.deep.equal([
          ['login', 'done', { second_factor: 'totp' }],
          ['login', 'refused', { reason: 'wrong second factor' }],
          ['login-begun', 'done', { step: 'prove' }],
          ['second-factor-enrolled', 'done', {}],
        ])
      })

      it('is counted as accepted or refused, after the password', async () => {
        const enrolled = await newEnrolled()
        const countsOf = async () => {
          const { text } = await sudo.get('/metrics')
          return ['second_factor', 'accepted', 'refused'].map((result) =>
            Number(text.match(new RegExp(`plinth_logins_total\\{result="${result}"\\} (\\d+)`))?.[1]),
          )
        }
        const before = await countsOf()
        const login = await beginLogin(enrolled)
        await complete(app, login, '000000')
        await complete(app, login, codeOf(enrolled))

        const after = await countsOf()

        expect(after.map((count, at) => count - (before[at] ?? 0))).to.deep.equal([1, 1, 1])
      })

      describe('needs a login key that', () => {
        it('no operation accepts as the key of a session, in a header or as a cookie', async () => {
          const { login_key: key } = (await beginLogin(await newEnrolled())).body
          const cookie = { Cookie: `__Host-plinth=${key.slice(0, -21)}`, 'X-Plinth-Session': key.slice(-21) }
          const ways: Record<string, string>[] = [{ 'X-API-KEY': key }, { Authorization: `Bearer ${key}` }, cookie]
          const keyed = app.kernel.routes.filter(({ access }) => access !== 'public' && access !== 'optional')
          const admitted: string[] = []

          for (const { method, path } of keyed)
            for (const headers of ways) {
              const { status, body } = await app.send(method, path.replace(/:\w+/g, 'sudo'), { headers })
              if (status !== 401 || body.code !== 'TOKEN_INVALID') admitted.push(`${method} ${path}: ${status}`)
            }

          expect(keyed.length).to.be.greaterThan(50)
          expect(admitted).to.deep.equal([])
        })

        const WAYS_TO_END: Readonly<Record<string, (enrolled: Enrolled) => Promise<unknown>>> = {
          'ends after ten minutes': async () => clock.advance(600),
          'ends when the clock is set back by ten minutes': async () => clock.advance(-600),
          'ends when the account of its user ends': ({ username }) =>
            admin.patch(`/users/${username}`, { valid_until: '2020-01-01T00:00:00Z' }),
          'ends with a new password': ({ username }) =>
            app.services.internalPasswords.resetPassword(username, NEW_PASSWORD),
          'ends when the user is disabled': async ({ username }) => {
            await admin.patch(`/users/${username}`, { disabled: true })
            await admin.patch(`/users/${username}`, { disabled: false })
          },
        }
        for (const [what, end] of Object.entries(WAYS_TO_END))
          it(what, async () => {
            const enrolled = await newEnrolled()
            const login = await beginLogin(enrolled)
            await end(enrolled)

            const { status, body } = await complete(app, login, codeOf(enrolled))

            expect([status, body.code]).to.deep.equal([401, 'LOGIN_EXPIRED'])
          })

        it('stays ended with the account when the clock is set back or the account extended', async () => {
          const [seen, unseen] = [await newEnrolled(), await newEnrolled()]
          const end = new Date(clock.now() + 60_000).toISOString()
          for (const { username } of [seen, unseen]) await admin.patch(`/users/${username}`, { valid_until: end })
          const [login, other] = [await beginLogin(seen), await beginLogin(unseen)]
          clock.advance(60)
          const responses = [await complete(app, login, codeOf(seen))]
          await admin.patch(`/users/${unseen.username}`, { valid_until: null })
          responses.push(await complete(app, other, codeOf(unseen)))
          clock.advance(-60)
          responses.push(await complete(app, login, codeOf(seen)))

          expect(responses.map(({ body }) => body.code)).to.deep.equal(Array(3).fill('LOGIN_EXPIRED'))
          clock.advance(60)
        })

        it('completes only one login', async () => {
          const enrolled = await newEnrolled()
          const login = await beginLogin(enrolled)
          await complete(app, login, codeOf(enrolled))
          clock.advance(STEP_S)

          expect((await complete(app, login, codeOf(enrolled))).body.code).to.equal('LOGIN_EXPIRED')
        })
      })
    })

    describe('is not bypassed by', () => {
      it('a one-time code for a new password', async () => {
        const enrolled = await newEnrolled()
        const { code } = (await admin.post(`/users/${enrolled.username}/code`)).body
        await app.post('/users/redeem_code', { username: enrolled.username, code, new_password: NEW_PASSWORD })

        expect((await beginLogin(enrolled, NEW_PASSWORD)).body.code).to.equal('SECOND_FACTOR_REQUIRED')
      })

      it('an import of the user', async () => {
        const enrolled = await newEnrolled()
        const { username } = enrolled
        const data = { Users: [{ username, email: `${username}@plant.test`, role: 'operator' }] }
        await sudo.upload('/settings/import_config', JSON.stringify({ version: '1.0', data }))

        expect((await beginLogin(enrolled)).body.code).to.equal('SECOND_FACTOR_REQUIRED')
      })
    })

    describe('confirms a login', () => {
      it('in place of the password', async () => {
        const enrolled = await newEnrolled('admin')
        clock.advance(300) // the login is no longer fresh
        const before = await enrolled.client.post('/users/recovery_codes')

        const { status } = await enrolled.client.post('/users/confirm', { code: codeOf(enrolled) })
        const after = await enrolled.client.post('/users/recovery_codes')

        expect([before.body.code, status, after.status]).to.deep.equal(['FRESH_LOGIN_REQUIRED', 200, 200])
      })

      it('not with a wrong code, nor of a user without one', async () => {
        const enrolled = await newEnrolled()

        const responses = [
          await enrolled.client.post('/users/confirm', { code: '000000' }),
          await admin.post('/users/confirm', { code: '000000' }),
        ]

        for (const { status, body } of responses)
          expect([status, body.code]).to.deep.equal([403, 'LOGIN_NOT_CONFIRMED'])
      })
    })

    it('has new recovery codes instead of the previous ones once they are renewed', async () => {
      const enrolled = await newEnrolled()

      const { body } = await enrolled.client.post('/users/recovery_codes')

      expect(await statusWith(enrolled, enrolled.recoveryCodes[0] ?? '')).to.equal(403)
      expect(await statusWith(enrolled, body.recovery_codes[0])).to.equal(200)
    })

    describe('is removed', () => {
      it('by its owner, with the recovery codes', async () => {
        const enrolled = await newEnrolled()

        const { status, body } = await enrolled.client.delete(`/users/${enrolled.username}/second_factor`)
        const again = await enrolled.client.delete(`/users/${enrolled.username}/second_factor`)

        expect([status, body]).to.deep.equal([200, { message: 'Second factor removed' }])
        expect(again.body.code).to.equal('SECOND_FACTOR_NOT_ENROLLED')
        expect((await beginLogin(enrolled)).status).to.equal(200)
        const [event] = (await sudo.get(`/audit?event=second-factor-removed&limit=1`)).body
        expect(event).to.include({ actor: enrolled.username, target: enrolled.username, result: 'done' })
      })

      it('by an admin who may set the password of its owner, but by no other user', async () => {
        const [ofOperator, ofSudo] = [await newEnrolled(), await newEnrolled('sudo')]
        const operator = await app.signIn('operator', 'onlooker')
        const remove = async (client: TestClient, { username }: Enrolled) =>
          (await client.delete(`/users/${username}/second_factor`)).status
        const stateFor = async (client: TestClient) =>
          (await client.get(`/users/${ofOperator.username}/second_factor`)).body.may_remove

        const mayRemove = [await stateFor(admin), await stateFor(sudo), await stateFor(operator)]
        const statuses = [
          await remove(operator, ofOperator),
          await remove(sudo, ofOperator),
          await remove(sudo, ofSudo),
          await remove(admin, ofSudo),
          await remove(admin, ofOperator),
        ]

        expect(mayRemove).to.deep.equal([true, false, undefined])
        expect(statuses).to.deep.equal([403, 403, 403, 403, 200])
      })

      it('by the command, even of a sudo user', async () => {
        const enrolled = await newEnrolled('sudo')

        await app.services.factorAdministration.remove(COMMAND, enrolled.username)

        expect((await beginLogin(enrolled)).status).to.equal(200)
      })
    })
  })
})

describe('a second factor that a level requires', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    let app: App
    before(async () => {
      app = await startApp({ database, clock, settings: { secondFactorLevel: 1, secondFactorIssuer: 'Mill 7' } })
    })
    after(() => app.stop())

    it('is enrolled at the login', async () => {
      const login = await app.logIn('sudo', TEST_PASSWORD)
      const { body: enrolment } = await app.post('/users/enrol_at_login', { login_key: login.body.login_key })
      const completed = await complete(app, login, codeAt(enrolment.secret, clock.now()))
      clock.advance(STEP_S)
      const next = await app.logIn('sudo', TEST_PASSWORD)
      const late = await app.post('/users/enrol_at_login', { login_key: next.body.login_key })

      expect([login.status, login.body.step]).to.deep.equal([401, 'enrol'])
      expect(new URL(enrolment.uri).searchParams.get('issuer')).to.equal('Mill 7')
      expect(completed.status).to.equal(200)
      expect(completed.body.recovery_codes).to.have.lengthOf(10)
      expect((await app.withKey(completed.body.apiKey).get('/users/')).status).to.equal(200)
      expect(next.body.step).to.equal('prove')
      expect([late.status, late.body.code]).to.deep.equal([409, 'SECOND_FACTOR_ENROLLED'])
    })

    it('is not required of a less privileged user', async () => {
      const { body } = await app.post('/users/signup', {
        username: 'olga',
        role_name: 'operator',
        email: 'olga@plant.test',
        password: TEST_PASSWORD,
      })

      expect(body.username).to.equal('olga')
      expect((await app.logIn('olga', TEST_PASSWORD)).status).to.equal(200)
    })

    it('cannot be enrolled at the login of an account that has ended, not even once the clock is set back', async () => {
      const ada = { username: 'ada', roleName: 'admin', email: 'ada@plant.test', password: TEST_PASSWORD }
      await app.services.userService.signUp(COMMAND, { ...ada, validUntil: clock.now() + 60_000 })
      const { login_key } = (await app.logIn('ada', TEST_PASSWORD)).body
      clock.advance(60)
      const ended = await app.post('/users/enrol_at_login', { login_key })
      clock.advance(-60)
      const revived = await app.post('/users/enrol_at_login', { login_key })

      expect([ended.body.code, revived.body.code]).to.deep.equal(['LOGIN_EXPIRED', 'LOGIN_EXPIRED'])
    })

    it('cannot be enrolled with an unknown key', async () => {
      const { status, body } = await app.post('/users/enrol_at_login', { login_key: 'x'.repeat(43) })

      expect([status, body.code]).to.deep.equal([401, 'LOGIN_EXPIRED'])
    })
  })
})

describe('a database with second factors', () => {
  forEachDatabase((database) => {
    it('stores recovery codes only as digests of slow, salted hashes, with a key that alone verifies no code', async () => {
      const clock = new ManualClock()
      const app = await startApp({ database, clock, settings: { secretKey: KEY } })
      const [otto, emma] = [await enrol(app, clock, 'otto'), await enrol(app, clock, 'emma')]
      const rows = () =>
        app.services.database.read((knex) =>
          knex<RecoveryRow>('plinth_recovery_codes').select('user_identifier', 'salt', 'digest'),
        )
      const first = await rows()
      const [code = ''] = (await otto.client.post('/users/recovery_codes')).body.recovery_codes
      const second = await rows()
      const key = Buffer.from(hkdfSync('sha256', KEY, '', 'plinth recovery codes', 32))
      const digest = (identifier: string, value: string) =>
        createHmac('sha256', key)
          .update(JSON.stringify([identifier, value]))
          .digest('hex')
      const characters = code.replaceAll('-', '')
      const salts = [...new Set([...first, ...second].map(({ salt }) => salt))]
      const ofOtto = second.filter(({ salt }) => salt === salts.at(-1))
      const [{ user_identifier: identifier } = { user_identifier: '' }] = ofOtto
      const hashes = await Promise.all(salts.map((salt) => app.services.codeHasher.hashCode(characters, salt)))
      await app.stop()

      expect([first, ofOtto].map(({ length }) => length)).to.deep.equal([20, 10])
      expect(salts).to.have.lengthOf(3) // of two users, and of the second creation
      for (const salt of salts) expect(salt).to.match(/^\$2b\$04\$[./A-Za-z0-9]{22}$/) // the cost of tests
      const digests = hashes.map((hash) => digest(identifier, hash))
      expect(new Set(digests).size).to.equal(3)
      expect(ofOtto.map((row) => row.digest))
        .to.include(digests[2])
        .and.not.include(digest(identifier, characters))
      expect(emma.recoveryCodes).to.have.lengthOf(10)
    })

    it('costs an attempt one slow hash, with recovery codes or without, and a code of the app none', async () => {
      const clock = new ManualClock()
      const app = await startApp({ database, clock })
      const { codeHasher } = app.services
      const hashes: string[] = []
      const hashCode = codeHasher.hashCode.bind(codeHasher)
      const recordHash = async (...args: Parameters<typeof hashCode>) => {
        hashes.push(await hashCode(...args))
        return hashes.at(-1) ?? ''
      }
      Object.assign(codeHasher, { hashCode: recordHash })
      const otto = await enrol(app, clock, 'otto')
      const confirm = async (client: SignedIn, code: string) => {
        const { status } = await client.post('/users/confirm', { code })
        return [status, hashes.splice(0).map((hash) => hash.slice(0, '$2b$04$'.length))]
      }

      const attempts = [
        await confirm(otto.client, codeAt(otto.secret, clock.now())),
        await confirm(otto.client, '0000'),
        await confirm(otto.client, '0000-0000-0000'),
        await confirm(otto.client, otto.recoveryCodes[0] ?? ''),
        await confirm(await app.signIn('operator', 'emma'), '0000-0000-0000'),
      ]
      await app.stop()

      expect(attempts).to.deep.equal([
        [200, []],
        [403, []],
        [403, ['$2b$04$']],
        [200, ['$2b$04$']],
        [403, ['$2b$04$']],
      ])
    })

    it('contains no secret and no recovery code, and works with a new key if the previous one is known', async () => {
      const clock = new ManualClock()
      const first = await startApp({ database, clock, settings: { secretKey: KEY } })
      const enrolled = await enrol(first, clock, 'otto')
      const rows = await first.services.database.read(async (knex) => [
        ...(await knex('plinth_second_factors').select('*')),
        ...(await knex('plinth_recovery_codes').select('*')),
      ])
      const log = first.logLines.join('\n')
      await first.stopAndKeepDatabase()
      const loginWith = async (keys: object, code: () => string) => {
        const app = await startApp({ database, clock, on: first.database, settings: keys as Record<string, string> })
        const { status } = await complete(app, await app.logIn('otto', TEST_PASSWORD), code())
        await app.stopAndKeepDatabase()
        clock.advance(STEP_S)
        return status
      }
      const byApp = () => codeAt(enrolled.secret, clock.now())
      const [recovery = '', other = ''] = enrolled.recoveryCodes

      const rotated = { secretKey: OTHER_KEY, secretKeyPrevious: KEY }
      const statuses = [
        await loginWith(rotated, () => recovery),
        await loginWith(rotated, byApp),
        await loginWith({ secretKey: OTHER_KEY }, byApp), // sealed again at the last login
        await loginWith({ secretKey: OTHER_KEY }, () => other),
        await loginWith({ secretKey: 'a third key that has nothing to do with the others' }, byApp),
      ]
      await first.database.drop()

      for (const secret of [enrolled.secret, ...enrolled.recoveryCodes]) {
        expect(JSON.stringify(rows)).to.not.include(secret).and.not.include(secret.replaceAll('-', ''))
        expect(log).to.not.include(secret)
      }
      expect(statuses).to.deep.equal([200, 200, 200, 403, 403])
    })
  })
})
