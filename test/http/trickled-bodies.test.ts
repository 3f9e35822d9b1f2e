import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createKernel, definePlugin, defineRoute, type KernelServices } from '@plinth/kernel'
import { startTestApp, type TestApp, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { object } from 'yup'

/** The server is the same on both databases. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

const CONNECTIONS = 100
const BYTES_PER_CONNECTION = 500
/** Node would use over 200 bytes for each one-byte chunk that it keeps: more than ten million for all. */
const MAX_GROWTH_BYTES = 4_000_000
const LAST_HEADER = `Content-Length: 9000\r\n\r\n`

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('bodies that arrive one byte per packet and are not read', () => {
  let app: TestApp<KernelServices>
  let releaseAll = () => {}
  let heldCount = 0
  before(async () => {
    const released = new Promise<void>((resolve) => {
      releaseAll = resolve
    })
    app = await startTestApp({
      database,
      kernel: (options) =>
        createKernel(options).use(
          holdingPlugin(() => {
            heldCount += 1
            return released
          }),
        ),
    })
  })
  after(async () => {
    releaseAll()
    await app.stop()
  })

  for (const [what, text] of [
    [
      'a request that waits for an earlier one',
      `GET /api/held HTTP/1.1\r\nHost: plant.test\r\n\r\nPOST /api/accepted HTTP/1.1\r\nHost: plant.test\r\nContent-Type: application/json\r\n${LAST_HEADER}`,
    ],
    ['a request whose route has no body', `GET /api/held HTTP/1.1\r\nHost: plant.test\r\n${LAST_HEADER}`],
  ] as const) {
    it(`use little memory in ${what}`, async () => {
      const heldBefore = heldCount
      const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(app.url, text)))
      await until(() => heldCount === heldBefore + CONNECTIONS)
      const before = memoryUsage()

      for (let sent = 0; sent < BYTES_PER_CONNECTION; sent += 1) {
        for (const socket of sockets) socket.write(' ')
        await turn()
      }
      const growth = memoryUsage() - before

      for (const socket of sockets) socket.destroy()
      expect(growth, 'bytes').to.be.below(MAX_GROWTH_BYTES)
    })
  }
})

function holdingPlugin(hold: () => Promise<void>) {
  const emptyObject = object({})
  return definePlugin()({
    name: 'holding',
    routes: () => [
      defineRoute({
        method: 'GET',
        path: '/held',
        summary: 'Responds late',
        access: 'public',
        responses: { 200: emptyObject },
        handle: async () => {
          await hold()
          return {}
        },
      }),
      defineRoute({
        method: 'POST',
        path: '/accepted',
        summary: 'Accepts a body',
        access: 'public',
        body: object({}),
        responses: { 200: emptyObject },
        handle: () => ({}),
      }),
    ],
  })
}

async function openConnection(url: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setNoDelay(true)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

function memoryUsage(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
