import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { PlinthError } from '@plinth/kernel'
import { type SignedIn, TEST_PASSWORD, type ThrowAwayDatabase, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from './support/app.js'

/** A way to a server that can fall silent: it takes everything and answers nothing, as a server does that hangs. */
class FickleWay {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isSilent = false

  constructor(to: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(to.port), to.hostname)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one)
        if (!this.#isSilent) one.pipe(other)
        one.on('error', () => other.destroy())
        one.on('close', () => other.destroy())
      }
    })
  }

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  fallSilent(): void {
    this.#isSilent = true
    for (const socket of this.#sockets) socket.pause().unpipe()
  }

  /** What was silent is cut; what comes anew gets through. */
  recover(): void {
    this.#isSilent = false
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  close(): void {
    this.recover()
    this.#server.close()
  }
}

describe('a PostgreSQL server that is there and does not answer', () => {
  let created: ThrowAwayDatabase
  let way: FickleWay
  let app: App
  let sudo: SignedIn
  before(async function () {
    this.timeout(60_000)
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    created = await postgres.create()
    way = new FickleWay(new URL(created.url))
    const url = new URL(created.url)
    url.port = String(await way.open())
    app = await startApp({ database: postgres, on: { ...created, url: url.href } })
    sudo = await app.signIn('sudo')
  })
  after(async () => {
    await app.stop()
    way.close()
    await created.drop()
  })

  it('is answered for with 503, for an export with 400, and worked with again when it answers', async () => {
    way.fallSilent()

    const request = { headers: { 'x-api-key': sudo.key } } as unknown as IncomingMessage
    const [ready, list, login, out, principal] = await Promise.all([
      app.get('/health/ready'),
      sudo.get('/users/'),
      app.post('/users/login', { username: 'sudo', password: TEST_PASSWORD }),
      sudo.get('/settings/export_config'),
      app.kernel.authenticate(request).catch((error: unknown) => error),
    ])

    expect([ready.status, ready.body]).to.deep.equal([503, { ready: false }])
    expect([list.status, list.body.code, login.status]).to.deep.equal([503, 'DATABASE_UNAVAILABLE', 503])
    expect(list.headers['retry-after']).to.equal('2')
    expect(principal).to.be.instanceOf(PlinthError).and.to.include({ status: 503, code: 'DATABASE_UNAVAILABLE' })
    expect([out.status, out.body.message]).to.deep.equal([400, 'Database not connected'])
    way.recover()
    await until(async () => (await sudo.get('/users/')).status === 200)
  }).timeout(60_000)
})
