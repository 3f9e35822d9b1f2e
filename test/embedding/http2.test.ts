import { once } from 'node:events'
import http2, { type Http2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { request as requestHttp1 } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ADMIN, type Kernel } from '@plinth/kernel'
import { createPlinth, type StandardServices } from '@plinth/service'
import { forEachDatabase, TEST_PASSWORD, type TempDatabase } from '@plinth/testing'
import { expect } from 'chai'

const SETTINGS = { bcryptCost: 4, sudoPassword: TEST_PASSWORD, secretKey: 'a key for tests only, of 32 bytes or more' }

/** A pre-shared key, because a certificate would expire. */
const PSK = { psk: Buffer.alloc(32, 7), identity: 'test' }
const PSK_ONLY_TLS = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const
const CLIENT_TLS = { ...PSK_ONLY_TLS, pskCallback: () => PSK, checkServerIdentity: () => undefined }

type Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void

const HOSTS: readonly (readonly [how: string, scheme: string, create: (listener: Listener) => Http2Server])[] = [
  ['http2.createServer', 'http', (listener) => http2.createServer(listener)],
  [
    'http2.createSecureServer with allowHTTP1',
    'https',
    (listener) =>
      http2.createSecureServer(
        { ...PSK_ONLY_TLS, pskCallback: () => PSK.psk, allowHTTP1: true },
        listener,
      ) as Http2Server,
  ],
]

describe('a host that serves HTTP/2', () => {
  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let plinth: Kernel<StandardServices>
    beforeEach(async () => {
      tempDatabase = await database.create()
      plinth = createPlinth({
        ...SETTINGS,
        databaseUrl: tempDatabase.url,
        dataDir: tempDatabase.dataDir,
        writeLog: () => {},
      })
      await plinth.start()
    })
    afterEach(async () => {
      await plinth.stop()
      await tempDatabase.drop()
    })

    for (const [how, scheme, createServer] of HOSTS) {
      describe(`using ${how}`, () => {
        let server: Http2Server
        let url: string
        beforeEach(async () => {
          server = createServer(hostOf(plinth))
          await once(server.listen(0, '127.0.0.1'), 'listening')
          url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
        })
        afterEach(() => server.close())

        for (const path of ['/api/users/', '/api//users/', '/guarded', '/without-next']) {
          it(`responds with 505 to an HTTP/2 request for ${path}`, async () => {
            const { status, headers, body } = await sendRequest(url, { ':path': path, 'x-api-key': 'nobody' })

            expect([status, headers['content-type']]).to.deep.equal([505, 'application/json; charset=utf-8'])
            const id = headers['x-request-id']
            expect(JSON.parse(body)).to.deep.include({ code: 'HTTP_VERSION_NOT_SUPPORTED', request_id: id })
          })
        }

        it('responds with 505 to an HTTP/2 request with a body', async () => {
          const head = { ':method': 'POST', ':path': '/api/users/login', 'content-type': 'application/json' }

          const { status } = await sendRequest(url, head, JSON.stringify({ username: 'sudo', password: TEST_PASSWORD }))

          expect(status).to.equal(505)
        })

        it('can identify the callers of its own routes with authenticate', async () => {
          const loginName = { by: 'username', value: 'sudo' } as const
          const { key = '' } = await plinth.services.loginService.login(
            { principal: { kind: 'anonymous' }, address: '127.0.0.1', requestId: 'a-request' },
            loginName,
            TEST_PASSWORD,
          )

          const known = await sendRequest(url, { ':path': '/whoami', 'x-api-key': key })
          const unknown = await sendRequest(url, { ':path': '/whoami', 'x-api-key': 'nobody' })

          expect([known.status, known.body]).to.deep.equal([200, 'sudo'])
          expect([unknown.status, unknown.body]).to.deep.equal([401, 'TOKEN_INVALID'])
        })

        it('responds with 503 once Plinth has stopped', async () => {
          await plinth.stop()

          const responses = [
            await sendRequest(url, { ':path': '/api/users/' }),
            await sendRequest(url, { ':path': '/guarded' }),
          ]

          expect(responses.map(({ status }) => status)).to.deep.equal([503, 503])
        })
      })
    }

    it('serves HTTP/1.1 on the same port', async () => {
      const [, , createServer] = HOSTS[1] as (typeof HOSTS)[number]
      const server = createServer(hostOf(plinth))
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const { port } = server.address() as AddressInfo
      const sent = requestHttp1({
        ...CLIENT_TLS,
        port,
        host: '127.0.0.1',
        path: '/api/health/live',
        agent: false,
      }).end()

      const [response] = await once(sent, 'response')

      response.resume()
      server.close()
      expect(response.statusCode).to.equal(200)
    })
  })
})

/** Serves the REST API, a guarded route, one that returns the caller, and one without a `next` handler of the host. */
function hostOf(plinth: Kernel<StandardServices>): Listener {
  const adminsOnly = plinth.requireLevel(ADMIN)
  const routes: Record<string, (request: never, response: never) => unknown> = {
    '/guarded': (request, response) => adminsOnly(request, response, () => {}),
    '/without-next': (request, response) => plinth.handler(request, response),
    '/whoami': (request, response) => respondWithUsername(plinth, request, response),
  }
  return (request, response) =>
    plinth.handler(request as never, response as never, () =>
      routes[request.url]?.(request as never, response as never),
    )
}

async function respondWithUsername(
  plinth: Kernel<StandardServices>,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
) {
  try {
    const principal = await plinth.authenticate(request, 'user')
    response.end(principal.username)
  } catch (error) {
    const { status, code } = error as { status: number; code: string }
    response.writeHead(status).end(code)
  }
}

/** Sends one HTTP/2 request, and returns the response. */
async function sendRequest(url: string, head: http2.OutgoingHttpHeaders, body?: string) {
  const session = http2.connect(url, CLIENT_TLS)
  try {
    const stream = session.request(head)
    stream.end(body)
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
    return { status: headers[':status'], headers, body: await text(stream) }
  } finally {
    session.close()
  }
}
