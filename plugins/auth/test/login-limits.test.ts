import {
  forEachDatabase,
  ManualClock,
  type SignedIn,
  TEST_PASSWORD,
  type TestClient,
  type TestResponse,
  testDatabases,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { TOTP } from 'otpauth'
import { type App, startApp } from '../../../test/support/app.js'
import { DriverHook } from '../../../test/support/driver-hook.js'
import { withDatabase } from '../../../test/support/with-database.js'

const WRONG = 'wrong horse 9'
/** How long the first lock of an account lasts. */
const FIRST_LOCK_S = 60
/** The period of `rateLimit`. */
const MINUTE_S = 60

describe('an account whose password is being guessed', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const settings = { lockoutAttempts: 3, lockoutMax: 300, sessionIdle: 1_000_000, sessionsPerUser: 1_000 }
    let app: App
    before(async () => {
      app = await startApp({ database, clock, settings })
    })
    after(() => app.stop())

    const guess = async (username: string, times: number) => {
      for (let attempt = 0; attempt < times; attempt += 1) await app.logIn(username, WRONG)
    }
    const statusOf = async (username: string, password = TEST_PASSWORD) => (await app.logIn(username, password)).status

    it('is not locked before the configured number of wrong passwords', async () => {
      await app.signIn('guest', 'patient')

      await guess('patient', 2)

      expect(await statusOf('patient')).to.equal(200)
    })

    for (const [failures, seconds] of [
      [3, FIRST_LOCK_S],
      [4, 120],
      [5, 240],
      [6, 300],
      [7, 300],
    ] as const) {
      it(`is locked for ${seconds} s after ${failures} wrong passwords`, async () => {
        const username = `locked-after-${failures}`
        await app.signIn('guest', username)
        for (let count = 1; count <= failures; count += 1) {
          clock.advance(settings.lockoutMax)
          await guess(username, 1)
        }

        clock.advance(seconds - 1)
        const before = await statusOf(username)
        clock.advance(1)

        expect([before, await statusOf(username)]).to.deep.equal([403, 200])
      })
    }

    it('gives the same response to the right and a wrong password while locked', async () => {
      await app.signIn('guest', 'locked')
      await guess('locked', 3)

      const [right, wrong] = [await app.logIn('locked', TEST_PASSWORD), await app.logIn('locked', WRONG)]

      expect(right.status).to.equal(403)
      expect(right.headers).to.not.have.property('retry-after')
      expect({ ...right.body, request_id: '' }).to.deep.equal({ ...wrong.body, request_id: '' })
    })

    it('is not locked for longer by further attempts', async () => {
      await app.signIn('guest', 'hammered')
      await guess('hammered', 3)

      clock.advance(FIRST_LOCK_S - 1)
      await guess('hammered', 10)
      clock.advance(1)

      expect(await statusOf('hammered')).to.equal(200)
    })

    it('resets its count after the right password', async () => {
      await app.signIn('guest', 'forgetful')
      await guess('forgetful', 2)
      await app.logIn('forgetful', TEST_PASSWORD)

      await guess('forgetful', 2)
      const afterTwo = await statusOf('forgetful')
      await guess('forgetful', 3)
      const afterThree = await statusOf('forgetful')
      clock.advance(FIRST_LOCK_S)

      expect([afterTwo, afterThree, await statusOf('forgetful')]).to.deep.equal([200, 403, 200])
    })

    it('counts attempts by username (in any case) and by e-mail address together', async () => {
      await app.signIn('guest', 'carol')

      await app.logIn('Carol', WRONG)
      await app.logIn('CAROL', WRONG)
      await app.post('/users/login', { email: 'Carol@plant.test', password: WRONG })

      expect(await statusOf('carol')).to.equal(403)
      expect((await app.post('/users/login', { email: 'carol@plant.test', password: TEST_PASSWORD })).status).to.equal(
        403,
      )
    })

    it('is not locked by wrong passwords for an unknown e-mail address that equals its username', async () => {
      const dora = {
        username: 'dora@plant.test',
        email: 'dora@other.test',
        role_name: 'guest',
        password: TEST_PASSWORD,
      }
      await app.post('/users/signup', dora)

      for (let times = 0; times < 5; times += 1)
        await app.post('/users/login', { email: 'dora@plant.test', password: WRONG })

      expect(await statusOf('dora@plant.test')).to.equal(200)
    })

    it('is unlocked when its password is reset', async () => {
      const sudo = await app.signIn('sudo')
      await app.signIn('admin', 'Locked-Admin')
      await guess('locked-admin', 3)
      const whileLocked = await statusOf('locked-admin')

      await sudo.post('/users/reset_password', { target_username: 'locked-admin', new_password: 'another horse 9' })

      expect([whileLocked, await statusOf('locked-admin', 'another horse 9')]).to.deep.equal([403, 200])
    })

    it('is unlocked when a host resets its password in code', async () => {
      await app.signIn('guest', 'locked-guest')
      await guess('locked-guest', 3)

      await app.services.internalPasswords.resetPassword('locked-guest', 'another horse 9')

      expect(await statusOf('locked-guest', 'another horse 9')).to.equal(200)
    })

    it('counts wrong passwords even before it exists', async () => {
      await guess('newcomer', 3)
      const person = { username: 'newcomer', email: 'newcomer@plant.test', role_name: 'guest', password: TEST_PASSWORD }
      await app.post('/users/signup', person)

      const before = await statusOf('newcomer')
      clock.advance(FIRST_LOCK_S)

      expect([before, await statusOf('newcomer')]).to.deep.equal([403, 200])
    })

    it('keeps its sessions while it is locked', async () => {
      const guest = await app.signIn('guest', 'at-work')

      await guess('at-work', 3)

      expect(await statusOf('at-work')).to.equal(403)
      expect((await guest.get('/users/at-work')).status).to.equal(200)
    })

    it('does not lock other accounts', async () => {
      await app.signIn('guest', 'bystander')

      await guess('victim', 10)

      expect(await statusOf('bystander')).to.equal(200)
    })

    it('is not locked by invalid requests', async () => {
      await app.signIn('guest', 'clumsy')

      for (let attempt = 0; attempt < 3; attempt += 1)
        await app.post('/users/login', { username: 'clumsy', password: '' })

      expect(await statusOf('clumsy')).to.equal(200)
    })
  })
})

