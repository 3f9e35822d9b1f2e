import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { ADMIN, definePlugin, defineRoute, Reply, streamed } from '@plinth/kernel'
import { createPlinth, createStandardKernel, type Plinth } from '@plinth/service'
import { type SignedIn, startTestApp, TEST_PASSWORD, type TempDatabase, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { object } from 'yup'
import type { App } from '../support/app.js'

/** The protocol is the same on both databases. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

const HOST = 'Host: plant.test'
/** More bytes than the system buffers for a client that reads nothing. */
const LARGE = Buffer.alloc(32 * 2 ** 20, 'x')

describe('pipelined requests', () => {
  let app: App
  let sudo: SignedIn
  let gate: Gate
  before(async () => {
    app = await startTestApp({
      database,
      kernel: (options) => createStandardKernel(options).use(gatedPlugin(() => gate)),
    })
    sudo = await app.signIn('sudo')
  })
  beforeEach(() => {
    gate = new Gate()
  })
  after(() => app.stop())

  it('get their responses in order, even a thousand in one packet', async () => {
    const ids = Array.from({ length: 1_000 }, (_, number) => `packet-${number}`)

    const connection = await RawConnection.open(app.url, ids.map((id) => get('/api/health/live', id)).join(''))

    await until(() => connection.ids.length === ids.length)
    expect(connection.ids).to.deep.equal(ids)
    connection.destroy()
  })

  it('are served one at a time, while other connections are served', async () => {
    const connection = await RawConnection.open(app.url, gatedRequests(3))

    const begunCounts: number[] = []
    for (let number = 1; number <= 3; number += 1) {
      await until(() => gate.begunCount >= number)
      await app.get('/health/live')
      begunCounts.push(gate.begunCount)
      gate.releaseOne()
    }

    expect(begunCounts).to.deep.equal([1, 2, 3])
    await until(() => connection.ids.length === 3)
    connection.destroy()
  })

  it('are served one at a time, even if no response is read', async () => {
    const connection = await RawConnection.open(app.url, get('/api/large', 'large-0001') + gatedRequests(2))
    connection.socket.pause()
    await until(() => gate.largeCount === 1)

    for (let times = 0; times < 20; times += 1) await app.get('/health/live')
    const begunBefore = gate.begunCount
    connection.socket.resume()
    await until(() => gate.begunCount === 1)

    expect(begunBefore).to.equal(0)
    connection.destroy()
  })

  it('are served with their own bodies, expectations and methods', async () => {
    const login = JSON.stringify({ username: 'sudo', password: TEST_PASSWORD })
    const json = ['Content-Type: application/json', `Content-Length: ${login.length}`]
    const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="c"\r\n\r\n{"data":{}}\r\n--b--\r\n'
    const requests = [
      get('/api/gated', 'order-gated'),
      lines('POST /api/users/login HTTP/1.1', HOST, 'X-Request-Id: order-login', ...json) + login,
      lines('HEAD /api/roles HTTP/1.1', HOST, 'X-Request-Id: order-head'),
      lines('GET /api/health/live HTTP/1.1', HOST, 'X-Request-Id: order-miracle', 'Expect: miracles'),
      lines(
        ...['POST /api/settings/import_config HTTP/1.1', HOST, 'X-Request-Id: order-upload', `X-API-KEY: ${sudo.key}`],
        ...['Content-Type: multipart/form-data; boundary=b', `Content-Length: ${form.length}`],
      ) + form,
      lines('POST /api/users/login HTTP/1.1', HOST, 'X-Request-Id: order-chunks', json[0] ?? '', CHUNKED) +
        `${login.length.toString(16)}\r\n${login}\r\n0\r\n\r\n`,
      lines('POST /api/users/login HTTP/1.1', HOST, 'X-Request-Id: order-continue', ...json, 'Expect: 100-continue'),
    ]
    const connection = await RawConnection.open(app.url, requests.join(''))
    await until(() => gate.begunCount === 1)

    gate.releaseOne()
    await until(() => connection.text.includes('HTTP/1.1 100 Continue'))
    connection.socket.write(login + get('/api/health/live', 'order-live') + UPGRADE)

    await until(() => connection.ids.length === 9)
    expect(connection.ids.map((id) => id.replace('order-', '')).join(' ')).to.equal(
      'gated login head miracle upload chunks continue live upgrade',
    )
    expect(connection.statuses).to.deep.equal([200, 200, 401, 417, 200, 200, 100, 200, 200, 200])
    connection.destroy()
  })

  it('are discarded when their connection closes', async () => {
    const connection = await RawConnection.open(app.url, gatedRequests(3))
    await until(() => gate.begunCount === 1)

    connection.destroy()
    gate.releaseOne()
    await until(() => gate.endedCount === 1)
    for (let times = 0; times < 3; times += 1) await app.get('/health/live')

    expect(gate.begunCount).to.equal(1)
  })

  it('are not served after a response that closes the connection', async () => {
    const bad = lines('GET /api//roles HTTP/1.1', HOST, 'X-Request-Id: closing-0001')
    const connection = await RawConnection.open(
      app.url,
      get('/api/health/live', 'before-0001') + bad + gatedRequests(2),
    )

    await connection.closed

    expect([connection.ids, connection.statuses]).to.deep.equal([
      ['before-0001', 'closing-0001'],
      [200, 400],
    ])
    expect(gate.begunCount).to.equal(0)
  })

  for (const [what, bytes] of [
    ['bytes that are not HTTP', 'GOOD MORNING\r\n\r\n'],
    [
      'an invalid chunk',
      `${lines('POST /api/users/login HTTP/1.1', HOST, 'Content-Type: application/json', 'Transfer-Encoding: chunked')}ZZ\r\n`,
    ],
  ]) {
    it(`get their responses before a refusal of what follows them: ${what}`, async () => {
      const connection = await RawConnection.open(app.url, gatedRequests(2) + bytes)
      await until(() => gate.begunCount === 1)
      await app.get('/health/live')
      const early = connection.text

      gate.releaseOne()
      await until(() => gate.begunCount === 2)
      gate.releaseOne()
      await connection.closed

      expect(early).to.equal('')
      expect(connection.statuses).to.deep.equal([200, 200, 400])
    })
  }

  for (const [what, first] of [
    ['a path that can be read in two ways', 'GET /api//roles HTTP/1.1\r\nHost: plant.test\r\n\r\n'],
    ['an invalid host', 'GET /api/roles HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['too many header lines', `GET /api/roles HTTP/1.1\r\nHost: plant.test\r\n${'X-Filler: 1\r\n'.repeat(101)}\r\n`],
  ] as const) {
    it(`are not served after a refused one: ${what}`, async () => {
      const body = JSON.stringify({ role_name: 'guest' })
      const head = `POST /api/users/create_tpt HTTP/1.1\r\nHost: plant.test\r\nX-API-KEY: ${sudo.key}`
      const next = `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      const tokens = async () => (await sudo.get('/tpt')).body.length
      const before = await tokens()
      const connection = await RawConnection.open(app.url, first + next.repeat(5))

      await once(connection.socket, 'close')
      // Writes run one after the other: this one ends after those of any request
      await (await app.signIn('operator')).post('/users/logout')

      expect(await tokens()).to.equal(before)
    })
  }

  it('get their responses when the service stops, the last one with Connection: close', async () => {
    const other = await startTestApp({
      database,
      kernel: (options) => createStandardKernel(options).use(gatedPlugin(() => gate)),
    })
    const connection = await RawConnection.open(other.url, gatedRequests(3))
    await until(() => gate.begunCount === 1)

    const stopped = other.stop()
    gate.releaseAll()
    await stopped

    await connection.closed
    expect(connection.ids).to.deep.equal(['gated-000', 'gated-001', 'gated-002'])
    expect(connection.text.match(/^connection: \S+/gim)?.map((line) => line.toLowerCase())).to.deep.equal([
      'connection: keep-alive',
      'connection: keep-alive',
      'connection: close',
    ])
  })

  it('are cut off with their connection when they take too much memory, without affecting other connections', async () => {
    const many = get('/api/gated', 'excess-0001').repeat(900)
    const connections = await Promise.all(Array.from({ length: 6 }, () => RawConnection.open(app.url, many)))

    await until(() => connections.some(({ socket }) => socket.closed)).catch(() => {}) // asserted below
    const few = await RawConnection.open(app.url, get('/api/health/live', 'few-0001').repeat(3))
    await until(() => few.ids.length === 3)

    const cut = connections.filter(({ socket }) => socket.closed)
    expect(cut.length).to.be.within(1, connections.length - 1)
    expect(app.logLines.filter((line) => line.includes('pipelined requests use too much memory'))).to.have.lengthOf(1)
    for (const connection of [...connections, few]) connection.destroy()
  })

  describe('on a server of node:http', () => {
    let plinth: Plinth
    let tempDatabase: TempDatabase
    before(async () => {
      tempDatabase = await database.create()
      const secretKey = 'a key for tests only, of 32 bytes or more'
      const settings = { databaseUrl: tempDatabase.url, dataDir: tempDatabase.dataDir, bcryptCost: 4, secretKey }
      plinth = createPlinth({ ...settings, sudoPassword: TEST_PASSWORD, plugins: [gatedPlugin(() => gate)] })
      await plinth.start()
    })
    after(async () => {
      await plinth.stop()
      await tempDatabase.drop()
    })

    it('are served one at a time, including those to the host and its guarded routes', async () => {
      const adminsOnly = plinth.requireLevel(ADMIN)
      const server = createServer((request, response) => {
        plinth.handler(request, response, () => {
          response.setHeader('X-Request-Id', String(request.headers['x-request-id']))
          if (request.url === '/slow') gate.pass().then(() => response.end('slow'))
          else adminsOnly(request, response, () => response.end('allowed'))
        })
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

      const connection = await RawConnection.open(
        url,
        [get('/slow', 'hosts-slow'), get('/api/gated', 'gated-000'), get('/guarded', 'hosts-guarded')].join('') +
          get('/api/health/live', 'live-0001'),
      )
      await until(() => gate.begunCount === 1)
      await fetch(`${url}/api/health/live`)
      const begunWhileSlow = gate.begunCount
      gate.releaseOne()
      await until(() => gate.begunCount === 2)
      gate.releaseOne()
      await until(() => connection.ids.length === 4)

      expect(begunWhileSlow).to.equal(1)
      expect(connection.ids).to.deep.equal(['hosts-slow', 'gated-000', 'hosts-guarded', 'live-0001'])
      expect(connection.statuses).to.deep.equal([200, 200, 401, 200])
      connection.destroy()
      server.close()
    })

    it('do not reach the routes of the host after a refused one', async () => {
      let served = 0
      const server = createServer((request, response) => {
        if (request.url !== '/of-the-host') return plinth.handler(request, response)
        served += 1
        response.end('served')
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

      const bad = lines('GET /api//roles HTTP/1.1', HOST)
      const connection = await RawConnection.open(url, bad + get('/of-the-host', 'hosts-0001').repeat(3))
      await connection.closed

      expect(connection.statuses).to.deep.equal([400])
      expect(served).to.equal(0)
      server.close()
    })
  })
})

/** A request after which Node discards the rest of the packet. */
const UPGRADE = lines(
  'GET /api/health/live HTTP/1.1',
  HOST,
  'X-Request-Id: order-upgrade',
  'Connection: Upgrade',
  'Upgrade: websocket',
)
const CHUNKED = 'Transfer-Encoding: chunked'

function lines(...all: string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`
}

function get(path: string, id: string): string {
  return lines(`GET ${path} HTTP/1.1`, HOST, `X-Request-Id: ${id}`)
}

function gatedRequests(count: number): string {
  return Array.from({ length: count }, (_, number) => get('/api/gated', `gated-00${number}`)).join('')
}

/** Blocks requests until they are released, and counts those that have begun and ended. */
class Gate {
  begunCount = 0
  endedCount = 0
  largeCount = 0
  #isOpen = false
  readonly #blocked: (() => void)[] = []

  async pass(): Promise<void> {
    this.begunCount += 1
    if (!this.#isOpen) await new Promise<void>((resolve) => this.#blocked.push(resolve))
    this.endedCount += 1
  }

  releaseOne(): void {
    this.#blocked.shift()?.()
  }

  releaseAll(): void {
    this.#isOpen = true
    for (const release of this.#blocked.splice(0)) release()
  }
}

/** Returns a plugin with a route that waits at a gate, and one with a large response. */
const gatedPlugin = (gate: () => Gate) =>
  definePlugin()({
    name: 'gated',
    routes: () => [
      defineRoute({
        method: 'GET',
        path: '/gated',
        summary: 'waits',
        access: 'public',
        responses: { 200: object({}) },
        handle: async () => {
          await gate().pass()
          return {}
        },
      }),
      defineRoute({
        method: 'GET',
        path: '/large',
        summary: 'is large',
        access: 'public',
        responses: { 200: streamed('text/plain') },
        handle: () => {
          gate().largeCount += 1
          return Reply.bytes(LARGE, { 'Content-Type': 'text/plain' })
        },
      }),
    ],
  })

/** A connection that sends raw bytes and collects the received data. */
class RawConnection {
  readonly socket
  readonly closed: Promise<unknown>
  text = ''

  static async open(url: string, bytes: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const connection = new RawConnection(Number(port), hostname)
    await once(connection.socket, 'connect')
    connection.socket.write(bytes)
    return connection
  }

  private constructor(port: number, hostname: string) {
    this.socket = connect(port, hostname).setEncoding('latin1')
    this.socket.on('error', () => {}) // a reset also counts as a close
    this.socket.on('data', (text: string) => {
      this.text += text
    })
    this.closed = new Promise((resolve) => this.socket.once('close', resolve))
  }

  /** The request ids of the responses, in order. */
  get ids(): string[] {
    return [...this.text.matchAll(/^x-request-id: (\S+)/gim)].map(([, id]) => String(id))
  }

  /** The status codes of the responses, in order. */
  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  }

  destroy(): void {
    this.socket.destroy()
  }
}
