import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type ClientRequest, createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  createKernel,
  definePlugin,
  defineRoute,
  type Kernel,
  type KernelServices,
  type Logger,
  type SettingValues,
  StartupError,
} from '@plinth/kernel'
import { createPlinth } from '@plinth/service'
import { TestClient, until } from '@plinth/testing'
import { expect } from 'chai'
import { number, object } from 'yup'
import { PLINTH } from '../support/service-process.js'

/** A thread of clients. It reports when all have sent their requests, and then the responses. */
const TEN_CLIENTS = `
  const { get } = require('node:http')
  const { parentPort, workerData: { port, waiting } } = require('node:worker_threads')
  let toCome = 10
  const tell = () => {
    if (--toCome > 0) return
    Atomics.store(waiting, 0, 1)
    Atomics.notify(waiting, 0)
  }
  const ask = () => new Promise((resolve) => {
    const call = get({ port, path: '/api/rows', agent: false }, (answer) => resolve(answer.resume().statusCode))
    call.on('finish', () => call.socket.connecting ? call.socket.once('connect', tell) : tell())
    call.on('error', ({ code }) => resolve(code))
  })
  Promise.all(Array.from({ length: 10 }, ask)).then((statuses) => parentPort.postMessage(statuses))
`
const throwing = () => {
  throw Object.assign(new Error('broken pipe'), { code: 'EPIPE' })
}
const LOG_METHODS = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'child'].map((method) => [method, throwing]),
)
const MEMORY = { databaseUrl: 'sqlite::memory:', port: 0 }

