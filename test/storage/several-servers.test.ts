import { createServer, type Server } from 'node:net'
import { type SignedIn, type TempDatabase, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { FaultyProxy } from '../support/faulty-proxy.js'

/** A port on which nothing listens. */
const CLOSED_PORT = 1

/** Returns the URL of a database at several ports of this machine, in the notation of libpq. */
function urlAt(url: string, ports: readonly (number | string)[]): string {
  const { host } = new URL(url)
  return `${url.replace(host, ports.map((port) => `127.0.0.1:${port}`).join(','))}?target_session_attrs=read-write`
}

describe('a database URL with several hosts', function () {
  this.timeout(60_000)
  const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
  if (!postgres) throw new Error('there is no PostgreSQL to test on')
  let stored: TempDatabase
  let port: string
  let app: App | undefined
  beforeEach(async () => {
    stored = await postgres.create()
    port = new URL(stored.url).port
  })
  afterEach(async () => {
    await app?.stop()
    app = undefined
    await stored.drop()
  })
  const startAt = (...ports: readonly (number | string)[]) =>
    startApp({ database: postgres, on: { ...stored, url: urlAt(stored.url, ports) } })
  const list = async (user: SignedIn) => (await user.get('/users/')).status

  it('uses the next one if the first is down', async () => {
    app = await startAt(CLOSED_PORT, port)

    expect(await list(await app.signIn('sudo'))).to.equal(200)
  })

  it('uses the next one if the first accepts connections but does not respond', async () => {
    const silent: Server = createServer().listen(0, '127.0.0.1')
    await until(() => silent.listening)
    app = await startAt((silent.address() as { port: number }).port, port)

    expect(await list(await app.signIn('sudo'))).to.equal(200)
    silent.close()
  })

  it('switches to the next one when the current one is lost, and stays with it when the first is back', async () => {
    const [one, other] = [new FaultyProxy(new URL(stored.url)), new FaultyProxy(new URL(stored.url))]
    const ports = [await one.open(), await other.open()]
    app = await startAt(...ports)
    const sudo = await app.signIn('sudo')
    one.close()

    expect(await list(sudo)).to.equal(200)
    const again = new FaultyProxy(new URL(stored.url))
    await again.open(ports[0])
    expect(await list(sudo)).to.equal(200)
    again.close()
    expect(await list(sudo)).to.equal(200)
    other.cut() // its connections open again
    expect(await list(sudo)).to.equal(200)
    await app.stop()
    app = undefined
    other.close()
  })

  it('responds with 503 while all are lost, and recovers', async () => {
    const proxy = new FaultyProxy(new URL(stored.url))
    const proxyPort = await proxy.open()
    app = await startAt(CLOSED_PORT, proxyPort)
    const sudo = await app.signIn('sudo')
    proxy.close()

    const { status, headers } = await sudo.get('/users/')
    expect([status, headers['retry-after']]).to.deep.equal([503, '2'])
    const again = new FaultyProxy(new URL(stored.url))
    await again.open(proxyPort)
    await until(async () => (await list(sudo)) === 200)
    await app.stop()
    app = undefined
    again.close()
  })
})
