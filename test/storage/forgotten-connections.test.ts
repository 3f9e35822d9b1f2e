import type { TempDatabase } from '@plinth/testing'
import { TEST_PASSWORD, type TestClient, type TestResponse, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { FaultyProxy } from '../support/faulty-proxy.js'
import { type Service, serve, variablesFor } from '../support/service-process.js'
import { withDatabase } from '../support/with-database.js'

/** Maximum time until requests succeed again. */
const RECOVERY_TIMEOUT_MS = 15_000
const CONCURRENCY = 20

describe('connections to PostgreSQL that die silently (F27)', () => {
  let tempDatabase: TempDatabase
  let proxy: FaultyProxy
  let service: Service
  let sudo: TestClient
  /** Users whose signup was sent, and whether it was acknowledged. */
  let signups: Map<string, boolean>
  beforeEach(async function () {
    this.timeout(60_000)
    signups = new Map()
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    tempDatabase = await postgres.create()
    const url = new URL(tempDatabase.url)
    proxy = new FaultyProxy(url)
    const proxyUrl = new URL(url)
    proxyUrl.port = String(await proxy.open())
    service = await serve({
      ...variablesFor({ ...tempDatabase, url: proxyUrl.href }),
      PLINTH_SUDO_PASSWORD: TEST_PASSWORD,
    })
    const response = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
    sudo = service.client.withKey(response.body.apiKey)
    await Promise.all(Array.from({ length: CONCURRENCY }, () => Promise.all([read(), write()]))) // fills both pools
  })
  afterEach(async () => {
    service.kill()
    proxy.close()
    await tempDatabase.drop()
  })
  const read = async () => statusOf(await sudo.get('/users/sudo/sessions'))
  const write = async () => {
    const username = `user-${signups.size}`
    signups.set(username, false)
    const user = { username, role_name: 'guest', email: `${username}@plant.test`, password: TEST_PASSWORD }
    const status = statusOf(await sudo.post('/users/signup', user))
    signups.set(username, status === 200)
    return status
  }
  const statusOf = ({ status, headers }: TestResponse) => {
    if (status === 503) expect(headers['retry-after']).to.match(/^\d+$/)
    return status
  }
  const lostSignups = async () => {
    const stored = new Set(await withDatabase(tempDatabase, (db) => db('plinth_users').pluck('username')))
    return [...signups].filter(([username, isAcknowledged]) => isAcknowledged && !stored.has(username))
  }

  it('are replaced, so that sequential requests succeed again', async () => {
    proxy.forgetConnections()

    await until(async () => (await read()) === 200 && (await write()) === 200, RECOVERY_TIMEOUT_MS)

    expect([await read(), await write()], 'the requests after that').to.deep.equal([200, 200])
    expect(await lostSignups()).to.deep.equal([])
  }).timeout(60_000)

  it('are replaced during many requests, which succeed or get 503', async () => {
    const requests = Array.from({ length: CONCURRENCY }, () => [read(), write()]).flat()
    proxy.forgetConnections()

    const statuses = await Promise.all(requests)
    await until(async () => (await read()) === 200 && (await write()) === 200, RECOVERY_TIMEOUT_MS)

    expect(statuses.every((status) => status === 200 || status === 503)).to.equal(true)
    expect(await lostSignups()).to.deep.equal([])
  }).timeout(60_000)

  it('are replaced if they die while being opened, and do not prevent a stop', async () => {
    proxy.forgetNewConnections(true)
    proxy.cut()
    const statuses = await Promise.all(Array.from({ length: CONCURRENCY }, () => [read(), write()]).flat())
    proxy.forgetNewConnections(false)

    await until(async () => (await read()) === 200 && (await write()) === 200, RECOVERY_TIMEOUT_MS)

    expect(new Set(statuses)).to.deep.equal(new Set([503]))
    expect(await lostSignups()).to.deep.equal([])
    expect(await service.stop()).to.deep.equal({ code: 0, signal: null })
  }).timeout(60_000)

  for (const [when, begin] of [
    ['without requests', () => []],
    ['with requests waiting for them', () => [read(), write()]],
  ] as const) {
    it(`do not prevent a stop ${when}`, async () => {
      proxy.forgetConnections()
      const requests = begin().map((request: Promise<number>) => request.catch(() => 0))

      expect(await service.stop()).to.deep.equal({ code: 0, signal: null })
      await Promise.all(requests)
      expect(await lostSignups()).to.deep.equal([])
    }).timeout(60_000)
  }
})
