import { once } from 'node:events'
import { createServer, type IncomingMessage, ServerResponse, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { ADMIN, type Kernel, PlinthError } from '@plinth/kernel'
import { createPlinth, type StandardServices } from '@plinth/service'
import { forEachDatabase, TEST_PASSWORD, type TempDatabase, TestClient, until } from '@plinth/testing'
import { expect } from 'chai'

const SETTINGS = { bcryptCost: 4, sudoPassword: TEST_PASSWORD, secretKey: 'a key for tests only, of 32 bytes or more' }
/** Values without type checks. */
const NO_LEVELS: readonly unknown[] = [undefined, null, 'admin', Number.NaN, 1.5, {}]

type Next = (request: IncomingMessage, response: ServerResponse) => unknown

describe('the guard of a host', () => {
  forEachDatabase((database) => {
    let own: TempDatabase
    let plinth: Kernel<StandardServices>
    let lines: string[]
    beforeEach(async () => {
      own = await database.create()
      lines = []
      const writeLog = (line: string) => void lines.push(line)
      plinth = createPlinth({ ...SETTINGS, databaseUrl: own.url, dataDir: own.dataDir, writeLog })
      await plinth.start()
    })
    afterEach(async () => {
      await plinth.stop()
      await own.drop()
    })

    it('cannot be created with an invalid level, which would let everybody in', async () => {
      const request = { headers: {} } as IncomingMessage

      for (const level of NO_LEVELS) {
        expect(() => plinth.requireLevel(level as number), String(level)).to.throw(TypeError, 'whole number')
        const access = { maxLevel: level } as { maxLevel: number }
        const error = await plinth.authenticate(request, access).catch((thrown: unknown) => thrown)
        expect(error, String(level)).to.be.instanceOf(TypeError)
        const missing = await plinth.authenticate(request, level as 'person').catch((thrown: unknown) => thrown)
        expect(missing, String(level)).to.be.instanceOf(TypeError)
      }
    })

    for (const [how, next] of [
      ['throws', () => failing()],
      ['rejects', async () => failing()],
    ] as [string, Next][]) {
      it(`responds with a bare 500 when the guarded handler ${how}, and logs it`, async () => {
        const host = await hostWith(plinth, next)
        const sudo = await host.signIn()

        const answer = await sudo.get('/machines')

        await host.close()
        expect([answer.status, answer.body.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
        expect(lines.join()).to.include('request failed').and.not.include('zebra')
      })
    }

    it('allows the guarded handler to fail after its response', async () => {
      const host = await hostWith(plinth, async (_, response) => {
        response.end('done')
        await failing()
      })
      const sudo = await host.signIn()

      const answer = await sudo.get('/machines')

      await until(() => lines.join().includes('a request failed after its response'))
      await host.close()
      expect([answer.status, answer.text]).to.deep.equal([200, 'done'])
    })

    it('can check again when the key ends before the body or a write', async () => {
      const asked: unknown[] = []
      const refusalOf = (asking: Promise<unknown>) =>
        asking.then(
          () => 'allowed',
          ({ code }) => code,
        )
      const { callers, database: stored } = plinth.services
      const host = await hostWith(plinth, async (request, response) => {
        const caller = { principal: plinth.principalOf(request) }
        await host.signedIn(String(request.headers['x-api-key'])).post('/api/users/logout')
        asked.push(await refusalOf(plinth.authenticate(request, { maxLevel: ADMIN })))
        asked.push(await refusalOf(stored.write((transaction) => callers.confirm(caller, transaction))))
        response.end('done')
      })
      const sudo = await host.signIn()

      await sudo.get('/machines')

      await host.close()
      expect(asked).to.deep.equal(['TOKEN_INVALID', 'TOKEN_INVALID'])
    })

    it('answers a bare 500 for an error with a status that is none', async () => {
      const host = await hostWith(plinth, async () => {
        throw new PlinthError('MADE_BY_HAND', 42, 'zebra')
      })
      const sudo = await host.signIn()

      const answer = await sudo.get('/machines')

      await host.close()
      expect([answer.status, answer.body.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
    })

    it('breaks off a connection whose response cannot be written', async () => {
      const guard = plinth.requireLevel(ADMIN)
      const server = createServer((request, response) => {
        response.setHeader = failing
        return guard(request, response, () => {})
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const client = new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

      const outcome = await client.get('/machines').catch((error: Error) => error)

      server.close()
      expect(outcome).to.be.instanceOf(Error)
    })

    it('answers requests of the event upgrade whose response never gets the connection', async () => {
      const guard = plinth.requireLevel(ADMIN)
      const host = await hostWithUpgrades((request, response) =>
        plinth.handler(request, response, () => guard(request, response, () => response.writeHead(200))),
      )
      const { body } = await host.client.post('/api/users/login', { username: 'sudo', password: TEST_PASSWORD })

      const known = await host.upgrade('/machines', body.apiKey)
      const unknown = await host.upgrade('/machines', 'nobody')
      const interfaces = await host.upgrade('/api/health/live', body.apiKey)

      await host.close()
      await plinth.stop() // with a request under way it would take seven seconds
      expect([known, unknown, interfaces]).to.deep.equal([200, 401, 404])
    }).timeout(7_000)

    it('does not delay the stop after clients that disconnected early', async () => {
      let refused = 0
      const guard = plinth.requireLevel(ADMIN)
      const server = createServer((request, response) => {
        response.once('close', () => {
          guard(request, response, () => {}).then(() => {
            refused += 1
          })
        })
        request.socket.destroy()
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.on('error', () => {})
      socket.end('GET /machines HTTP/1.1\r\nHost: a\r\n\r\n')
      await until(() => refused === 1)
      server.close()

      await plinth.stop() // with a request in progress it would take eight seconds

      expect(refused).to.equal(1)
    }).timeout(7_000)

    it('aborts a response that has begun when Plinth has stopped', async () => {
      const guard = plinth.requireLevel(ADMIN)
      await plinth.stop()
      const server = createServer((request, response) => {
        response.write('half an ')
        return guard(request, response, () => response.end('answer'))
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const client = new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

      const outcome = await client.get('/machines').catch((error: Error) => error)

      server.close()
      expect(outcome).to.be.instanceOf(Error)
    })

    it('gets the reason from authenticate when no caller can be resolved', async () => {
      const request = { headers: { 'x-api-key': 'x'.repeat(43) } } as unknown as IncomingMessage
      const unknown = await plinth.authenticate(request, 'optional').catch((error: unknown) => error)
      await plinth.stop()

      const stopped = await plinth.authenticate(request, 'optional').catch((error: unknown) => error)

      expect(unknown).to.be.instanceOf(PlinthError).and.to.include({ status: 401, code: 'TOKEN_INVALID' })
      expect(stopped).to.be.instanceOf(PlinthError).and.to.include({ status: 503, code: 'NOT_RUNNING' })
    })
  })
})

function failing(): never {
  throw new Error('zebra')
}

/** A server of plain node:http with one guarded route. */
async function hostWith(plinth: Kernel<StandardServices>, guarded: Next) {
  const adminsOnly = plinth.requireLevel(ADMIN)
  const server = createServer((request, response) =>
    plinth.handler(request, response, () => adminsOnly(request, response, () => guarded(request, response))),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    async signIn() {
      const { body } = await client.post('/api/users/login', { username: 'sudo', password: TEST_PASSWORD })
      return client.withKey(body.apiKey)
    },
    signedIn: (key: string) => client.withKey(key),
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A server that has its application answer upgrades as well, in the way of express-ws. */
async function hostWithUpgrades(application: Next) {
  const server = createServer(application)
  server.on('upgrade', (request, socket) => {
    const response = new ServerResponse(request)
    response.writeHead = (status) => {
      if (!socket.writableEnded) socket.end(`HTTP/1.1 ${status} \r\nConnection: close\r\n\r\n`)
      return response
    }
    application(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    client: new TestClient(url),
    /** Returns the status of the answer. */
    async upgrade(path: string, key: string): Promise<number | undefined> {
      const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'X-API-KEY': key }
      const asked = send(`${url}${path}`, { headers, agent: false }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      return answer.statusCode
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
