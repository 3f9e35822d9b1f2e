import { definePlugin, defineRoute, StartupError } from '@plinth/kernel'
import { createPlinth, type PlinthOptions } from '@plinth/service'
import { forEachDatabase, type TempDatabase, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { SECRET_KEY } from '../support/service-process.js'
import { Host } from './support/host.js'
import { databaseNamed, TEST_TIMEOUT_MS } from './support/site.js'

const CAUSE = 'zebra crossing'
const PASSWORD = 'battery staple 7'

describe('F22 a plugin of a host throws while it answers', function () {
  this.timeout(TEST_TIMEOUT_MS)
  let place: TempDatabase
  let host: Host
  before(async () => {
    place = await databaseNamed('SQLite').create()
    host = await Host.start(place)
  })
  after(async () => {
    host.kill()
    await place.drop()
  })

  for (const where of ['at-once', 'later', 'in-a-promise']) {
    it(`F22 ${where.replaceAll('-', ' ')}: a bare 500, and others are answered meanwhile`, async () => {
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

  it('F22 in a timer, in a host that goes on then: the request is answered, and so are all others', async () => {
    const client = new TestClient(host.url)

    const answers = await Promise.all([
      client.get('/faults/in-a-timer'),
      ...Array.from({ length: 20 }, () => client.get('/health/ready')),
    ])
    await host.hasSaid('the host has seen a fault')

    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]))
    expect((await client.get('/health/ready')).status).to.equal(200)
  })
})

/** What a plugin may do wrong before it can be asked anything. */
const AT_START: Readonly<Record<string, object>> = {
  'makes a service': {
    services: {
      faulty: class {
        constructor() {
          throw new Error(CAUSE)
        }
      },
    },
  },
  contributes: { contributes: thrower() },
  'makes its routes': { routes: thrower() },
  'makes a route that is none': { routes: () => [defineRoute({} as never)] },
  'looks before the start': { preflight: thrower() },
  'looks before the start, later': { preflight: rejecter() },
  migrates: { migrations: [{ name: '001-faulty', up: rejecter() }] },
  starts: { start: thrower() },
  'starts, later': { start: rejecter() },
}

forEachDatabase((database) => {
  describe(`F23 a plugin of a host throws at the start, ${database.name}`, () => {
    let place: TempDatabase
    before(async () => {
      place = await database.create()
    })
    after(() => place.drop())
    const optionsFor = (port: number): PlinthOptions => ({
      databaseUrl: place.url,
      dataDir: place.dataDir,
      secretKey: SECRET_KEY,
      sudoPassword: PASSWORD,
      bcryptCost: 4,
      port,
      writeLog: () => {},
    })

    for (const [when, fault] of Object.entries(AT_START)) {
      it(`F23 when it ${when}: it is named, no port opens, and without it all is well`, async () => {
        const first = createPlinth(optionsFor(0))
        const { port } = await first.listen()
        await first.stop()
        const faulty = definePlugin()({ name: 'faulty-pumps', ...fault } as never)

        const problem = await createPlinth({ ...optionsFor(port), plugins: [faulty] })
          .listen()
          .catch((error: unknown) => error)
        const client = new TestClient(`http://127.0.0.1:${port}/api`)
        const asked = await client.get('/health/live').catch((error: { code: string }) => error.code)

        expect(problem).to.be.instanceOf(StartupError)
        expect(String((problem as Error).message)).to.include('"faulty-pumps"')
        expect(asked).to.equal('ECONNREFUSED')
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