describe('an account whose password is being guessed, with the default settings', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    let app: App
    before(async () => {
      app = await startApp({ database, clock })
    })
    after(() => app.stop())

    for (const name of ['existing-user', 'unknown-user']) {
      it(`is locked for 1, 2, 4, 8 and then 15 minutes from the fifth wrong password on (${name})`, async () => {
        if (name === 'existing-user') await app.signIn('guest', name)
        const isLocked = async () => {
          const row = await app.services.database.read((knex) =>
            knex('plinth_login_failures').where({ account: name }).first(),
          )
          return Number(row.locked_until) > clock.now()
        }
        const guess = () => app.logIn(name, WRONG)
        for (let attempt = 0; attempt < 4; attempt += 1) await guess()
        const before = await isLocked()

        const minutes: number[] = []
        for (let attempt = 0; attempt < 6; attempt += 1) {
          await guess()
          let waitedMinutes = 0
          for (; await isLocked(); waitedMinutes += 1) clock.advance(MINUTE_S)
          minutes.push(waitedMinutes)
        }

        expect([before, ...minutes]).to.deep.equal([false, 1, 2, 4, 8, 15, 15])
      })
    }

    it('takes little space under an unknown name, although Unicode can make that 18 times as long', async () => {
      const longNames = [...'ab'].map((end) => '\ufdfa'.repeat(254) + end)

      for (const name of longNames) {
        await app.post('/users/login', { username: name, password: WRONG })
        await app.post('/users/login', { email: name, password: WRONG })
      }

      const rows = await app.services.database.read((knex) => knex('plinth_login_failures').where({ failures: 1 }))
      const long = rows.filter(({ account }) => account.length > 64)
      expect(long).to.have.length(4)
      expect(Math.max(...long.map(({ account }) => account.length))).to.be.below(80)
    })

    it('is unlocked when an admin sets another password', async () => {
      const admin = await app.signIn('admin')
      await app.signIn('operator', 'shut-out')
      for (let attempt = 0; attempt < 5; attempt += 1) await app.logIn('shut-out', WRONG)
      const whileLocked = await app.logIn('shut-out', TEST_PASSWORD)

      await admin.post('/users/reset_password', { target_username: 'Shut-Out', new_password: 'another horse 9' })

      expect([whileLocked.status, (await app.logIn('shut-out', 'another horse 9')).status]).to.deep.equal([403, 200])
    })
  })
})

