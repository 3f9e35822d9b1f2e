import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADMIN, SUDO } from '@plinth/kernel'
import {
  forEachDatabase,
  ManualClock,
  type SignedIn,
  TEST_PASSWORD,
  TestClient,
  type TestResponse,
} from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { UnfinishedRequest } from '../support/unfinished-request.js'

const LIMIT = 6
/** Seconds after which a caller who has reached the limit may send one more request. */
const INTERVAL_S = 60 / LIMIT

type Send = (index: number) => Promise<TestResponse>

describe('the rate of requests with a key', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    const clock = new ManualClock()
    before(async () => {
      app = await startApp({ database, clock, settings: { callerRateLimit: LIMIT } })
      sudo = await app.signIn('sudo')
      await app.signIn('admin', 'anna')
    })
    beforeEach(() => clock.advance(60))
    after(() => app.stop())

    const roles = (client: Pick<TestClient, 'get'>) => client.get('/roles')
    const statusesOf = async (count: number, send: Send) => {
      const statuses: number[] = []
      for (let index = 0; index < count; index += 1) statuses.push((await send(index)).status)
      return statuses
    }
    const useUp = async (client: Pick<TestClient, 'get'>) => {
      expect(await statusesOf(LIMIT, () => roles(client))).to.deep.equal(repeated(200))
    }
    const tokenClient = async () => {
      const { token } = (await sudo.post('/users/create_tpt', { role_name: 'operator' })).body
      return app.withKey(token)
    }

    it('is limited per minute, and the surplus gets 429 with the time of the next attempt', async () => {
      await useUp(sudo)

      const refused = await roles(sudo)

      expect([refused.status, refused.body.code]).to.deep.equal([429, 'TOO_MANY_REQUESTS'])
      expect(refused.body.message).to.include(`${LIMIT} requests per minute`).and.include(`${INTERVAL_S} s`)
      expect(refused.headers['retry-after']).to.equal(String(INTERVAL_S))
    })

    it('allows one more request after each interval, whatever was refused meanwhile', async () => {
      await useUp(sudo)

      for (let times = 0; times < LIMIT; times += 1) {
        expect(await statusesOf(2, () => roles(sudo))).to.deep.equal([429, 429])
        clock.advance(INTERVAL_S - 1)
        expect((await roles(sudo)).headers['retry-after']).to.equal('1')
        clock.advance(1)
        expect(await statusesOf(2, () => roles(sudo))).to.deep.equal([200, 429])
      }
    })

    it('lets a user above the limit still end what somebody else does with a copy of the key', async () => {
      const anna = await app.signIn('admin', 'anna')
      await useUp(anna)
      expect((await roles(anna)).status).to.equal(429)

      const responses = [
        await anna.post('/users/confirm', { password: TEST_PASSWORD }),
        await anna.post('/users/change_password', {
          target_username: 'anna',
          current_password: TEST_PASSWORD,
          new_password: TEST_PASSWORD,
        }),
        await anna.delete('/users/anna/sessions'),
        await (await app.signIn('admin', 'anna')).post('/users/logout'),
      ]

      expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
    })

    it('allows a whole minute of requests at once again after a minute without any', async () => {
      await useUp(sudo)

      clock.advance(60)

      await useUp(sudo)
      expect((await roles(sudo)).status).to.equal(429)
    })

    it('is limited exactly even when requests arrive simultaneously', async () => {
      const responses = await Promise.all(Array.from({ length: LIMIT * 3 }, () => roles(sudo)))

      expect(responses.filter(({ status }) => status === 200)).to.have.length(LIMIT)
    })

    it('is shared by all sessions of a user', async () => {
      const other = await app.signIn('sudo')

      const statuses = await statusesOf(LIMIT + 1, (index) => roles(index % 2 ? sudo : other))

      expect(statuses).to.deep.equal([...repeated(200), 429])
      expect((await roles(other)).status).to.equal(429)
    })

    it('is counted separately for each user and each token', async () => {
      const others = [await tokenClient(), await tokenClient(), app.withKey((await logIn('anna')).apiKey)]
      clock.advance(60)
      await useUp(sudo)

      for (const other of others) await useUp(other)

      for (const client of [sudo, ...others]) expect((await roles(client)).status).to.equal(429)
    })

    it('counts no request to a public route, with or without a key', async () => {
      await statusesOf(LIMIT + 1, () => sudo.get('/health/live'))
      await statusesOf(LIMIT + 1, () => app.get('/health/live'))

      await useUp(sudo)
      expect((await sudo.get('/health/live')).status).to.equal(200)
      expect((await logIn('sudo')).apiKey).to.be.a('string')
    })

    it('counts no request with an invalid key, which always gets 401', async () => {
      const statuses = await statusesOf(LIMIT + 2, () => roles(app.withKey(`${sudo.key.slice(0, -1)}?`)))

      expect(statuses).to.deep.equal(repeated(401, LIMIT + 2))
      await useUp(sudo)
    })

    it('counts requests whose caller may not send them', async () => {
      const token = await tokenClient()

      const statuses = await statusesOf(LIMIT + 1, () => token.get('/overview'))

      expect(statuses).to.deep.equal([...repeated(403), 429])
    })

    it('counts a request whose body arrives late only once', async () => {
      const unfinished = await UnfinishedRequest.send(`${app.url}/users/sudo`, {
        method: 'PATCH',
        body: JSON.stringify({ name: 'Susan' }),
        headers: { 'X-API-KEY': sudo.key, 'Content-Type': 'application/json' },
      })
      const statuses = await statusesOf(LIMIT - 1, () => roles(sudo))

      const { status } = await unfinished.finish()

      expect([...statuses, status]).to.deep.equal(repeated(200))
      expect((await roles(sudo)).status).to.equal(429)
    })

    it('makes a caller wait for one interval at most if the clock is set back', async () => {
      await useUp(sudo)

      clock.advance(-3_600)

      expect((await roles(sudo)).headers['retry-after']).to.equal(String(INTERVAL_S))
      clock.advance(INTERVAL_S)
      expect(await statusesOf(2, () => roles(sudo))).to.deep.equal([200, 429])
      clock.advance(3_600)
    })

    it('counts a request to a route of a host once, however many guards the route has', async () => {
      const host = await startHost(app)
      const client = new TestClient(host.url).withKey(sudo.key)

      const statuses = await statusesOf(LIMIT - 1, () => client.get('/machines'))

      const { key } = sudo
      const authenticate = () => app.kernel.authenticate({ headers: { 'x-api-key': key } }, { maxLevel: ADMIN })
      expect(statuses).to.deep.equal(repeated(200, LIMIT - 1))
      expect(await authenticate()).to.include({ username: 'sudo' })
      const error = await authenticate().catch((thrown: unknown) => thrown)
      expect(error).to.include({ code: 'TOO_MANY_REQUESTS', status: 429, retryAfter: INTERVAL_S })
      const refused = await client.get('/machines')
      expect([refused.status, refused.headers['retry-after']]).to.deep.equal([429, String(INTERVAL_S)])
      expect((await roles(sudo)).status).to.equal(429)
      host.close()
    })

    it('has no limit by default', async () => {
      const unlimited = await startApp({ database, clock: new ManualClock() })
      const client = await unlimited.signIn('sudo')

      const responses = await Promise.all(Array.from({ length: 200 }, () => roles(client)))

      await unlimited.stop()
      expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([200]))
    })

    async function logIn(username: string) {
      return (await app.post('/users/login', { username, password: TEST_PASSWORD })).body
    }
  })
})

/** Returns the same status for as many requests as the limit allows, or for another number of requests. */
function repeated(status: number, count = LIMIT): number[] {
  return Array.from({ length: count }, () => status)
}

/** Starts the server of a host whose only route has two guards. */
async function startHost({ kernel }: App) {
  const [outer, inner] = [kernel.requireLevel(ADMIN), kernel.requireLevel(SUDO)]
  const server = createServer((request, response) =>
    outer(request, response, () => inner(request, response, () => response.end('machines'))),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close().closeAllConnections(),
  }
}
