import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADMIN, type Kernel } from '@plinth/kernel'
import { createPlinth, type StandardServices } from '@plinth/service'
import { forEachDatabase, TEST_PASSWORD, type TempDatabase, TestClient, type TestResponse } from '@plinth/testing'
import { expect } from 'chai'

const SETTINGS = { bcryptCost: 4, sudoPassword: TEST_PASSWORD, secretKey: 'a key for tests only, of 32 bytes or more' }
const LOGIN_HEADERS = { 'X-Plinth-Session': 'cookie' }
const LOGIN = { username: 'sudo', password: TEST_PASSWORD, session: 'cookie' }
const DELETED = /^__Host-plinth=; .*Max-Age=0$/

describe('a session cookie at the routes of a host', () => {
  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let plinth: Kernel<StandardServices>
    let client: TestClient
    let close: () => void
    before(async () => {
      tempDatabase = await database.create()
      const { url: databaseUrl, dataDir } = tempDatabase
      plinth = createPlinth({ ...SETTINGS, databaseUrl, dataDir })
      await plinth.start()
      const guard = plinth.requireLevel(ADMIN)
      const server = createServer((request, response) => {
        response.setHeader('Set-Cookie', 'theme=dark')
        plinth.handler(request, response, () =>
          guard(request, response, () => response.end(JSON.stringify(plinth.principalOf(request)))),
        )
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      close = () => void server.close()
      client = new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
    after(async () => {
      close?.()
      await plinth?.stop()
      await tempDatabase?.drop()
    })

    const newSession = async () => sessionIn(await client.post('/api/users/login', LOGIN, { headers: LOGIN_HEADERS }))
    const outcomeOf = (promise: Promise<{ kind: string }>) =>
      promise.then(
        ({ kind }) => kind,
        ({ code }: { code: string }) => code,
      )

    it('is set next to the cookies of the host', async () => {
      const { headers } = await client.post('/api/users/login', LOGIN, { headers: LOGIN_HEADERS })

      expect(headers['set-cookie']?.map((cookie) => cookie.split('=')[0])).to.deep.equal(['theme', '__Host-plinth'])
    })

    it('passes requireLevel under the same rules as at the REST API', async () => {
      const headers = await newSession()
      const { Cookie } = headers
      const outcome = async (sent: Record<string, string>) => (await client.get('/machines', { headers: sent })).status

      expect(await outcome(headers)).to.equal(200)
      expect(await outcome({ Cookie })).to.equal(401)
      expect(await outcome({ ...headers, Origin: 'https://evil.test' })).to.equal(403)
      expect(await outcome({ ...headers, Host: 'plant.test' })).to.equal(403)
      expect(await outcome({ ...headers, Cookie: `${Cookie}; ${Cookie}` })).to.equal(400)
      expect(await outcome({ ...headers, 'X-API-KEY': 'another' })).to.equal(400)
    })

    it('is deleted when its session has ended', async () => {
      const headers = await newSession()
      await client.post('/api/users/logout', undefined, { headers })

      const response = await client.get('/machines', { headers })
      const error = await plinth
        .authenticate(new Request('https://plant.test/a', { headers }), 'user')
        .catch((one) => one)

      expect(response.status).to.equal(401)
      expect(response.headers['set-cookie']?.[1]).to.match(DELETED)
      expect(error).to.include({ status: 401, code: 'TOKEN_INVALID' })
      expect(error.headers['Set-Cookie']).to.match(DELETED)
    })

    it('is accepted from a web Request at the origin of its URL', async () => {
      const headers = await newSession()
      const outcome = (url: string, more = {}) =>
        outcomeOf(plinth.authenticate(new Request(url, { headers: { ...headers, ...more } }), 'authenticated'))

      expect(await outcome('https://plant.test/machines?a=1,2@3')).to.equal('user')
      expect(await outcome('https://plant.test/machines', { Origin: 'https://plant.test' })).to.equal('user')
      expect(await outcome('http://localhost:8050/machines')).to.equal('user')
      expect(await outcome('http://plant.test/machines')).to.equal('COOKIE_NEEDS_HTTPS')
      expect(await outcome('https://plant.test/machines', { Origin: 'https://evil.test' })).to.equal('FOREIGN_ORIGIN')
      const forwarded = { 'X-Forwarded-Host': 'evil.test', Origin: 'https://evil.test' }
      expect(await outcome('https://plant.test/machines', forwarded)).to.equal('FOREIGN_ORIGIN')
    })

    it('is accepted from a TLS socket, and refused if the origin is unknown', async () => {
      const { 'X-Plinth-Session': pageKey, Cookie: cookie } = await newSession()
      const headers = { 'x-plinth-session': pageKey, cookie, host: 'plant.test' }
      const socket = { remoteAddress: '192.0.2.7', encrypted: true }

      expect(await outcomeOf(plinth.authenticate({ headers, socket }, 'user'))).to.equal('user')
      expect(
        await outcomeOf(plinth.authenticate({ headers, socket: { remoteAddress: '192.0.2.7' } }, 'user')),
      ).to.equal('COOKIE_NEEDS_HTTPS')
      expect(await outcomeOf(plinth.authenticate({ headers }, 'user'))).to.equal('COOKIE_NEEDS_HTTPS')
      const problem = await plinth.authenticate({} as never, 'user').catch((error: unknown) => error)
      expect(problem)
        .to.be.an.instanceOf(TypeError)
        .and.match(/needs a request with headers/)
    })
  })
})

/** Returns the headers with which a page sends later requests. */
function sessionIn({ headers, body, text }: TestResponse) {
  const found = headers['set-cookie']?.find((cookie) => cookie.startsWith('__Host-plinth='))
  if (!found) throw new Error(`no cookie: ${text}`)
  return { 'X-Plinth-Session': String(body.page_key), Cookie: found.split(';')[0] ?? '' }
}