describe('50 wrong passwords at once', () => {
  forEachDatabase((database) => {
    let app: App
    before(async () => {
      app = await startApp({ database, settings: { lockoutAttempts: 51 } })
    })
    after(() => app.stop())

    const guessAtOnce = (username: string, times: number) =>
      Promise.all(Array.from({ length: times }, () => app.logIn(username, WRONG)))

    it('count as no more than 50', async () => {
      await app.signIn('guest', 'alice')

      const responses = await guessAtOnce('alice', 50)

      expect(responses.map(({ status }) => status)).to.deep.equal(Array(50).fill(403))
      expect((await app.logIn('alice', TEST_PASSWORD)).status).to.equal(200)
    })

    it('count as no fewer than 50', async () => {
      await app.signIn('guest', 'bob')

      await guessAtOnce('bob', 50)
      await app.logIn('bob', WRONG)

      expect((await app.logIn('bob', TEST_PASSWORD)).status).to.equal(403)
    })
  })
})

describe('many passwords at once', () => {
  forEachDatabase((database) => {
    let app: App
    before(async () => {
      // Slow enough that all passwords are queued before five have been checked.
      app = await startApp({ database, settings: { lockoutAttempts: 5, bcryptConcurrency: 1, bcryptCost: 8 } })
    })
    after(() => app.stop())

    it('do not log in when the right one comes after too many wrong ones', async () => {
      await app.signIn('guest', 'alice')
      const passwords = Array.from({ length: 50 }, (_, index) =>
        index === 25 ? TEST_PASSWORD : `wrong horse ${index}`,
      )

      const responses = await Promise.all(passwords.map((password) => app.logIn('alice', password)))

      expect(responses.map(({ status }) => status)).to.deep.equal(Array(50).fill(403))
    })
  })
})

describe('wrong passwords that are checked at the same time', () => {
  it('are counted up to the first lock, even if none was wrong before', async () => {
    const database = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!database) throw new Error('this test needs PostgreSQL')
    const app = await startApp({ database, settings: { lockoutAttempts: 5, databasePool: 40 } })
    const sudo = await app.signIn('sudo')
    await app.signIn('guest', 'burst')
    const guess8Times = (account: string) => Array.from({ length: 8 }, () => app.logIn(account, WRONG))
    await Promise.all(guess8Times('another')) // opens the connections, so that the next guesses wait at the same time

    const guesses = await withDatabase(app.database, (other) =>
      other.transaction(async (transaction) => {
        const row = { account: 'burst', failures: 0, locked_until: 0, failed_at: 0 }
        await transaction('plinth_login_failures').insert(row) // makes the statements that count guesses wait
        const responses = guess8Times('burst')
        await until(async () => (await countOfWaiting(transaction)) > 5)
        await transaction('plinth_login_failures').delete()
        return responses
      }),
    )
    await Promise.all(guesses)

    const { body } = await sudo.get('/audit?target=burst&limit=100')
    await app.stop()
    const events = (body as { event: string; details: { reason?: string } }[]).filter(
      ({ event, details }) => event === 'account-locked' || details?.reason === 'wrong password',
    )
    expect(events.map(({ event }) => event).toSorted()).to.deep.equal(['account-locked', ...Array(5).fill('login')])
  })

  async function countOfWaiting(transaction: Knex.Transaction): Promise<number> {
    await transaction.raw('SELECT pg_stat_clear_snapshot()') // otherwise each query would see the same state
    const waiting = await transaction('pg_stat_activity').whereRaw(
      "datname = current_database() AND wait_event_type = 'Lock'",
    )
    return waiting.length
  }
})

