import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import type { Kernel } from '@plinth/kernel'
import { createPlinth, type StandardServices } from '@plinth/service'
import { TEST_PASSWORD, type TempDatabase, TestClient, testDatabases } from '@plinth/testing'
import { expect } from 'chai'

const SETTINGS = { bcryptCost: 4, sudoPassword: TEST_PASSWORD, secretKey: 'a key for tests only, of 32 bytes or more' }
/** HTTP is the same on both databases. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

const HOST = 'Host: plant.test'
const REFUSED = lines('GET /api/../x HTTP/1.1', HOST)
const SERVED = lines('GET /api/health/live HTTP/1.1', HOST)
const UPGRADE = lines('GET /socket HTTP/1.1', HOST, 'Connection: Upgrade', 'Upgrade: websocket')
const TUNNEL = lines('CONNECT plant.test:80 HTTP/1.1', HOST)

type Handle = (request: IncomingMessage, response: ServerResponse) => void

describe('a request through the server of a host', () => {
  let tempDatabase: TempDatabase
  let plinth: Kernel<StandardServices>
  let server: Server
  before(async () => {
    tempDatabase = await database.create()
    plinth = createPlinth({
      ...SETTINGS,
      databaseUrl: tempDatabase.url,
      dataDir: tempDatabase.dataDir,
      writeLog: () => {},
    })
    await plinth.start()
  })
  after(async () => {
    await plinth.stop()
    await tempDatabase.drop()
  })
  afterEach(() => void server.close().closeAllConnections())

  for (const [what, following] of [
    ['an upgrade', UPGRADE],
    ['a tunnel', TUNNEL],
  ] as const)
    for (const [state, request] of [
      ['a refused', REFUSED],
      ['a served', SERVED],
    ] as const)
      it(`for ${what} behind ${state} one affects no other client when its connection is reset`, async () => {
        await serve(plinth.handler)

        for (let times = 0; times < 20; times += 1) {
          const socket = connection()
          await new Promise<void>((resolve) => socket.write(request + following, () => resolve()))
          socket.resetAndDestroy()
          await once(socket, 'close')
          expect(await statusOf('/api/health/live')).to.equal(200)
        }
      })

  it('for an upgrade, behind a refused one, does not reach the host', async () => {
    await serve(plinth.handler)
    const upgrades: string[] = []
    server.on('upgrade', ({ url }, socket) => {
      upgrades.push(url ?? '')
      socket.destroy()
    })

    const statuses = await statusesFor(REFUSED + UPGRADE)

    expect(statuses).to.deep.equal(['HTTP/1.1 400'])
    expect(upgrades).to.deep.equal([])
  })

  it('is dropped if its client has disconnected before the host passes it on', async () => {
    const socket = new Socket().on('error', () => {})
    const passedOn = new EventEmitter()
    await serve((request, response) => {
      const handle = () => plinth.handler(request, response)
      if (request.url !== '/api/health/live') return handle()
      response.once('close', () => passedOn.emit('done', handle()))
      socket.destroy()
    })
    const { port } = server.address() as AddressInfo
    socket.connect(port, '127.0.0.1').write(SERVED)
    await once(passedOn, 'done')

    const client = new TestClient(`http://127.0.0.1:${port}/api`)
    const { body } = await client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
    const metrics = await client.withKey(String(body.apiKey)).get('/metrics')

    expect(metrics.text).to.match(/^plinth_http_requests_in_flight 1$/m) // this request itself
  })

  it('reaches the route of the URL to which the host has rewritten it', async () => {
    await serve((request, response) => {
      Object.assign(request, { originalUrl: request.url, url: '/api/health/live' })
      plinth.handler(request, response)
    })

    expect(await statusOf('/api/metrics')).to.equal(200)
  })

  for (const [original, url, status] of [
    ['/api/health/live', '/health/live', 200],
    ['/api', '/', 200],
    ['/api?x=1', '/?x=1', 400],
    ['/api/health/live', '/api/health/live', 200],
  ] as const)
    it(`of ${original} that a mount has shortened to ${url} reaches its route`, async () => {
      await serve((request, response) => {
        Object.assign(request, { originalUrl: original, url })
        plinth.handler(request, response)
      })

      expect(await statusOf(original)).to.equal(status)
    })

  async function serve(handle: Handle): Promise<void> {
    server = createServer(handle).listen(0, '127.0.0.1')
    await once(server, 'listening')
  }

  function connection(): Socket {
    const { port } = server.address() as AddressInfo
    return connect(port, '127.0.0.1').on('error', () => {})
  }

  async function statusOf(path: string): Promise<number> {
    const { port } = server.address() as AddressInfo
    return (await fetch(`http://127.0.0.1:${port}${path}`)).status
  }

  /** Sends raw bytes. Resolves to the status lines of all responses when the server has closed the connection. */
  async function statusesFor(requests: string): Promise<readonly string[]> {
    const socket = connection().setEncoding('latin1')
    let received = ''
    socket.on('data', (text) => {
      received += text
    })
    socket.end(requests)
    await once(socket, 'close')
    return received.match(/HTTP\/1\.1 \d+/g) ?? []
  }
})

function lines(...all: string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`
}
