import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { TestClient, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf } from '../support/configuration.js'
import { NODE_FLAGS, type Service, serve, variablesFor } from '../support/service-process.js'
import { PASSWORD } from './support/caller.js'
import { Deployment, databaseNamed, ROUNDS, TEST_TIMEOUT_MS } from './support/deployment.js'
import { fault, skipReasonBelow } from './support/fault.js'
import { inspect } from './support/inspect.js'
import { until } from './support/until.js'

/** Maximum growth of the memory of a process. */
const MAX_GROWTH_MB = 50
/** Maximum memory of a process: that of a small machine, with the options that docs/operations.md names for it. */
const MAX_MEMORY_MB = 256
const SMALL_MACHINE = { NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=4' }
/** Maximum duration of reads: this time or, on a slow machine, ten times the duration without the flood. */
const MAX_P95_MS = 200
const MAX_P95_RATIO = 10
const CONCURRENT_LOGINS = 100
/** Fewer connections than the operating system queues before a server accepts them. The next ones could be lost. */
const MAX_OPENED_AT_ONCE = 200
/** Longer than the service waits for headers. */
const CLOSE_TIMEOUT_MS = 30_000
const HOST = fileURLToPath(new URL('./support/small-host.mjs', import.meta.url))
/** 10 MB that cannot be parsed. */
const NOT_HTTP = Buffer.alloc(10 * 2 ** 20, 1)
const USER_COUNT = 500
/** Each sends 100,000 chunks of one byte. Node alone would use over 20 MB for each connection. */
const TINY_CHUNK_CONNECTIONS = ROUNDS < 30 ? 25 : 100
/** Limit of an import: a gigabyte, which takes some seconds to send; less in a short run. */
const LIMIT_BYTES = ROUNDS < 30 ? 32 * 2 ** 20 : 2 ** 30
const CHUNK_BYTES = 2 ** 18
/** Bytes that the sockets of both sides may buffer. */
const MAX_BUFFERED_BYTES = 2 ** 24

for (const database of testDatabases) {
  const skipReason = skipReasonBelow(database.name === 'SQLite' ? 2 : 5)

  describe(`a service on ${database.name} under attack`, function () {
    this.timeout(TEST_TIMEOUT_MS)
    let deployment: Deployment
    let service: Service
    before(async () => {
      // Real bcrypt cost, and a different address for each login, so that the rate limit of an address does not apply.
      deployment = await Deployment.on(database, {
        PLINTH_BCRYPT_COST: '12',
        PLINTH_BCRYPT_QUEUE: '20',
        PLINTH_TRUSTED_PROXIES: 'loopback',
        PLINTH_IMPORT_LIMIT: String(LIMIT_BYTES),
      })
      service = await deployment.start()
    })
    after(() => deployment.close())

    fault(
      'serves reads as usual during a flood of logins, refuses the surplus, and bounds its memory (F11)',
      skipReason,
      async () => {
        const client = new TestClient(service.url).withKey(deployment.sudoKey)
        const calm = await p95Of(client, 100)
        const memory = await peakOf(service)
        const logIn = async (number: number) => {
          const body = { username: `nobody-${number}`, password: 'wrong horse 9' }
          const from = { 'X-Forwarded-For': `198.51.${100 + (number >> 8)}.${number & 255}` }
          return (await new TestClient(service.url).post('/users/login', body, { headers: from })).status
        }
        const statuses: number[] = []
        let isOver = false
        const flood = (async () => {
          while (!isOver)
            statuses.push(
              ...(await Promise.all(range(CONCURRENT_LOGINS).map((number) => logIn(statuses.length + number)))),
            )
        })()

        const flooded = await p95Of(client, 100)
        isOver = true
        await flood

        expect(flooded, `ms, and ${calm} without the flood`).to.be.below(Math.max(MAX_P95_MS, MAX_P95_RATIO * calm))
        // The password is wrong, or the queue for bcrypt is full
        expect([...new Set(statuses)].sort()).to.deep.equal([403, 503])
        expect((await peakOf(service)) - memory, 'MB').to.be.below(MAX_GROWTH_MB)
        await deployment.checkConsistency()
      },
    )

    fault(
      'closes connections that send headers slowly, request an upgrade or send nothing, and serves others (F12)',
      skipReason,
      async () => {
        const head = 'GET /api/health/live HTTP/1.1\r\nHost: plant.test\r\n'
        const sockets = [
          ...openHundred(service, head),
          ...openHundred(service, `${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
          ...openHundred(service, ''),
        ]
        const slow = sockets.slice(0, 100)
        const trickling = setInterval(() => {
          for (const socket of slow) socket.write('X: y\r\n')
        }, 200)
        const open = () => sockets.filter((socket) => !socket.closed).length
        await Promise.all(sockets.map((socket) => once(socket, 'connect')))

        const statuses = await Promise.all(Array.from({ length: 50 }, () => deployment.caller.read(deployment.sudoKey)))
        const whileOpen = open()
        await until(() => open() === 0, CLOSE_TIMEOUT_MS)
        clearInterval(trickling)

        expect(new Set(statuses)).to.deep.equal(new Set([200]))
        expect(whileOpen, 'sockets that were open during the reads').to.be.at.least(200)
        expect(await deployment.caller.read(deployment.sudoKey)).to.equal(200)
      },
    )

    fault(
      'closes connections after about 30 s when a body hardly arrives or responses are not read (F12)',
      skipReason,
      async () => {
        const login = 'POST /api/users/login HTTP/1.1\r\nHost: plant.test\r\nContent-Type: application/json\r\n'
        const body = await openRequest(service, `${login}Content-Length: 9000\r\n\r\n{`)
        const trickling = setInterval(() => body.socket.write(' '), 500)
        // More than the socket buffers hold, so that the service has to keep the rest.
        const large = 'GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: plant.test\r\n\r\n'
        const unread = await Promise.all(Array.from({ length: 20 }, () => openRequest(service, large.repeat(20))))
        // Two exports that are larger than the socket buffers: others may export only afterwards.
        const sudo = new TestClient(service.url).withKey(deployment.sudoKey)
        const Manufacturer = Array.from({ length: 30_000 }, (_, index) => ({ name: `${index} `.padEnd(250, 'x') }))
        const file = JSON.stringify({ version: '1.0', data: { Manufacturer } })
        expect((await sudo.upload('/settings/import_config', file)).status).to.equal(200)
        const exporting = `GET /api/settings/export_config HTTP/1.1\r\nHost: plant.test\r\nX-API-KEY: ${deployment.sudoKey}\r\n\r\n`
        unread.push(await openRequest(service, exporting), await openRequest(service, exporting))
        for (const { socket } of unread) socket.pause()
        const began = performance.now()

        await Promise.all([body, ...unread].map(({ closed }) => closed))
        clearInterval(trickling)

        expect(performance.now() - began, 'ms').to.be.within(20_000, 60_000)
        expect(body.received()).to.match(/^HTTP\/1.1 408 .*"code":"REQUEST_TIMEOUT"/s)
        expect(await deployment.caller.read(deployment.sudoKey)).to.equal(200)
        expect((await sudo.get('/settings/export_config')).status).to.equal(200)
      },
    )

    it('bounds its memory and serves other clients when responses to pipelined requests are not read (F12)', async () => {
      const own = await Deployment.on(database, SMALL_MACHINE)
      const small = await own.start()
      await attackWithPipelines(small, own.sudoKey)
      await own.close()
    }).timeout(2 * TEST_TIMEOUT_MS)

    it('bounds its memory and serves other clients while many send bodies in tiny chunks, or bodies that never end (F12)', async () => {
      // The service may notice late that connections have ended, so the limit is above the sum of all of them.
      const limits = { ...SMALL_MACHINE, PLINTH_CONNECTION_LIMIT: '4000' }
      const own = await Deployment.on(database, limits)
      const small = await own.start()
      const head = `POST /api/users/login HTTP/1.1\r\nHost: plant.test\r\nContent-Type: application/json\r\n`
      const tiny = `${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(100_000)}`
      const unread = 'GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: plant.test\r\n\r\n'.repeat(5)
      for (const [what, sent, connections] of [
        ['tiny chunks', tiny, TINY_CHUNK_CONNECTIONS],
        ['tiny chunks after unread responses', unread + tiny, 20],
        ['large requests after unread responses', largeRequests(head), 1_600],
        ['bodies without an end', `${head}Content-Length: 100001\r\n\r\n${' '.repeat(100_000)}`, 500],
      ] as const) {
        const client = new TestClient(small.url).withKey(own.sudoKey)
        const sockets: Socket[] = []
        const statuses: number[] = []
        while (sockets.length < connections) {
          const opened = openPipelines(small, sent, Math.min(connections - sockets.length, MAX_OPENED_AT_ONCE))
          for (const socket of opened) socket.pause()
          await Promise.all(opened.map((socket) => once(socket, 'connect')))
          statuses.push((await client.get('/roles')).status)
          sockets.push(...opened)
        }
        for (let times = 0; times < 100; times += 1) statuses.push((await client.get('/roles')).status)
        for (const socket of sockets) socket.destroy()

        expect([...new Set(statuses)], `${what}: ${small.stdout.slice(-2_000)}`).to.deep.equal([200])
        expect(await peakOf(small), `MB after ${what}`).to.be.below(MAX_MEMORY_MB)
      }
      expect(small.hasEnded).to.equal(false)
      await own.close()
    })

    it('bounds its memory and serves other clients while data that is not HTTP follows pending requests (F12)', async () => {
      const own = await Deployment.on(database, { ...SMALL_MACHINE, PLINTH_BCRYPT_COST: '12' })
      const small = await own.start()
      const sockets = openPipelines(small, Buffer.concat([loginOf('sudo'), NOT_HTTP]), 20)
      const responses = sockets.map((socket) => firstBytes(socket))

      const statuses = await Promise.all(responses)

      expect(new Set(statuses)).to.deep.equal(new Set(['HTTP/1.1 200']))
      expect(await peakOf(small), 'MB').to.be.below(MAX_MEMORY_MB)
      expect(await own.caller.read(own.sudoKey)).to.equal(200)
      for (const socket of sockets) socket.destroy()
      await own.close()
    })

    const key = () => `X-API-KEY: ${deployment.sudoKey}`
    const FORM = 'Content-Type: multipart/form-data; boundary=b'
    const CHUNKED = 'Transfer-Encoding: chunked'
    const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="c.json"\r\n\r\n'
    const FIELD = '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n'
    const deep = '['.repeat(1_000_000)
    const requests: readonly [
      what: string,
      head: () => string[],
      body: () => Iterable<string | Buffer>,
      status: number,
    ][] = [
      ['announces more than the limit', () => [key(), FORM, `Content-Length: ${LIMIT_BYTES * 2}`], () => [], 413],
      ['exceeds the limit in chunks', () => [key(), FORM, CHUNKED], () => endless(PART), 413],
      ['has 10,000 parts', () => [key(), FORM, CHUNKED], () => [chunk(FIELD.repeat(10_000))], 400],
      ['is compressed', () => [key(), FORM, 'Content-Encoding: gzip', CHUNKED], () => [chunk(gzipSync(PART))], 415],
      [
        'has JSON nested a million levels deep',
        () => [key(), FORM, CHUNKED],
        () => [chunk(`${PART}{"data":{"Tags":${deep}\r\n--b--`), chunk('')],
        400,
      ],
      ['exceeds the limit without a key', () => [FORM, CHUNKED], () => endless(PART), 401],
      ['exceeds the limit with an invalid key', () => ['X-API-KEY: none', FORM, CHUNKED], () => endless(PART), 401],
    ]
    for (const [what, head, body, status] of requests) {
      it(`responds early with ${status} to an upload that ${what}, writes nothing, and bounds its memory (F13)`, async () => {
        const [rows, memory] = [await rowsOf(deployment), await peakOf(service)]

        const response = await post(service, '/api/settings/import_config', head(), body())

        expect(response.status).to.equal(status)
        expect(response.sent, 'bytes sent before the response').to.be.below(LIMIT_BYTES + MAX_BUFFERED_BYTES)
        expect((await peakOf(service)) - memory, 'MB').to.be.below(MAX_GROWTH_MB)
        expect(await rowsOf(deployment)).to.equal(rows)
        expect(await deployment.caller.read(deployment.sudoKey)).to.equal(200)
      })
    }

    it('refuses a login of a million brackets as too large, and one of 100,000 as malformed (F13)', async () => {
      const login = (body: string) =>
        new TestClient(service.url).send('POST', '/users/login', {
          body,
          headers: { 'Content-Type': 'application/json' },
        })

      const statuses = [(await login(deep)).status, (await login('['.repeat(100_000))).status]

      expect(statuses).to.deep.equal([413, 400])
      await deployment.checkConsistency()
    })
  })
}

describe('a host with a server of its own around Plinth', function () {
  this.timeout(2 * TEST_TIMEOUT_MS)

  it('bounds its memory and serves other clients when responses to pipelined requests are not read (F12)', async () => {
    const database = await databaseNamed('SQLite').create()
    const variables = { ...variablesFor(database), ...SMALL_MACHINE, PLINTH_SUDO_PASSWORD: PASSWORD }
    const host = await serve(variables, undefined, [...NODE_FLAGS, HOST])
    const { body } = await host.client.post('/users/login', { username: 'sudo', password: PASSWORD })

    await attackWithPipelines(host, body.apiKey)

    host.kill()
    await database.drop()
  })
})

function chunk(bytes: string | Buffer): Buffer {
  const head = `${Buffer.byteLength(bytes).toString(16)}\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')])
}

function* endless(start: string): Iterable<Buffer> {
  yield chunk(start)
  const next = chunk('x'.repeat(CHUNK_BYTES))
  while (true) yield next
}

/** Sends a body until it ends or a response arrives. */
async function post({ url }: Service, path: string, head: string[], body: Iterable<string | Buffer>) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  let response = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    response += text
  })
  socket.write(`${[`POST ${path} HTTP/1.1`, 'Host: plant.test', ...head].join('\r\n')}\r\n\r\n`)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let sent = 0
  for (const bytes of body) {
    if (response !== '' || socket.destroyed) break
    sent += bytes.length
    if (socket.write(bytes)) continue
    await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  }
  await until(() => response !== '')
  socket.destroy()
  return { status: Number(response.split(' ')[1]), sent }
}

function openHundred({ url }: Service, start: string): Socket[] {
  return Array.from({ length: 100 }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    socket.resume().write(start)
    return socket
  })
}

function openPipelines({ url }: Service, requests: string | Buffer, count: number): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    socket.write(requests)
    return socket
  })
}

function loginOf(username: string): Buffer {
  const body = JSON.stringify({ username, password: PASSWORD })
  const head = ['POST /api/users/login HTTP/1.1', 'Host: plant.test', 'Content-Type: application/json']
  return Buffer.from(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
}

/** Resolves to the version and status of the first response. */
async function firstBytes(socket: Socket): Promise<string> {
  const [bytes] = await once(socket, 'data')
  return String(bytes).slice(0, 12)
}

/** Sends many requests in many connections, which read no responses or all of them, and checks the memory each time. */
async function attackWithPipelines(target: Service, key: string): Promise<void> {
  const header = `X-API-KEY: ${key}\r\n`
  await addUsers(target, key)
  for (const [path, lines] of [
    ['/api/openapi.json', ''],
    ['/api/docs/swagger-ui-bundle.js', ''],
    ['/api/users/', ''],
    ['/api/users/', header],
    ['/api/settings/export_config', header],
    ['/api/health/ready', ''],
  ] as const)
    for (const [connections, isRead] of [
      [24, false],
      [24, true],
      [400, false],
    ] as const) {
      const sockets = openPipelines(
        target,
        `GET ${path} HTTP/1.1\r\nHost: plant.test\r\n${lines}\r\n`.repeat(1_400),
        connections,
      )
      for (const socket of sockets) isRead ? socket.resume() : socket.pause()
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))

      const statuses: number[] = []
      for (let times = 0; times < 100; times += 1)
        statuses.push((await new TestClient(target.url).withKey(key).get('/roles')).status)
      for (const socket of sockets) socket.destroy()

      expect(new Set(statuses), path).to.deep.equal(new Set([200]))
      expect(await peakOf(target), `MB after ${connections} connections for ${path}`).to.be.below(MAX_MEMORY_MB)
    }
  expect(target.hasEnded).to.equal(false)
}

/** Imports users, so that responses that list them are large. */
async function addUsers({ url }: Service, key: string): Promise<void> {
  const Users = range(USER_COUNT).map((number) => ({ username: `user-${number}`, email: `user-${number}@plant.test` }))
  const file = fileOf({ Users: Users.map((user) => ({ ...user, role: 'operator' })) })
  const client = new TestClient(url).withKey(key)
  await client.upload('/settings/import_config', file)
  expect((await client.get('/users/')).body).to.have.lengthOf.above(USER_COUNT)
}

/** Opens a connection and starts a request. `closed` resolves when the service has closed its side. */
async function openRequest(service: Service, start: string) {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {})
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received = (received + text).slice(0, 2_000)
  })
  await once(socket, 'connect')
  socket.write(start)
  const { localPort } = socket
  const closed = untilClosed(async () => !(await connectionsOf(service)).includes(Number(localPort)))
  return { socket, received: () => received, closed }
}