describe('the life of a kernel', () => {
  it('lets a request in progress finish, and stops only once', async () => {
    const { kernel, gate } = waitingKernel()
    await kernel.start()
    const { port } = await kernel.listen()
    const answering = new TestClient(`http://127.0.0.1:${port}/api`).get('/rows')
    await gate.reached

    const stops = Promise.all([kernel.stop(), kernel.stop()])
    gate.open()

    const answer = await answering
    await stops
    expect([answer.status, answer.body]).to.deep.equal([200, { rows: 1 }])
  })

  for (const [what, option] of [
    ['writeLog', { writeLog: throwing }],
    ['logger', { logger: { ...LOG_METHODS, child: () => LOG_METHODS } as unknown as Logger }],
  ] as const)
    it(`continues when its host's ${what} throws, and warns of it once`, async () => {
      const warnings: Error[] = []
      const note = (warning: Error) => void (warning.name === 'PlinthWarning' && warnings.push(warning))
      process.on('warning', note)
      const kernel = createKernel({ settings: { ...MEMORY, logLevel: 'debug' }, ...option })
      const { port } = await kernel.listen()

      const answer = await new TestClient(`http://127.0.0.1:${port}/api`).get('/health/live')
      await kernel.stop()
      await new Promise((resolve) => setImmediate(resolve)) // warnings are emitted with the next tick
      process.off('warning', note)

      expect(answer.status).to.equal(200)
      expect(warnings.map(({ message }) => message)).to.deep.equal([
        'Lines of the log are lost: logger or writeLog threw (EPIPE).',
      ])
    })

  it("also lets a request through a host's server finish", async () => {
    const { kernel, gate } = waitingKernel()
    await kernel.start()
    const host = createServer(kernel.handler).listen(0, '127.0.0.1')
    await once(host, 'listening')
    const answering = new TestClient(`http://127.0.0.1:${(host.address() as AddressInfo).port}/api`).get('/rows')
    await gate.reached

    const stopping = kernel.stop()
    gate.open()

    const answer = await answering
    await stopping
    host.close()
    expect([answer.status, answer.body]).to.deep.equal([200, { rows: 1 }])
  })

  it('responds on an idle proxy connection while it stops, with Connection: close', async () => {
    const { kernel, gate } = waitingKernel({ trustedProxies: ['loopback'] })
    await kernel.start()
    const { port } = await kernel.listen()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = () => get({ port, path: '/api/rows', agent })
    gate.open()
    const first = await answerTo(ask())

    const stopping = kernel.stop()
    await until(() => isRefused(port))
    const second = await answerTo(ask())
    await stopping

    expect([first.statusCode, first.headers.connection]).to.deep.equal([200, 'keep-alive'])
    expect([second.statusCode, second.headers.connection]).to.deep.equal([200, 'close'])
  })

  for (const trustedProxies of [[], ['loopback']]) {
    it(`answers all pending connections when it is told to stop, with ${trustedProxies.length} proxies`, async () => {
      const { kernel, gate } = waitingKernel({ trustedProxies })
      gate.open()
      await kernel.start()
      const { port } = await kernel.listen()
      const waiting = new Int32Array(new SharedArrayBuffer(4))
      const clients = new Worker(TEN_CLIENTS, { eval: true, workerData: { port, waiting } })
      const answered = once(clients, 'message')
      // So this thread lets nobody in: the system has connected them, and holds what they sent
      Atomics.wait(waiting, 0, 0)

      const [[statuses]] = await Promise.all([answered, kernel.stop()])
      await clients.terminate()

      expect(statuses).to.deep.equal(Array(10).fill(200))
    })
  }

  it('sends Connection: close with a response in progress', async () => {
    const { kernel, gate } = waitingKernel()
    await kernel.start()
    const { port } = await kernel.listen()
    const answering = answerTo(get({ port, path: '/api/rows', agent: new Agent({ keepAlive: true }) }))
    await gate.reached

    const stopping = kernel.stop()
    gate.open()

    const { headers } = await answering
    await stopping
    expect(headers.connection).to.equal('close')
  })

  it('does not wait for idle connections if no proxy is trusted', async () => {
    const { kernel, gate } = waitingKernel()
    await kernel.start()
    const { port } = await kernel.listen()
    gate.open()
    const call = get({ port, path: '/api/rows', agent: new Agent({ keepAlive: true }) })
    const [[socket]] = await Promise.all([once(call, 'socket') as Promise<[Socket]>, answerTo(call)])
    const cut = once(socket, 'close')

    const began = performance.now()
    await Promise.all([kernel.stop(), cut])

    expect(performance.now() - began).to.be.below(4_000) // Node would keep it for 5 s
  })

  it('opens only one port', async () => {
    const { kernel } = waitingKernel()
    await kernel.start()
    const { port } = await kernel.listen()

    const second = await kernel.listen().catch((error: unknown) => error)
    await kernel.stop()

    expect(second).to.be.instanceOf(StartupError)
    const refused = await new TestClient(`http://127.0.0.1:${port}/api`)
      .get('/health/live')
      .catch((error) => error.code)
    expect(refused).to.equal('ECONNREFUSED')
  })

  for (const afterLines of [0, 1, 2, 3]) {
    it(`exits with 0, without a port, when it is stopped during the start (after ${afterLines} lines of the log)`, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'plinth-life-'))
      const child = spawn(process.execPath, [...PLINTH, 'serve'], {
        env: { ...process.env, PLINTH_DATA_DIR: dataDir, PLINTH_PORT: '0', PLINTH_BCRYPT_COST: '4' },
      })
      let lines = 0
      let isTold = false
      const tell = () => {
        if (!isTold) child.kill('SIGTERM') // a second signal would stop it at once
        isTold = true
      }
      child.stdout.on('data', (chunk: Buffer) => {
        lines += chunk.toString().split('\n').length - 1
        if (lines >= afterLines) tell()
      })
      if (afterLines === 0) child.once('spawn', tell)

      const [code, signal] = await once(child, 'exit')

      rmSync(dataDir, { recursive: true })
      // Before the program has begun to listen for it, the signal ends the process by itself.
      expect([code, signal]).to.be.deep.oneOf([
        [0, null],
        [null, 'SIGTERM'],
      ])
    }).timeout(30_000)
  }

  it('names a data folder that cannot be created', async () => {
    const problem = await createPlinth({ dataDir: '/proc/plinth/data' })
      .start()
      .catch((error: unknown) => error)

    expect(problem).to.be.instanceOf(StartupError)
    expect((problem as StartupError).message).to.include('/proc/plinth/data')
  })

  it('names a truncated signing key, and never replaces it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plinth-life-'))
    writeFileSync(join(dataDir, 'secret.key'), '')

    const problem = await createPlinth({ dataDir })
      .start()
      .catch((error: unknown) => error)

    expect(problem).to.be.instanceOf(StartupError)
    expect((problem as StartupError).message).to.include('secret.key is empty or truncated')
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).to.equal('')
    rmSync(dataDir, { recursive: true })
  })
})

/** A kernel with a route that reads the database once the gate is open. */
function waitingKernel(settings: SettingValues = {}): { kernel: Kernel<KernelServices>; gate: Gate } {
  const gate = newGate()
  const waiting = definePlugin()({
    name: 'waiting',
    routes: ({ database }) => [
      defineRoute({
        method: 'GET',
        path: '/rows',
        summary: 'Reads a row when it may',
        access: 'public',
        responses: { 200: object({ rows: number().required() }) },
        handle: async () => {
          await gate.pass()
          return database.read(async (knex) => ({ rows: (await knex.select(knex.raw('1 AS one'))).length }))
        },
      }),
    ],
  })
  return { kernel: createKernel({ settings: { ...MEMORY, ...settings } }).use(waiting), gate }
}

/** A response that is read to its end. */
async function answerTo(call: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  return answer
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const code = await once(socket, 'connect').then(
    () => 'open',
    (error) => error.code,
  )
  socket.destroy()
  return code === 'ECONNREFUSED'
}

interface Gate {
  readonly reached: Promise<void>
  pass(): Promise<void>
  open(): void
}

function newGate(): Gate {
  let reach = () => {}
  let open = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    reached,
    pass: () => {
      reach()
      return opened
    },
    open: () => open(),
  }
}
