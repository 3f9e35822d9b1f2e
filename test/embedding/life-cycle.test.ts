import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** Source of a thread with ten clients. It signals when all have sent their requests, and posts the statuses. */
const TEN_CLIENTS = `
  const { get } = require('node:http')
  const { parentPort, workerData: { port, allSent } } = require('node:worker_threads')
  let pendingCount = 10
  const countSent = () => {
    if (--pendingCount > 0) return
    Atomics.store(allSent, 0, 1)
    Atomics.notify(allSent, 0)
  }
  const send = () => new Promise((resolve) => {
    const call = get({ port, path: '/api/rows', agent: false }, (response) => resolve(response.resume().statusCode))
    call.on('finish', () => call.socket.connecting ? call.socket.once('connect', countSent) : countSent())
    call.on('error', ({ code }) => resolve(code))
  })
  Promise.all(Array.from({ length: 10 }, send)).then((statuses) => parentPort.postMessage(statuses))
`
const throwBrokenPipe = () => {
  throw Object.assign(new Error('broken pipe'), { code: 'EPIPE' })
}
const LOG_METHODS = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'child'].map((method) => [method, throwBrokenPipe]),
)
const MEMORY = { databaseUrl: 'sqlite::memory:', port: 0 }

describe('a kernel that starts and stops', () => {
  it('deletes the uploads of a killed process, and no other file in a folder of that name', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plinth-'))
    const uploads = join(dataDir, 'uploads')
    mkdirSync(uploads)
    for (const name of [`${randomUUID()}.plinth-upload`, randomUUID(), 'invoice.pdf'])
      writeFileSync(join(uploads, name), '')
    const kernel = createKernel({ settings: { ...MEMORY, dataDir } })

    await kernel.start()
    await kernel.stop()

    const kept = readdirSync(uploads)
    rmSync(dataDir, { recursive: true })
    expect(kept).to.have.length(2).and.to.include('invoice.pdf')
  })

  it('lets a request in progress finish, and stops only once', async () => {
    const { kernel, gate } = gatedKernel()
    await kernel.start()
    const { port } = await kernel.listen()
    const responding = new TestClient(`http://127.0.0.1:${port}/api`).get('/rows')
    await gate.reached

    const stops = Promise.all([kernel.stop(), kernel.stop()])
    gate.open()

    const response = await responding
    await stops
    expect([response.status, response.body]).to.deep.equal([200, { rows: 1 }])
  })

  for (const [what, option] of [
    ['writeLog', { writeLog: throwBrokenPipe }],
    ['logger', { logger: { ...LOG_METHODS, child: () => LOG_METHODS } as unknown as Logger }],
  ] as const)
    it(`continues when its host's ${what} throws, with a single warning`, async () => {
      const warnings: Error[] = []
      const record = (warning: Error) => void (warning.name === 'PlinthWarning' && warnings.push(warning))
      process.on('warning', record)
      const kernel = createKernel({ settings: { ...MEMORY, logLevel: 'debug' }, ...option })
      const { port } = await kernel.listen()

      const response = await new TestClient(`http://127.0.0.1:${port}/api`).get('/health/live')
      await kernel.stop()
      await new Promise((resolve) => setImmediate(resolve)) // warnings are emitted in the next tick
      process.off('warning', record)

      expect(response.status).to.equal(200)
      expect(warnings.map(({ message }) => message)).to.deep.equal([
        'Lines of the log are lost: logger or writeLog threw (EPIPE).',
      ])
    })

  it("lets a request on a host's server finish", async () => {
    const { kernel, gate } = gatedKernel()
    await kernel.start()
    const host = createServer(kernel.handler).listen(0, '127.0.0.1')
    await once(host, 'listening')
    const responding = new TestClient(`http://127.0.0.1:${(host.address() as AddressInfo).port}/api`).get('/rows')
    await gate.reached

    const stopping = kernel.stop()
    gate.open()

    const response = await responding
    await stopping
    host.close()
    expect([response.status, response.body]).to.deep.equal([200, { rows: 1 }])
  })

  it('responds on an idle proxy connection while it stops, with Connection: close', async () => {
    const { kernel, gate } = gatedKernel({ trustedProxies: ['loopback'] })
    await kernel.start()
    const { port } = await kernel.listen()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = () => get({ port, path: '/api/rows', agent })
    gate.open()
    const first = await responseTo(send())

    const stopping = kernel.stop()
    await until(() => isRefused(port))
    const second = await responseTo(send())
    await stopping

    expect([first.statusCode, first.headers.connection]).to.deep.equal([200, 'keep-alive'])
    expect([second.statusCode, second.headers.connection]).to.deep.equal([200, 'close'])
  })

  for (const trustedProxies of [[], ['loopback']]) {
    it(`responds on all pending connections while it stops, with ${trustedProxies.length} trusted proxies`, async () => {
      const { kernel, gate } = gatedKernel({ trustedProxies })
      gate.open()
      await kernel.start()
      const { port } = await kernel.listen()
      const allSent = new Int32Array(new SharedArrayBuffer(4))
      const clients = new Worker(TEN_CLIENTS, { eval: true, workerData: { port, allSent } })
      const answered = once(clients, 'message')
      // Blocks this thread, so that the operating system has accepted the connections and Node has not
      Atomics.wait(allSent, 0, 0)

      const [[statuses]] = await Promise.all([answered, kernel.stop()])
      await clients.terminate()

      expect(statuses).to.deep.equal(Array(10).fill(200))
    })
  }

  it('sends Connection: close with a response in progress', async () => {
    const { kernel, gate } = gatedKernel()
    await kernel.start()
    const { port } = await kernel.listen()
    const responding = responseTo(get({ port, path: '/api/rows', agent: new Agent({ keepAlive: true }) }))
    await gate.reached

    const stopping = kernel.stop()
    gate.open()

    const { headers } = await responding
    await stopping
    expect(headers.connection).to.equal('close')
  })

  it('does not wait for idle connections if no proxy is trusted', async () => {
    const { kernel, gate } = gatedKernel()
    await kernel.start()
    const { port } = await kernel.listen()
    gate.open()
    const call = get({ port, path: '/api/rows', agent: new Agent({ keepAlive: true }) })
    const [[socket]] = await Promise.all([once(call, 'socket') as Promise<[Socket]>, responseTo(call)])
    const closed = once(socket, 'close')

    const start = performance.now()
    await Promise.all([kernel.stop(), closed])

    expect(performance.now() - start).to.be.below(4_000) // Node would close it after 5 s
  })

  it('opens only one port', async () => {
    const { kernel } = gatedKernel()
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
    it(`ends without an error if stopped during the start (after ${afterLines} log lines)`, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'plinth-life-'))
      const child = spawn(process.execPath, [...PLINTH, 'serve'], {
        env: { ...process.env, PLINTH_DATA_DIR: dataDir, PLINTH_PORT: '0', PLINTH_BCRYPT_COST: '4' },
      })
      let lineCount = 0
      let isStopped = false
      const stop = () => {
        if (!isStopped) child.kill('SIGTERM') // a second signal would end it immediately
        isStopped = true
      }
      child.stdout.on('data', (chunk: Buffer) => {
        lineCount += chunk.toString().split('\n').length - 1
        if (lineCount >= afterLines) stop()
      })
      if (afterLines === 0) child.once('spawn', stop)

      const [code, signal] = await once(child, 'exit')

      rmSync(dataDir, { recursive: true })
      // The signal ends the process directly if the program does not listen for it yet
      expect([code, signal]).to.be.deep.oneOf([
        [0, null],
        [null, 'SIGTERM'],
      ])
    }).timeout(30_000)
  }

  it('reports a data folder that cannot be created', async () => {
    const problem = await createPlinth({ dataDir: '/proc/plinth/data' })
      .start()
      .catch((error: unknown) => error)

    expect(problem).to.be.instanceOf(StartupError)
    expect((problem as StartupError).message).to.include('/proc/plinth/data')
  })

  it('reports an empty key file, and does not replace it', async () => {
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

/** Returns a kernel with a route that reads the database once the gate is open. */
function gatedKernel(settings: SettingValues = {}): { kernel: Kernel<KernelServices>; gate: Gate } {
  const gate = newGate()
  const gated = definePlugin()({
    name: 'gated',
    routes: ({ database }) => [
      defineRoute({
        method: 'GET',
        path: '/rows',
        summary: 'Reads a row when the gate is open',
        access: 'public',
        responses: { 200: object({ rows: number().required() }) },
        handle: async () => {
          await gate.pass()
          return database.read(async (knex) => ({ rows: (await knex.select(knex.raw('1 AS one'))).length }))
        },
      }),
    ],
  })
  return { kernel: createKernel({ settings: { ...MEMORY, ...settings } }).use(gated), gate }
}

/** Resolves to the response after its end. */
async function responseTo(call: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
  return response
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
  let resolveReached = () => {}
  let open = () => {}
  const reached = new Promise<void>((resolve) => {
    resolveReached = resolve
  })
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    reached,
    pass: () => {
      resolveReached()
      return opened
    },
    open: () => open(),
  }
}