/** Ports of the clients that a service is connected to. A client that does not read cannot notice the end itself. */
async function connectionsOf({ url }: Service): Promise<number[]> {
  const here = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/)
    return state === '01' && local.endsWith(`:${here}`) ? [Number.parseInt(remote.split(':')[1] ?? '', 16)] : []
  })
}

async function untilClosed(isClosed: () => Promise<boolean>): Promise<void> {
  for (let seconds = 0; seconds < 60; seconds += 1) {
    if (await isClosed()) return
    await pause(1_000)
  }
  throw new Error('a connection is still open after a minute')
}

function range(length: number): number[] {
  return Array.from({ length }, (_, number) => number)
}

async function p95Of(client: TestClient, count: number): Promise<number> {
  const times: number[] = []
  for (let number = 0; number < count; number += 1) {
    const began = performance.now()
    const { status } = await client.get('/roles')
    times.push(performance.now() - began)
    expect(status).to.equal(200)
  }
  return times.sort((a, b) => a - b)[Math.floor(count * 0.95)] ?? 0
}

/** Peak memory of the process in MB. */
async function peakOf({ pid }: Service): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(status.match(/VmHWM:\s+(\d+) kB/)?.[1]) / 1024
}

function rowsOf({ database }: Deployment): Promise<number> {
  return inspect(database, async (inspection) => {
    const [row] = await inspection.rows(
      'SELECT (SELECT count(*) FROM plinth_tags) + (SELECT count(*) FROM plinth_manufacturers) AS count',
    )
    return Number(row?.count)
  })
}

/**
 * Returns two requests for large responses, a complete request, and one with an incomplete body. Each has a head of
 * 15 KB.
 */
function largeRequests(head: string): string {
  const lines = Array.from({ length: 90 }, (_, index) => `X-${index}: ${'z'.repeat(160)}\r\n`).join('')
  const large = `GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: plant.test\r\n${lines}\r\n`
  const post = (length: number, sent: number) => `${head}${lines}Content-Length: ${length}\r\n\r\n${' '.repeat(sent)}`
  return large.repeat(2) + post(65_000, 65_000) + post(99_000, 90_000)
}
