import { createHash, createHmac } from 'node:crypto'
import { forEachDatabase, ManualClock, type SignedIn, TEST_PASSWORD, type TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'

const WRONG = 'wrong horse 9'
const IDLE_S = 2_000
const MAX_AGE_S = 3_000

describe('login', () => {
  forEachDatabase((database) => {
    let app: App
    const clock = new ManualClock()
    before(async () => {
      app = await startApp({ database, clock, settings: { timezone: 'America/New_York' } })
      await app.signIn('operator', 'alice')
    })
    after(() => app.stop())

    it('returns a working key and the role', async () => {
      const response = await app.post('/users/login', { username: 'alice', password: TEST_PASSWORD })

      expect(response.status).to.equal(200)
      expect(response.body).to.have.all.keys('apiKey', 'role', 'role_level', 'datetime', 'timezone')
      expect(response.body).to.include({ role: 'operator', role_level: 10, timezone: 'America/New_York' })
      expect((await app.withKey(response.body.apiKey).get('/users/alice')).status).to.equal(200)
    })

    for (const [time, local] of [
      ['2040-01-15T05:00:07Z', '01/15/2040, 00:00:07'],
      ['2040-07-01T20:30:00Z', '07/01/2040, 16:30:00'],
    ] as const) {
      it(`returns times in the local time zone: ${time} is ${local}`, async () => {
        moveTo(clock, time)

        expect((await app.logIn('alice', TEST_PASSWORD)).body.datetime).to.equal(local)
      })
    }

    for (const name of [
      { username: 'alice' },
      { username: 'ALICE' },
      { email: 'alice@plant.test' },
      { email: 'Alice@PLANT.test' },
    ]) {
      it(`accepts the name ${JSON.stringify(name)} and the password`, async () => {
        const response = await app.post('/users/login', { ...name, password: TEST_PASSWORD })

        expect([response.status, response.body.role]).to.deep.equal([200, 'operator'])
        expect(response.body.username, 'which a client that sent an address may not know').to.equal(
          'email' in name ? 'alice' : undefined,
        )
      })
    }

    it('gives unknown names, wrong passwords and locked accounts the same response, byte by byte', async () => {
      await app.signIn('guest', 'locked')
      for (let attempt = 0; attempt < 5; attempt += 1) await app.logIn('locked', WRONG)
      await importWithoutPassword(await app.signIn('sudo'), 'imported')

      const [first, ...others] = await Promise.all(
        [
          { username: 'nobody', password: TEST_PASSWORD },
          { email: 'nobody@plant.test', password: TEST_PASSWORD },
          { username: 'alice', password: WRONG },
          { email: 'alice@plant.test', password: WRONG },
          { username: 'locked', password: WRONG },
          { username: 'locked', password: TEST_PASSWORD },
          { email: 'locked@plant.test', password: TEST_PASSWORD },
          { username: 'imported', password: TEST_PASSWORD },
        ].map(async (body) => comparable(await app.post('/users/login', body))),
      )

      expect(first).to.include({ status: 403 })
      expect(JSON.parse(first?.text ?? '')).to.include({ code: 'LOGIN_FAILED' })
      for (const other of others) expect(other).to.deep.equal(first)
    })

    it('refuses a longer password that starts with the right 72 bytes', async () => {
      const longest = 'p'.repeat(72)
      await app.post('/users/signup', {
        username: 'longest',
        email: 'longest@plant.test',
        role_name: 'guest',
        password: longest,
      })

      expect((await app.logIn('longest', `${longest}p`)).status).to.equal(403)
      expect((await app.logIn('longest', longest)).status).to.equal(200)
    })

    it('compares all bytes of a password that is longer than bcrypt reads', async () => {
      const long = `${'p'.repeat(72)} and more`
      const digest = createHmac('sha384', 'plinth long password').update(long).digest('base64')
      const user = { username: 'longer', email: 'longer@plant.test', role_name: 'guest', password: long }
      await app.post('/users/signup', user)

      const others = [long.slice(0, 72), long.slice(0, 73), `${long.slice(0, -1)}f`, `${long}p`.repeat(20), digest]
      for (const other of others) {
        expect((await app.logIn('longer', other)).status).to.equal(403)
        expect((await app.logIn('longer', long)).status).to.equal(200)
      }
    })

    for (const [what, body] of Object.entries({
      'no password': { username: 'alice' },
      'no name': { password: TEST_PASSWORD },
      'both names': { username: 'alice', email: 'alice@plant.test', password: TEST_PASSWORD },
      'an empty name': { username: '', password: TEST_PASSWORD },
      'an empty password': { username: 'alice', password: '' },
      'null for a password': { username: 'alice', password: null },
      'null for one of the names': { username: null, email: 'alice@plant.test', password: TEST_PASSWORD },
      'a number for a password': { username: 'alice', password: 123_456_789 },
      'an unknown field': { username: 'alice', password: TEST_PASSWORD, remember: true },
      'NUL in the name': { username: 'alice\0', password: TEST_PASSWORD },
      'a lone surrogate in the password': { username: 'alice', password: `${TEST_PASSWORD}\ud800` },
    })) {
      it(`refuses ${what}`, async () => {
        const response = await app.post('/users/login', body)

        expect([response.status, response.body.code]).to.deep.equal([400, 'INVALID_BODY'])
        expect(response.body.errors).to.have.length.greaterThan(0)
      })
    }
  })
})

describe('a login that is refused', () => {
  forEachDatabase((database) => {
    let app: App
    before(async () => {
      app = await startApp({ database, settings: { bcryptCost: 9, lockoutAttempts: 4 } })
    })
    after(() => app.stop())

    it('takes the same time, whatever the reason', async () => {
      const sudo = await app.signIn('sudo')
      for (const username of ['alice', 'bob', 'locked', 'disabled']) await app.signIn('guest', username)
      for (let attempt = 0; attempt < 4; attempt += 1) await app.logIn('locked', WRONG)
      await sudo.patch('/users/disabled', { disabled: true })
      await importWithoutPassword(sudo, 'imported')
      const refused = {
        'an unknown name': { username: 'nobody', password: TEST_PASSWORD },
        'an unknown address': { email: 'nobody@plant.test', password: TEST_PASSWORD },
        'a wrong password': { username: 'alice', password: WRONG },
        'a password that nobody can have': { username: 'bob', password: 'p'.repeat(1_025) },
        'a locked account': { username: 'locked', password: TEST_PASSWORD },
        'a disabled user': { username: 'disabled', password: TEST_PASSWORD },
        'a user without a password': { username: 'imported', password: TEST_PASSWORD },
      }

      const quickest: Record<string, number> = {}
      for (let round = 0; round < 3; round += 1)
        for (const [reason, body] of Object.entries(refused)) {
          const before = process.cpuUsage()
          const { status } = await app.post('/users/login', body)
          const { user, system } = process.cpuUsage(before)
          quickest[reason] = Math.min(quickest[reason] ?? Number.POSITIVE_INFINITY, (user + system) / 1_000)
          expect(status).to.equal(403)
        }

      // CPU time in ms, which hardly depends on the load of the machine. Without hashing it would be 20 times shorter,
      // with the next lower bcrypt cost half as long.
      const times = Object.values(quickest)
      expect(Math.max(...times) / Math.min(...times), JSON.stringify(quickest)).to.be.below(1.6)
    })
  })
})

describe('more concurrent logins than the bcrypt queue holds', () => {
  forEachDatabase((database) => {
    let app: App
    before(async () => {
      const settings = { bcryptCost: 10, bcryptConcurrency: 1, bcryptQueue: 0, lockoutAttempts: 1 }
      app = await startApp({ database, settings })
    })
    after(() => app.stop())

    it('get Retry-After, and do not count against the account', async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => app.logIn('sudo', TEST_PASSWORD)))

      const refused = responses.filter(({ status }) => status !== 200)
      expect(refused).to.have.length.within(1, 19)
      for (const { status, body, headers } of refused) {
        expect([status, body.code]).to.deep.equal([503, 'BUSY'])
        expect(Number(headers['retry-after'])).to.be.greaterThan(0)
      }
      expect((await app.logIn('sudo', TEST_PASSWORD)).status).to.equal(200)
    })

    for (const [what, password] of [
      ['a valid password', TEST_PASSWORD],
      ['a password longer than bcrypt allows', 'p'.repeat(100)],
    ] as const) {
      it(`get Retry-After for an unknown name with ${what}, because that is hashed too`, async () => {
        const responses = await Promise.all(Array.from({ length: 20 }, () => app.logIn('nobody', password)))

        expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([403, 503]))
        for (const { headers } of responses.filter(({ status }) => status === 503))
          expect(Number(headers['retry-after'])).to.be.greaterThan(0)
      })
    }
  })
})