describe('an address that attempts too many logins', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const settings = { rateLimit: 5, lockoutAttempts: 6, trustedProxies: ['loopback'] }
    let app: App
    before(async () => {
      app = await startApp({ database, clock, settings })
    })
    after(() => app.stop())
    beforeEach(() => clock.advance(MINUTE_S))

    const logInFrom = (address: string, password = TEST_PASSWORD) =>
      app.post('/users/login', { username: 'sudo', password }, { headers: { 'X-Forwarded-For': address } })
    const exhaustRate = async (address: string) => {
      for (let attempt = 0; attempt < 5; attempt += 1) await logInFrom(address)
    }

    it('causes no database statement once it has exceeded its rate', async () => {
      await exhaustRate('192.0.2.77')
      await logInFrom('192.0.2.77')
      const hook = new DriverHook()
      hook.install()
      hook.watch(() => new Error('a refused login must not execute statements'))

      const refused = await Promise.all(Array.from({ length: 50 }, () => logInFrom('192.0.2.77')))

      hook.restore()
      expect(new Set(refused.map(({ status }) => status))).to.deep.equal(new Set([429]))
    })

    it('gets Retry-After, whatever its password', async () => {
      const statuses: number[] = []
      for (const password of [TEST_PASSWORD, WRONG, TEST_PASSWORD, WRONG, WRONG])
        statuses.push((await logInFrom('192.0.2.1', password)).status)

      const refused = [await logInFrom('192.0.2.1'), await logInFrom('192.0.2.1', WRONG)]

      expect(statuses).to.deep.equal([200, 403, 200, 403, 403])
      for (const { status, body, headers } of refused) {
        expect([status, body.code]).to.deep.equal([429, 'RATE_LIMITED'])
        expect(Number(headers['retry-after'])).to.be.within(1, 60)
      }
    })

    it('shares the rate with redemptions of codes, second factors and confirmations of logins', async () => {
      const [address, key] = ['192.0.2.9', (await logInFrom('192.0.2.8')).body.apiKey]
      const attempts = {
        '/users/redeem_code': { username: 'sudo', code: '0000-0000-0000', new_password: 'another horse 10' },
        '/users/complete_login': { login_key: 'x'.repeat(43), code: '000000' },
        '/users/confirm': { password: WRONG },
      }
      await exhaustRate(address)

      for (const [path, body] of Object.entries(attempts)) {
        const refused = await app.post(path, body, { headers: { 'X-Forwarded-For': address, 'X-API-KEY': key } })
        expect([refused.status, refused.body.code], path).to.deep.equal([429, 'RATE_LIMITED'])
      }
    })

    it('may try again once Retry-After has passed, and not before', async () => {
      await exhaustRate('192.0.2.2')
      const retryAfter = Number((await logInFrom('192.0.2.2')).headers['retry-after'])

      clock.advance(retryAfter - 1)
      const before = await logInFrom('192.0.2.2')
      clock.advance(1)

      expect([before.status, (await logInFrom('192.0.2.2')).status]).to.deep.equal([429, 200])
    })

    it('does not lock an account by attempts above its rate', async () => {
      await exhaustRate('192.0.2.3')
      for (let attempt = 0; attempt < 10; attempt += 1) await logInFrom('192.0.2.3', WRONG)
      clock.advance(MINUTE_S)

      expect((await logInFrom('192.0.2.3')).status).to.equal(200)
    })

    it('does not throttle another address', async () => {
      await exhaustRate('192.0.2.4')

      expect((await logInFrom('192.0.2.4')).status).to.equal(429)
      expect((await logInFrom('192.0.2.5')).status).to.equal(200)
    })

    it('is also throttled by signups without a key', async () => {
      const signUpFrom = (address: string, name: string) => {
        const body = { username: name, email: `${name}@plant.test`, role_name: 'guest', password: TEST_PASSWORD }
        return app.post('/users/signup', body, { headers: { 'X-Forwarded-For': address } })
      }
      await signUpFrom('192.0.2.7', 'newcomer-1')
      for (let attempt = 0; attempt < 4; attempt += 1) await logInFrom('192.0.2.7')

      const [refused, other] = [
        await signUpFrom('192.0.2.7', 'newcomer-2'),
        await signUpFrom('192.0.2.8', 'newcomer-3'),
      ]

      expect([refused.status, refused.body.code, other.status]).to.deep.equal([429, 'RATE_LIMITED', 200])
    })

    it('is not throttled by signups of sudo', async () => {
      const sudo = await app.signIn('sudo')
      const headers = { 'X-Forwarded-For': '192.0.2.9' }
      for (let count = 1; count <= 6; count += 1) {
        const body = { username: `made-${count}`, email: `made-${count}@plant.test`, role_name: 'guest' }
        await sudo.post('/users/signup', { ...body, password: TEST_PASSWORD }, { headers })
      }

      expect((await logInFrom('192.0.2.9')).status).to.equal(200)
    })

    for (const [title, addresses] of Object.entries({
      'is recognized when a proxy appends a port': ['192.0.2.10:50000', '192.0.2.10:50001', '192.0.2.10'],
      'is recognized when a proxy puts it in brackets': ['[2001:db8:9::1]:50000', '[2001:db8:9::1]', '2001:db8:9::1'],
      'is replaced by that of the proxy when it is invalid': ['unknown', '_hidden', 'x'.repeat(10_000)],
    })) {
      it(title, async () => {
        const [first = '', second = '', third = ''] = addresses
        await exhaustRate(first)

        expect([(await logInFrom(second)).status, (await logInFrom(third)).status]).to.deep.equal([429, 429])
      })
    }

    it('is limited to exactly its rate even when its logins arrive simultaneously', async () => {
      const responses = await Promise.all(Array.from({ length: 50 }, () => logInFrom('192.0.2.6')))

      expect(responses.filter(({ status }) => status === 200)).to.have.length(5)
      expect(responses.filter(({ status }) => status === 429)).to.have.length(45)
    })

    for (const [address, neighbour] of [
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
      ['2001:db8::1', '2001:db8::ffff:1:1:1'],
      ['2001:db8:3::1', '2001:db8:3:0:1:1:1:1'],
      ['203.0.113.4', '::ffff:cb00:7104'],
      ['203.0.113.14', '64:ff9b::203.0.113.14'],
      ['::ffff:203.0.113.5', '0:0:0:0:0:FFFF:cb00:7105'],
      ['0000:0000:0000:0000:0000:ffff:203.0.113.6', '203.0.113.6'],
    ] as const) {
      it(`shares its limit with its /64 network or another form of its IPv4 address: ${address} and ${neighbour}`, async () => {
        await exhaustRate(address)

        expect((await logInFrom(neighbour)).status).to.equal(429)
      })
    }

    for (const [address, otherAddress] of [
      ['2001:db8:5:1::1', '2001:db8:5:2::1'],
      ['2001::1:1:1:1:1', '2001::2:1:1:1:1'],
      ['::ffff:cb00:7107', '::ffff:cb00:7108'],
      ['64:ff9b::203.0.113.17', '64:ff9b::203.0.113.18'],
      ['0:0:0:0:0:ffff:203.0.113.9', '0:0:0:0:0:ffff:203.0.113.10'],
    ] as const) {
      it(`does not throttle another IPv6 network or IPv4 address: ${address} and ${otherAddress}`, async () => {
        await exhaustRate(address)

        expect((await logInFrom(otherAddress)).status).to.equal(200)
      })
    }
  })
})

