import { definePlugin, defineRoute, StartupError } from '@plinth/kernel'
import { createPlinth, type PlinthOptions } from '@plinth/service'
import { forEachDatabase, type TempDatabase, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { SECRET_KEY } from '../support/service-process.js'
import { databaseNamed, TEST_TIMEOUT_MS } from './support/deployment.js'
import { Host } from './support/host.js'

const CAUSE = 'zebra crossing'
const PASSWORD = 'battery staple 7'

describe('a plugin of a host that throws while it handles a request (F22)', function () {
  this.timeout(TEST_TIMEOUT_MS)
  let tempDatabase: TempDatabase
  let host: Host
  before(async () => {
    tempDatabase = await databaseNamed('SQLite').create()
    host = await Host.start(tempDatabase)
  })
  after(async () => {
    host.kill()
    await tempDatabase.drop()
  })

  for (const [where, when] of [
    ['at-once', 'immediately'],
    ['later', 'later'],
    ['in-a-promise', 'in a promise'],
  ]) {
    it(`causes a 500 without details when it throws ${when}, and does not affect concurrent requests`, async () => {
      const client = new TestClient(host.url)

      const [failed, ...others] = await Promise.all([
        client.get(`/faults/${where}`),
        ...Array.from({ length: 20 }, () => client.get('/health/ready')),
      ])

      expect([failed.status, failed.body.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
      expect(failed.text + host.output).not.to.include(CAUSE)
      expect(new Set(others.map(({ status }) => status))).to.deep.equal(new Set([200]))
    })
  }

  it('affects no request when it throws in a timer, in a host that continues after uncaught exceptions', async () => {
    const client = new TestClient(host.url)

    const responses = await Promise.all([
      client.get('/faults/in-a-timer'),
      ...Array.from({ length: 20 }, () => client.get('/health/ready')),
    ])
    await host.waitForOutput('the host caught an exception')

    expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([200]))
    expect((await client.get('/health/ready')).status).to.equal(200)
  })
})

/** Plugins that throw during the start, by when they do. */
const FAULTY_STARTS: Readonly<Record<string, object>> = {
  'creates a service': {
    services: {
      faulty: class {
        constructor() {
          throw new Error(CAUSE)
        }
      },
    },
  },
  contributes: { contributes: thrower() },
  'creates its routes': { routes: thrower() },
  'creates an invalid route': { routes: () => [defineRoute({} as never)] },
  'runs its preflight': { preflight: thrower() },
  'runs its asynchronous preflight': { preflight: rejecter() },
  migrates: { migrations: [{ name: '001-faulty', up: rejecter() }] },
  starts: { start: thrower() },
  'starts asynchronously': { start: rejecter() },
}

forEachDatabase((database) => {
  describe(`a plugin of a host that throws during the start on ${database.name} (F23)`, () => {
    let tempDatabase: TempDatabase
    before(async () => {
      tempDatabase = await database.create()
    })
    after(() => tempDatabase.drop())
    const optionsFor = (port: number): PlinthOptions => ({
      databaseUrl: tempDatabase.url,
      dataDir: tempDatabase.dataDir,
      secretKey: SECRET_KEY,
      sudoPassword: PASSWORD,
      bcryptCost: 4,
      port,
      writeLog: () => {},
    })

    for (const [when, fault] of Object.entries(FAULTY_STARTS)) {
      it(`is named in the error, opens no port, and causes no later problem when it ${when}`, async () => {
        const first = createPlinth(optionsFor(0))
        const { port } = await first.listen()
        await first.stop()
        const faulty = definePlugin()({ name: 'faulty-pumps', ...fault } as never)

        const problem = await createPlinth({ ...optionsFor(port), plugins: [faulty] })
          .listen()
          .catch((error: unknown) => error)
        const client = new TestClient(`http://127.0.0.1:${port}/api`)
        const result = await client.get('/health/live').catch((error: { code: string }) => error.code)

        expect(problem).to.be.instanceOf(StartupError)
        expect(String((problem as Error).message)).to.include('"faulty-pumps"')
        expect(result).to.equal('ECONNREFUSED')
        const again = createPlinth(optionsFor(port))
        await again.listen()
        const login = await client.post('/users/login', { username: 'sudo', password: PASSWORD })
        await again.stop()
        expect(login.status).to.equal(200)
      })
    }
  })
})

function thrower() {
  return () => {
    throw new Error(CAUSE)
  }
}

function rejecter() {
  return () => Promise.reject(new Error(CAUSE))
}