describe('a key', () => {
  forEachDatabase((database) => {
    let app: App
    let key: string
    before(async () => {
      app = await startApp({ database })
      key = (await app.signIn('operator', 'alice')).key
    })
    after(() => app.stop())

    for (const [where, headersWith] of Object.entries<(key: string) => Record<string, string>>({
      'X-API-KEY': (key) => ({ 'X-API-KEY': key }),
      'Authorization: Bearer': (key) => ({ Authorization: `Bearer ${key}` }),
      'Authorization: bearer': (key) => ({ Authorization: `bearer ${key}` }),
      'X-API-KEY before a wrong Authorization': (key) => ({ 'X-API-KEY': key, Authorization: 'Bearer wrong' }),
    })) {
      it(`is accepted from ${where}`, async () => {
        expect((await app.get('/users/', { headers: headersWith(key) })).status).to.equal(200)
      })
    }

    for (const [where, headersWith] of Object.entries<(key: string) => Record<string, string>>({
      'a cookie': (key) => ({ Cookie: `X-API-KEY=${key}; apiKey=${key}; token=${key}` }),
      'Authorization: Basic': (key) => ({ Authorization: `Basic ${key}` }),
      'Authorization without a scheme': (key) => ({ Authorization: key }),
      'Authorization after a wrong X-API-KEY': (key) => ({ 'X-API-KEY': 'wrong', Authorization: `Bearer ${key}` }),
      'X-API-KEY with a character appended': (key) => ({ 'X-API-KEY': `${key}x` }),
      'X-API-KEY with upper and lower case swapped': (key) => ({ 'X-API-KEY': swapCase(key) }),
    })) {
      it(`is not accepted from ${where}`, async () => {
        const response = await app.get('/users/', { headers: headersWith(key) })

        expect([response.status, response.body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
      })
    }

    for (const parameter of ['X-API-KEY', 'apiKey', 'api_key', 'access_token', 'token']) {
      it(`is not accepted from the query string as ${parameter}`, async () => {
        const response = await app.get(`/users/?${parameter}=${key}`)

        expect([response.status, response.body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
      })
    }
  })
})

describe('a session', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const settings = { sessionIdle: IDLE_S, sessionMax: MAX_AGE_S, sessionsPerUser: 3 }
    let app: App
    before(async () => {
      app = await startApp({ database, clock, settings })
    })
    after(async () => {
      await app.stop()
      await app.database.drop()
    })

    /** Restarts the service. Stopping it writes the last use of each session. */
    const restart = async () => {
      await app.stopAndKeepDatabase()
      app = await startApp({ database, clock, settings, on: app.database })
    }
    const logIn = async () => (await app.logIn('sudo', TEST_PASSWORD)).body.apiKey as string
    const statusWith = async (key: string) => (await app.withKey(key).get('/users/')).status

    it('coexists with other sessions of the same user', async () => {
      const keys = [await logIn(), await logIn(), await logIn()]

      expect(new Set(keys).size).to.equal(3)
      expect(await Promise.all(keys.map(statusWith))).to.deep.equal([200, 200, 200])
    })

    it('ends when it is the oldest of too many', async () => {
      const keys = [await logIn(), await logIn(), await logIn(), await logIn()]

      expect(await Promise.all(keys.map(statusWith))).to.deep.equal([401, 200, 200, 200])
    })

    it('is one of a limited number, however many logins are concurrent', async () => {
      for (let round = 0; round < 3; round += 1) {
        const keys = await Promise.all(Array.from({ length: 20 }, logIn))

        const statuses = await Promise.all(keys.map(statusWith))

        expect(statuses.filter((status) => status === 200)).to.have.lengthOf(3)
      }
    })

    it('is refused beyond the limit of sessions if the settings say so, until one of them ends', async () => {
      const ownClock = new ManualClock()
      const refusing = { ...settings, sessionLimitAction: 'refuse-login' }
      const strict = await startApp({ database, clock: ownClock, settings: refusing })
      const begin = () => strict.logIn('sudo', TEST_PASSWORD)
      const [first, second, third] = [await begin(), await begin(), await begin()]

      const refused = await begin()
      await strict.withKey(second.body.apiKey).post('/users/logout')
      const concurrent = await Promise.all([begin(), begin(), begin(), begin(), begin()])
      const sudo = strict.withKey(first.body.apiKey)
      const { body: events } = await sudo.get('/audit?event=login&result=refused&limit=1')
      const open = [await sudo.get('/session'), await strict.withKey(third.body.apiKey).get('/session')]
      ownClock.advance(settings.sessionIdle)
      const later = await begin()

      await strict.stop()
      expect([refused.status, refused.body.code]).to.deep.equal([409, 'TOO_MANY_SESSIONS'])
      expect(concurrent.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409])
      expect(open.map(({ status }) => status)).to.deep.equal([200, 200])
      expect(events[0].details).to.deep.equal({ reason: 'too many sessions' })
      expect(later.status).to.equal(200)
    })

    it('has a key of 256 random bits, stored only as a digest', async () => {
      const keys = [await logIn(), await logIn()]

      const rows = await app.services.database.read((knex) => knex('plinth_sessions').select())

      for (const key of keys) {
        expect(Buffer.from(key, 'base64url')).to.have.lengthOf(32)
        expect(rows.map(({ key_digest }) => key_digest)).to.include(createHash('sha256').update(key).digest('hex'))
        expect(JSON.stringify(rows)).to.not.include(key)
      }
    })

    it("does not end because of another user's sessions", async () => {
      const keys = [await logIn(), await logIn()]
      for (const username of ['alice', 'bob']) {
        const person = { username, email: `${username}@plant.test`, role_name: 'guest', password: TEST_PASSWORD }
        await app.post('/users/signup', person)
        await app.logIn(username, TEST_PASSWORD)
        await app.logIn(username, TEST_PASSWORD)
      }

      expect(await Promise.all(keys.map(statusWith))).to.deep.equal([200, 200])
    })

    it('ends when it was unused for the idle time', async () => {
      const [used, unused] = [await logIn(), await logIn()]

      clock.advance(IDLE_S - 1)
      const before = await statusWith(used)
      clock.advance(1)

      expect([before, await statusWith(unused)]).to.deep.equal([200, 401])
    })

    it('lasts while it is used, even across a restart', async () => {
      const [used, unused] = [await logIn(), await logIn()]

      clock.advance(IDLE_S / 2)
      await statusWith(used)
      await restart()
      clock.advance(IDLE_S / 2)

      expect([await statusWith(used), await statusWith(unused)]).to.deep.equal([200, 401])
    })

    it('ends at its maximum age, however much it is used', async () => {
      const key = await logIn()

      clock.advance(MAX_AGE_S / 2)
      await statusWith(key)
      await restart()
      clock.advance(MAX_AGE_S / 2 - 1)
      const before = await statusWith(key)
      clock.advance(1)

      expect([before, await statusWith(key)]).to.deep.equal([200, 401])
    })

    it('stays expired when the clock is set back', async () => {
      const key = await logIn()

      clock.advance(IDLE_S)
      const ended = await statusWith(key)
      clock.advance(-IDLE_S)

      expect([ended, await statusWith(key)]).to.deep.equal([401, 401])
    })
  })
})