describe('a user or token less privileged than an admin', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const rate = 8
    let app: App
    let sudo: SignedIn
    let signupCount = 0
    before(async () => {
      const settings = { rateLimit: rate, trustedProxies: ['loopback'], sessionsPerUser: 1_000 }
      app = await startApp({ database, clock, settings })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())
    beforeEach(() => clock.advance(MINUTE_S))

    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
    const signUp = (client: Pick<TestClient, 'post'>, address: string) => {
      signupCount += 1
      const person = { username: `made-${signupCount}`, email: `made-${signupCount}@plant.test`, role_name: 'guest' }
      return client.post('/users/signup', { ...person, password: TEST_PASSWORD }, from(address))
    }
    const clientWithToken = async (role_name: string) => {
      const { token } = (await sudo.post('/users/create_tpt', { role_name })).body
      return app.withKey(token)
    }
    const guest = async (username: string) => {
      const client = await app.signIn('guest', username)
      clock.advance(MINUTE_S) // the login counts too
      return client
    }
    /** Sends requests one after another. Returns how many succeeded, and the status of the last. */
    const sendTimes = async (count: number, send: (index: number) => Promise<TestResponse>) => {
      const statuses: number[] = []
      for (let index = 0; index < count; index += 1) statuses.push((await send(index)).status)
      return { succeeded: statuses.filter((status) => status === 200).length, last: statuses.at(-1) }
    }
    const limited = { succeeded: rate, last: 429 }

    it('shares the signup limit of its address with other callers, with or without a key', async () => {
      const client = await guest('gustav')
      const others = [await guest('greta'), await clientWithToken('operator')]

      const own = await sendTimes(rate + 3, () => signUp(client, '192.0.2.1'))

      expect(own).to.deep.equal(limited)
      for (const other of others) expect((await signUp(other, '192.0.2.1')).body.code).to.equal('RATE_LIMITED')
      expect((await signUp(app, '192.0.2.1')).status).to.equal(429)
    })

    it('cannot exceed its own signup limit by changing addresses', async () => {
      const [userClient, otherClient, tokenClient] = [
        await guest('gerda'),
        await guest('georg'),
        await clientWithToken('operator'),
      ]

      const [byUser, byToken] = [
        await sendTimes(rate + 3, (index) => signUp(userClient, `192.0.2.${index + 10}`)),
        await sendTimes(rate + 3, (index) => signUp(tokenClient, `192.0.2.${index + 30}`)),
      ]

      expect([byUser, byToken]).to.deep.equal([limited, limited])
      expect((await signUp(otherClient, '192.0.2.60')).status).to.equal(200)
    })

    it('gets Retry-After, and may continue after that time', async () => {
      const client = await guest('gudrun')
      await sendTimes(rate, (index) => signUp(client, `192.0.2.${index + 10}`))
      const refused = await signUp(client, '192.0.2.70')

      clock.advance(Number(refused.headers['retry-after'] ?? 60))

      expect(refused.status).to.equal(429)
      expect((await signUp(client, '192.0.2.70')).status).to.equal(200)
    })

    for (const [what, change] of Object.entries({
      name: (client: TestClient, username: string, index: number, address: string) =>
        client.patch(`/users/${username}`, { name: `Name ${index}` }, from(address)),
      'password by change_password': (client: TestClient, username: string, _: number, address: string) =>
        client.post(
          '/users/change_password',
          { target_username: username, new_password: TEST_PASSWORD, current_password: TEST_PASSWORD },
          from(address),
        ),
      'password by reset_password': (client: TestClient, username: string, _: number, address: string) =>
        client.post('/users/reset_password', { target_username: username, new_password: TEST_PASSWORD }, from(address)),
      'sessions by ending one': async (client: TestClient, username: string, index: number, address: string) => {
        await app.post('/users/login', { username, password: TEST_PASSWORD }, from(`198.51.100.${index}`))
        const sessions: { id: string; current: boolean }[] = (await client.get(`/users/${username}/sessions`)).body
        const other = sessions.find(({ current }) => !current)
        return client.delete(`/users/${username}/sessions/${other?.id}`, from(address))
      },
      'second factor by enrol_second_factor': (client: TestClient, _: string, __: number, address: string) =>
        client.post('/users/enrol_second_factor', undefined, from(address)),
    })) {
      it(`may change its own ${what} a limited number of times per minute, and adds no audit event when refused`, async () => {
        const username = `own-${what.replaceAll(' ', '-')}`
        const client = await guest(username)
        const eventsOf = async () => {
          const { body } = await sudo.get(`/audit?actor=${username}&limit=1000`)
          return body.filter(({ event }: { event: string }) => event !== 'login').length
        }
        const recorded = what.startsWith('second factor') ? 0 : rate // only a completed enrolment is recorded
        const before = await eventsOf()

        const oneAddress = await sendTimes(rate + 5, (index) => change(client, username, index, '192.0.2.80'))
        const events = await eventsOf()
        clock.advance(MINUTE_S)
        const manyAddresses = await sendTimes(rate + 5, (index) =>
          change(client, username, index, `192.0.2.${100 + index}`),
        )

        expect([oneAddress, manyAddresses]).to.deep.equal([limited, limited])
        expect(events - before).to.equal(recorded)
      })
    }

    it('may renew its recovery codes a limited number of times per minute', async () => {
      const client = await guest('gunda')
      const { secret } = (await client.post('/users/enrol_second_factor')).body
      const code = new TOTP({ secret }).generate({ timestamp: clock.now() })
      await client.post('/users/confirm_second_factor', { code })
      clock.advance(MINUTE_S)

      const renewed = await sendTimes(rate + 5, (index) =>
        client.post('/users/recovery_codes', undefined, from(`192.0.2.${100 + index}`)),
      )

      const events = (await sudo.get('/audit?actor=gunda&event=recovery-codes-created')).body
      expect([renewed, events.length]).to.deep.equal([limited, rate])
    })

    it('causes one event when it ends all its sessions many times simultaneously', async () => {
      const client = await guest('gisela')

      await Promise.all(Array.from({ length: 20 }, () => client.delete('/users/gisela/sessions')))

      const events = (await sudo.get('/audit?actor=gisela&event=sessions-ended')).body
      expect(events.map(({ details }: { details: object }) => details)).to.deep.equal([{ ended: 1 }])
    })

    it('has limits that do not apply to an admin, nor to a token with that role', async () => {
      const admin = await app.signIn('admin')
      clock.advance(MINUTE_S)

      const signups = await sendTimes(rate * 2, () => signUp(admin, '192.0.2.90'))
      const changes = await sendTimes(rate * 2, (index) => admin.patch('/users/admin', { name: `Name ${index}` }))
      const tokenClient = await clientWithToken('admin')
      const tokenSignups = await sendTimes(rate * 2, () => signUp(tokenClient, '192.0.2.90'))

      expect([signups, changes, tokenSignups].map(({ succeeded }) => succeeded)).to.deep.equal(Array(3).fill(rate * 2))
    })
  })
})

describe('a client that forges X-Forwarded-For', () => {
  forEachDatabase((database) => {
    let app: App
    before(async () => {
      app = await startApp({ database, clock: new ManualClock(), settings: { rateLimit: 2 } })
    })
    after(() => app.stop())

    it('counts as one address unless a proxy is trusted', async () => {
      const responses = []
      for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
        const headers = { 'X-Forwarded-For': address }
        responses.push(await app.post('/users/login', { username: 'sudo', password: TEST_PASSWORD }, { headers }))
      }

      expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 429])
    })
  })
})

describe('clients behind two proxies', () => {
  forEachDatabase((database) => {
    it('count separately even if the inner proxy adds the port of the outer one', async () => {
      const settings = { rateLimit: 1, trustedProxies: ['loopback', '10.0.0.0/8'] }
      const app = await startApp({ database, clock: new ManualClock(), settings })
      const responses = []
      for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.2']) {
        const headers = { 'X-Forwarded-For': `${address}, 10.0.0.3:8080` }
        responses.push(await app.post('/users/login', { username: 'sudo', password: TEST_PASSWORD }, { headers }))
      }
      await app.stop()

      expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 429])
    })
  })
})
