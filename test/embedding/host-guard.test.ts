import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, ServerResponse, request as send } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { ADMIN, COMMAND, type Kernel, type Origin, PlinthError, type UserPrincipal } from '@plinth/kernel'
import { createPlinth, DatabaseUnavailable, type StandardServices } from '@plinth/service'
import { forEachDatabase, TEST_PASSWORD, type TempDatabase, TestClient, until } from '@plinth/testing'
import { expect } from 'chai'

const SETTINGS = { bcryptCost: 4, sudoPassword: TEST_PASSWORD, secretKey: 'a key for tests only, of 32 bytes or more' }
/** Values that a host without type checks might pass as a level. */
const INVALID_LEVELS: readonly unknown[] = [undefined, null, 'admin', Number.NaN, 1.5, {}]

type Next = (request: IncomingMessage, response: ServerResponse) => unknown

describe('the guard of a host', () => {
  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let plinth: Kernel<StandardServices>
    let lines: string[]
    beforeEach(async () => {
      tempDatabase = await database.create()
      lines = []
      const writeLog = (line: string) => void lines.push(line)
      plinth = createPlinth({ ...SETTINGS, databaseUrl: tempDatabase.url, dataDir: tempDatabase.dataDir, writeLog })
      await plinth.start()
    })
    afterEach(async () => {
      await plinth.stop()
      await tempDatabase.drop()
    })

    it('cannot be created with an invalid level, which would allow everybody', async () => {
      const request = { headers: {} } as IncomingMessage

      for (const level of INVALID_LEVELS) {
        expect(() => plinth.requireLevel(level as number), String(level)).to.throw(TypeError, 'whole number')
        const access = { maxLevel: level } as { maxLevel: number }
        const error = await plinth.authenticate(request, access).catch((thrown: unknown) => thrown)
        expect(error, String(level)).to.be.instanceOf(TypeError)
        const missing = await plinth.authenticate(request, level as 'user').catch((thrown: unknown) => thrown)
        expect(missing, String(level)).to.be.instanceOf(TypeError)
      }
    })

    for (const [how, next] of [
      ['throws', () => fail()],
      ['rejects', async () => fail()],
    ] as [string, Next][]) {
      it(`responds with a bare 500 when the guarded handler ${how}, and logs it`, async () => {
        const host = await startHost(plinth, next)
        const sudo = await host.signIn()

        const response = await sudo.get('/machines')

        await host.close()
        expect([response.status, response.body.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
        expect(lines.join()).to.include('request failed').and.not.include('zebra')
      })
    }

    it('can be used without its instance, and says so if it is passed without a call', async () => {
      const { handler, requireLevel, authenticate, principalOf } = plinth
      const host = await startHost({ handler, requireLevel } as typeof plinth, async (request, response) => {
        response.end(`${principalOf(request).kind} ${(await authenticate(request, 'user')).username}`)
      })
      const sudo = await host.signIn()

      const { text: caller } = await sudo.get('/machines')

      await host.close()
      expect(caller).to.equal('user sudo')
      expect(() => requireLevel({} as number)).to.throw(TypeError, 'requireLevel() needs a whole number')
    })

    it('leaves services that say, after the stop, that the kernel was stopped', async () => {
      const { userService, userDirectory } = plinth.services
      await plinth.stop()

      const user = { username: 'anna', email: 'anna@plant.test', password: TEST_PASSWORD, roleName: 'admin' }
      for (const call of [userService.signUp(COMMAND, user), userDirectory.find('sudo')]) {
        const error = await call.catch((thrown: unknown) => thrown)
        expect(error).to.be.instanceOf(DatabaseUnavailable)
        expect(error).to.include({ status: 503, statusCode: 503, code: 'CLOSED' })
        expect(String(error)).to.include('the kernel was stopped')
      }
    })

    it('allows the guarded handler to fail after its response', async () => {
      const host = await startHost(plinth, async (_, response) => {
        response.end('done')
        await fail()
      })
      const sudo = await host.signIn()

      const result = await sudo.get('/machines')

      await until(() => lines.join().includes('a request failed after its response'))
      await host.close()
      expect([result.status, result.text]).to.deep.equal([200, 'done'])
    })

    it('can check a key again, which may have become invalid before a write', async () => {
      const results: unknown[] = []
      const errorCodeOf = (promise: Promise<unknown>) =>
        promise.then(
          () => 'allowed',
          ({ code }) => code,
        )
      const { callers, database } = plinth.services
      const host = await startHost(plinth, async (request, response) => {
        const caller = { principal: plinth.principalOf(request) }
        await host.signedIn(String(request.headers['x-api-key'])).post('/api/users/logout')
        results.push(await errorCodeOf(plinth.authenticate(request, { maxLevel: ADMIN })))
        results.push(await errorCodeOf(database.write((transaction) => callers.confirm(caller, transaction))))
        response.end('done')
      })
      const sudo = await host.signIn()

      await sudo.get('/machines')

      await host.close()
      expect(results).to.deep.equal(['TOKEN_INVALID', 'TOKEN_INVALID'])
    })

    it('passes no third-party token to an operation that requires a user', async () => {
      const { tptService, codeService, factorAdministration, userService } = plinth.services
      const { token } = await tptService.issue(COMMAND, 'admin')
      const principal = await plinth.authenticate({ headers: { authorization: `Bearer ${token}` } }, 'authenticated')
      const byToken = { principal, address: '127.0.0.1', requestId: 'one' } as Origin as Origin<UserPrincipal>
      await userService.add(COMMAND, { username: 'anna', email: 'anna@plant.test', roleName: 'admin' })

      const calls = [
        () => codeService.issue(byToken, 'anna'),
        () => factorAdministration.remove(byToken, 'anna'),
        () => tptService.issue(byToken, 'guest'),
      ]
      for (const call of calls) {
        const error = await call().then(
          () => undefined,
          (thrown: PlinthError) => thrown.code,
        )
        expect(error, String(call)).to.equal('USER_REQUIRED')
      }
    })

    it('responds with a bare 500 to an error with an invalid status', async () => {
      const host = await startHost(plinth, async () => {
        throw new PlinthError('CREATED_MANUALLY', 42, 'zebra')
      })
      const sudo = await host.signIn()

      const response = await sudo.get('/machines')

      await host.close()
      expect([response.status, response.body.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
    })

    it('aborts a connection whose response cannot be written', async () => {
      const guard = plinth.requireLevel(ADMIN)
      const server = createServer((request, response) => {
        response.setHeader = fail
        return guard(request, response, () => {})
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const client = new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

      const outcome = await client.get('/machines').catch((error: Error) => error)

      server.close()
      expect(outcome).to.be.instanceOf(Error)
    })

    it('handles requests of the event upgrade, whose response is never assigned to the connection', async () => {
      const guard = plinth.requireLevel(ADMIN)
      const host = await startHostWithUpgrades((request, response) =>
        plinth.handler(request, response, () => guard(request, response, () => response.writeHead(200))),
      )
      const { body } = await host.client.post('/api/users/login', { username: 'sudo', password: TEST_PASSWORD })

      const known = await host.upgrade('/machines', body.apiKey)
      const unknown = await host.upgrade('/machines', 'nobody')
      const restApi = await host.upgrade('/api/health/live', body.apiKey)

      await host.close()
      await plinth.stop() // with a request in progress it would take seven seconds
      expect([known, unknown, restApi]).to.deep.equal([200, 401, 404])
    }).timeout(7_000)

    it('handles upgrades as the page for embedders shows, and survives clients that reset the connection', async () => {
      const host = await startHostOfPage(plinth)
      const errors: unknown[] = []
      const listeners = process.listeners('uncaughtException')
      process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => errors.push(error))

      for (let index = 0; index < 20; index += 1) await host.upgradeAndReset()
      const refused = await host.upgrade()

      process.removeAllListeners('uncaughtException')
      for (const listener of listeners) process.on('uncaughtException', listener)
      host.close()
      expect(errors).to.deep.equal([])
      expect(refused).to.match(/^HTTP\/1\.1 401 /)
    })

    it('does not delay the stop after clients that disconnected early', async () => {
      let refusedCount = 0
      const guard = plinth.requireLevel(ADMIN)
      const server = createServer((request, response) => {
        response.once('close', () => {
          guard(request, response, () => {}).then(() => {
            refusedCount += 1
          })
        })
        request.socket.destroy()
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.on('error', () => {})
      socket.end('GET /machines HTTP/1.1\r\nHost: a\r\n\r\n')
      await until(() => refusedCount === 1)
      server.close()

      await plinth.stop() // with a request in progress it would take seven seconds

      expect(refusedCount).to.equal(1)
    }).timeout(7_000)

    it('aborts a response that has begun when Plinth has stopped', async () => {
      const guard = plinth.requireLevel(ADMIN)
      await plinth.stop()
      const server = createServer((request, response) => {
        response.write('half a ')
        return guard(request, response, () => response.end('response'))
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const client = new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

      const outcome = await client.get('/machines').catch((error: Error) => error)

      server.close()
      expect(outcome).to.be.instanceOf(Error)
    })

    it('can be replaced by authenticate, which throws the reason of a refusal', async () => {
      const request = { headers: { 'x-api-key': 'x'.repeat(43) } } as unknown as IncomingMessage
      const unknown = await plinth.authenticate(request, 'optional').catch((error: unknown) => error)
      await plinth.stop()

      const stopped = await plinth.authenticate(request, 'optional').catch((error: unknown) => error)

      expect(unknown).to.be.instanceOf(PlinthError).and.to.include({ status: 401, code: 'TOKEN_INVALID' })
      expect(stopped).to.be.instanceOf(PlinthError).and.to.include({ status: 503, code: 'NOT_RUNNING' })
    })
  })
})

function fail(): never {
  throw new Error('zebra')
}

/** Starts a server of node:http with one guarded route. */
async function startHost(plinth: Kernel<StandardServices>, guardedHandler: Next) {
  const adminsOnly = plinth.requireLevel(ADMIN)
  const server = createServer((request, response) =>
    plinth.handler(request, response, () => adminsOnly(request, response, () => guardedHandler(request, response))),
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

const UPGRADE = 'GET /machines HTTP/1.1\r\nHost: plant\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

/** Starts a server with the code block for upgrades of docs/embedding.md. */
async function startHostOfPage(plinth: Kernel<StandardServices>) {
  const page = await readFile('docs/embedding.md', 'utf8')
  const [, block = ''] = /```ts\n(server\.on\('upgrade'[^`]+)```/.exec(page) ?? []
  expect(block, 'the code block').not.to.equal('')
  const server = createServer()
  new Function('server', 'plinth', 'ADMIN', 'sockets', block)(server, plinth, ADMIN, { handleUpgrade: fail })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    async upgradeAndReset(): Promise<void> {
      const upgrading = once(server, 'upgrade')
      const client = connect(port, '127.0.0.1').on('error', () => {})
      client.write(UPGRADE)
      const [, socket] = (await upgrading) as [unknown, Socket]
      const closed = new Promise((resolve) => socket.once('close', resolve))
      client.resetAndDestroy()
      await closed
    },
    async upgrade(): Promise<string> {
      return text(connect(port, '127.0.0.1').setEncoding('utf8').end(UPGRADE))
    },
    close: () => server.close(),
  }
}

/** Starts a server whose application also handles upgrades, as with express-ws. */
async function startHostWithUpgrades(application: Next) {
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
    /** Requests an upgrade, and returns the status of the response. */
    async upgrade(path: string, key: string): Promise<number | undefined> {
      const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'X-API-KEY': key }
      const sent = send(`${url}${path}`, { headers, agent: false }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