describe('logout', () => {
  forEachDatabase((database) => {
    let app: App
    before(async () => {
      app = await startApp({ database })
    })
    after(() => app.stop())

    it("ends the session of the request's key and no other", async () => {
      const [one, other] = [await app.signIn('operator'), await app.signIn('operator')]

      const response = await one.post('/users/logout')

      expect(response.status).to.equal(200)
      expect(response.body.message).to.be.a('string')
      expect((await one.get('/users/')).status).to.equal(401)
      expect((await other.get('/users/')).status).to.equal(200)
    })

    it('also accepts the key in Authorization', async () => {
      const { key } = await app.signIn('operator')

      const response = await app.post('/users/logout', undefined, { headers: { Authorization: `Bearer ${key}` } })

      expect(response.status).to.equal(200)
      expect((await app.withKey(key).get('/users/')).status).to.equal(401)
    })

    it('refuses an expired key and a missing key', async () => {
      const operator = await app.signIn('operator')
      await operator.post('/users/logout')

      for (const client of [operator, app]) {
        const response = await client.post('/users/logout')

        expect([response.status, response.body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
      }
    })

    it('refuses a third-party token, which stays valid', async () => {
      const sudo = await app.signIn('sudo')
      const { token } = (await sudo.post('/users/create_tpt', { role_name: 'operator' })).body

      const response = await app.withKey(token).post('/users/logout')

      expect([response.status, response.body.code]).to.deep.equal([401, 'USER_REQUIRED'])
      expect((await app.withKey(token).get('/users/')).status).to.equal(200)
    })

    if (database.name === 'PostgreSQL') {
      it('takes effect immediately on another replica', async () => {
        const replica = await startApp({ database, on: app.database })
        const seen: [before: number, after: number][] = []

        for (let round = 0; round < 10; round += 1) {
          const operator = await app.signIn('operator')
          const there = replica.withKey(operator.key)
          const before = (await there.get('/users/')).status
          await operator.post('/users/logout')
          seen.push([before, (await there.get('/users/')).status])
        }
        await replica.stop()

        expect(seen).to.deep.equal(Array(10).fill([200, 401]))
      })
    }
  })
})

/** Advances the clock to a time in ISO 8601. */
function moveTo(clock: ManualClock, time: string): void {
  clock.advance(Math.ceil((Date.parse(time) - clock.now()) / 1_000))
}

async function importWithoutPassword(sudo: SignedIn, username: string): Promise<void> {
  const user = { username, email: `${username}@plant.test`, role: { name: 'guest' } }
  const response = await sudo.upload('/settings/import_config', JSON.stringify({ data: { Users: [user] } }))
  if (response.body.summary?.imported !== 1) throw new Error(`the user was not imported: ${response.text}`)
}

/** Removes from a response what differs between any two responses: the request id and the date. */
function comparable({ status, headers, text, body }: TestResponse) {
  const { date, 'x-request-id': requestId, ...rest } = headers
  return { status, headers: rest, text: text.replace(body.request_id, '') }
}

function swapCase(text: string): string {
  return text.replace(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
}
