import { once } from 'node:events'
import { readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { definePlugin, defineRoute, Reply, streamed } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import { type SignedIn, startTestApp, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { number, object } from 'yup'
import { type App, startApp } from '../support/app.js'

/** The protocol is the same on both databases. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

const LIVE = 'GET /api/health/live HTTP/1.1'
const LOGIN = 'POST /api/users/login HTTP/1.1'
const IMPORT = 'POST /api/settings/import_config HTTP/1.1'
const HOST = 'Host: plant.test'
/** Hosts that URLs cannot have or that URL parsers change. */
const ODD_HOSTS = [
  ...['a<b', 'a b', 'a:99999x', 'a^b', 'a|b', '[::1', '[zz]', '%00', 'a%zz', '[::1]:x', 'ä.test', 'a@b', 'user:pw@b'],
  ...['a/api/users/sudo?', 'a/api/metrics#', 'a/api/x/..', 'a\\b', 'a?', 'a#', 'a,b', 'a;b'],
]
const CHUNKED = 'Transfer-Encoding: chunked'

/** Requests that no client library would send, with the status and error code of the response. */
const ODD_REQUESTS: readonly [what: string, request: string, status: number, code?: string][] = [
  ['bytes that are not HTTP', lines('GOOD MORNING'), 400, 'BAD_REQUEST'],
  ['the first bytes of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'BAD_REQUEST'],
  ['an unknown method', lines('BREW /api/health/live HTTP/1.1', HOST), 400, 'BAD_REQUEST'],
  ['an unknown version', lines('GET /api/health/live HTTP/9.9', HOST), 400, 'BAD_REQUEST'],
  ['a header without a colon', lines(LIVE, HOST, 'nonsense'), 400, 'BAD_REQUEST'],
  ['a control character in a header', lines(LIVE, HOST, 'X-API-KEY: a\x01b'), 400, 'BAD_REQUEST'],
  ['no host', lines(LIVE), 400, 'BAD_REQUEST'],
  ['two hosts', lines(LIVE, HOST, 'host: other.test'), 400, 'BAD_REQUEST'],
  ['two lengths', lines(LIVE, HOST, 'Content-Length: 1', 'Content-Length: 2'), 400, 'BAD_REQUEST'],
  ['a length and chunks', lines(LIVE, HOST, 'Content-Length: 1', CHUNKED), 400, 'BAD_REQUEST'],
  ['an invalid chunk', `${lines(LOGIN, HOST, 'Content-Type: application/json', CHUNKED)}ZZ\r\n`, 400, 'BAD_REQUEST'],
  [
    'a body over the limit, in chunks',
    `${lines(LOGIN, HOST, 'Content-Type: application/json', CHUNKED)}19001\r\n${' '.repeat(0x19001)}\r\n0\r\n\r\n`,
    413,
    'BODY_TOO_LARGE',
  ],
  ['an unknown expectation', lines(LIVE, HOST, 'Expect: miracles'), 417],
  ['headers of 20 KB', lines(LIVE, HOST, `X-Long: ${'x'.repeat(20_000)}`), 431, 'HEADERS_TOO_LARGE'],
  ['a path of 20 KB', lines(`GET /${'x'.repeat(20_000)} HTTP/1.1`, HOST), 431, 'HEADERS_TOO_LARGE'],
  ['an invalid URL', lines('GET http://[bad HTTP/1.1', HOST), 400, 'BAD_REQUEST'],
  ['a path without a slash', lines('GET api/health/live HTTP/1.1', HOST), 400, 'BAD_REQUEST'],
  ['a path in the wrong case', lines('GET /api/Health/live HTTP/1.1', HOST), 404, 'NOT_FOUND'],
  ['an unknown path', lines('GET /api/nothing HTTP/1.1', HOST), 404, 'NOT_FOUND'],
  ['a path outside the REST API', lines('GET /elsewhere HTTP/1.1', HOST), 404, 'NOT_FOUND'],
  ['the target *', lines('OPTIONS * HTTP/1.1', HOST), 404, 'NOT_FOUND'],
  ['a method that the path does not support', lines('DELETE /api/users/ HTTP/1.1', HOST), 405, 'METHOD_NOT_ALLOWED'],
  ['no key', lines('GET /api/users/ HTTP/1.1', HOST), 401, 'TOKEN_INVALID'],
  ['a compressed body', lines(LIVE, HOST, 'Content-Encoding: br'), 415, 'UNSUPPORTED_ENCODING'],
]

/** The body of a login that is refused. */
const BODY = '{"username":"x","password":"y"}'
/** A request that is smuggled behind another one and must not be served. */
const HIDDEN = lines(LIVE, HOST)
const LENGTH = `Content-Length: ${BODY.length}`
const loginHead = (...headers: string[]) => lines(LOGIN, HOST, 'Content-Type: application/json', ...headers)
const LAST_CHUNK = '0\r\n\r\n'

/** Requests whose end servers may see at different positions. Each is followed by another on the same connection. */
const AMBIGUOUS_REQUESTS: readonly [what: string, request: string][] = [
  ['a length and chunks, the chunks first', loginHead(CHUNKED, LENGTH) + LAST_CHUNK],
  ['a length and chunks in another case', loginHead('content-length: 4', 'TRANSFER-ENCODING: CHUNKED') + LAST_CHUNK],
  ['a length and the transfer coding identity', loginHead('Transfer-Encoding: identity', LENGTH) + BODY],
  ['a transfer coding before chunked', loginHead('Transfer-Encoding: identity, chunked') + LAST_CHUNK],
  ['a compression before chunked', loginHead('Transfer-Encoding: gzip, chunked') + LAST_CHUNK],
  ['a transfer coding after chunked', loginHead('Transfer-Encoding: chunked, identity') + LAST_CHUNK],
  ['a transfer coding that resembles chunked', loginHead('Transfer-Encoding: xchunked') + LAST_CHUNK],
  ['a transfer coding with a control character', loginHead('Transfer-Encoding: \x0bchunked') + LAST_CHUNK],
  ['two transfer codings', loginHead(CHUNKED, 'Transfer-Encoding: identity') + LAST_CHUNK],
  ['chunked twice', loginHead(CHUNKED, CHUNKED) + LAST_CHUNK],
  ['a transfer coding on a continuation line', loginHead('Transfer-Encoding:\r\n chunked') + LAST_CHUNK],
  ['a space before the colon of Transfer-Encoding', loginHead('Transfer-Encoding : chunked') + LAST_CHUNK],
  ['a space before the colon of Content-Length', loginHead(`Content-Length : ${BODY.length}`) + BODY],
  [
    'chunks in HTTP/1.0',
    lines(LOGIN.replace('1.1', '1.0'), HOST, 'Content-Type: application/json', CHUNKED) + LAST_CHUNK,
  ],
  ['the same length twice', loginHead(LENGTH, LENGTH) + BODY],
  ['a list of lengths', loginHead(`${LENGTH}, ${BODY.length}`) + BODY],
  ...['+31', '-1', '0x1f', '3 1', '', '99999999999999999999999'].map((length): [string, string] => [
    `a length of "${length}"`,
    loginHead(`Content-Length: ${length}`) + BODY,
  ]),
  ['lines without carriage returns', HIDDEN.replaceAll('\r\n', '\n')],
  ['one line without a carriage return', `${LOGIN}\r\n${HOST}\nContent-Length: 1\r\n\r\n`],
  ['one line without a line feed', `${LOGIN}\r\n${HOST}\rContent-Length: 1\r\n\r\n`],
  ['a space before the first header', `${LIVE}\r\n ${HOST}\r\n\r\n`],
  ['a chunk extension without a carriage return', `${loginHead(CHUNKED)}1;x\n1\r\n${LAST_CHUNK}`],
  ['a chunk size without a carriage return', `${loginHead(CHUNKED)}1\n1\r\n${LAST_CHUNK}`],
  ['a chunk longer than its size', `${loginHead(CHUNKED)}1\r\n1XX${LAST_CHUNK}`],
  ...['fffffffffffffffff', '0x1', '-1', ' 1'].map((size): [string, string] => [
    `a chunk of the size "${size}"`,
    `${loginHead(CHUNKED)}${size}\r\n1\r\n${LAST_CHUNK}`,
  ]),
  ['no HTTP version', lines('GET /api/health/live')],
  [
    'chunks in HTTP/1.0 on a keep-alive connection',
    `${lines(LOGIN.replace('1.1', '1.0'), HOST, 'Connection: keep-alive', CHUNKED)}${LAST_CHUNK}`,
  ],
]

/** Spellings of `/api/health/live` and other paths that some servers normalize and others do not. */
const ODD_PATHS: readonly string[] = [
  ...['/api\\health\\live', '\\api/health/live', '/api/health\\..\\health/live'],
  ...['/api/./health/live', '/api/../api/health/live', '/api/health/live/..', '/api/health/live/.', '/..'],
  ...['/api/%2e/health/live', '/api/x/%2E%2e/health/live', '/api/x/.%2e/health/live', '/api/x/%2e./health/live'],
  ...['//api/health/live', '/api//health/live', '/api/health/live//', '///', '//evil.test/api/health/live'],
  ...['/api%2fhealth/live', '/api/health%2Flive', '/api/health%5clive', '/api/x%5C..%5Chealth/live'],
  ...['/api/h%65alth/live', '/api/%68ealth/live', '/api/%7Euser', '/api/%2Dx', '/%61pi/health/live'],
  ...['/api/health/live#x', '/api/health#/live', '/api/health/live?x#y', '/api/health/live#?x'],
  ...['/api/health/live;x', '/api/health;x=1/live', '/api;/health/live', '/api/health/live;?x=1'],
  ...[
    '/api/%',
    '/api/%2',
    '/api/%zz',
    '/api/%u0061',
    '/api/%c0%ae%c0%ae/x',
    '/api/%e0%80%ae',
    '/api/%ff',
    '/api/%F0%9F',
  ],
  ...[
    '/api/%00',
    '/api/health/live%00',
    '/api/health/live%0a',
    '/api/%09',
    '/api/%7f',
    '/api/health/live\t',
    '/api/\xe4',
  ],
  ...['/api/"x"', '/api/<x>', '/api/{x}', '/api/a|b', '/api/[x]', '/api/a^b', '/api/`x`'],
  ...[
    'http://plant.test//api/health/live',
    'http://plant.test/api/x/../health/live',
    'http:\\\\plant.test/api/health/live',
  ],
  ...[
    'http://user@plant.test/api/health/live',
    'ftp://plant.test/api/health/live',
    'http:///api/health/live',
    'http:/api/x',
  ],
  ...[
    'http://plant.test\\@evil.test/api/health/live',
    'http://plant.test/api\\health/live',
    'http://plant.test#/api/x',
  ],
]

/** Paths that every parser reads alike, with the status of the response. */
const PLAIN_PATHS: readonly [path: string, status: number][] = [
  ['/api/health/live/', 200],
  ['/api/nothing?path=/../x//y\\%2e;%ZZ', 404],
  ['http://plant.test/api/health/live', 200],
  ['http://plant.test/api/nothing?x=1', 404],
  ['http://plant.test:8443', 200],
  ['http://[::1]:8050?x', 404],
  ["/api/roles-._~!$&'()*+,=:@x", 404],
  ['/api/j%C3%B6rg%20%40x%3B%3F%23%25', 404],
  ['/api/...', 404],
  ['/api/.x', 404],
  ['/', 200],
]

/** Maximum number of header lines of a request. */
const MAX_HEADER_LINES = 100

/** Methods that Node's parser knows, except those that open a tunnel. */
const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LOCK',
  'PURGE',
] as const

/** Requests for another protocol, for which Node removes its own listeners from the connection. */
const PROTOCOL_CHANGES: readonly [what: string, request: string][] = [
  ['an upgrade', lines(LIVE, HOST, 'Connection: Upgrade', 'Upgrade: websocket')],
  ['a tunnel', lines('CONNECT plant.test:80 HTTP/1.1', HOST)],
]

/** Unusual but valid requests. */
const UNUSUAL_REQUESTS: readonly [what: string, request: string][] = [
  ['the whole URL', lines('GET http://plant.test/api/health/live HTTP/1.1', HOST)],
  ['the whole URL of another port', lines('GET https://plant.test:8443/api/health/live HTTP/1.1', HOST)],
  ['HTTP/1.0', lines('GET /api/health/live HTTP/1.0', 'Connection: keep-alive')],
  ['an upgrade to WebSocket', lines(LIVE, HOST, 'Connection: Upgrade', 'Upgrade: websocket')],
  [
    'an upgrade to HTTP/2',
    lines(LIVE, HOST, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AA'),
  ],
  ['the encoding identity', lines(LIVE, HOST, 'Content-Encoding: identity')],
]

/** Message of the errors behind faults. No part of it may appear in a response or in the log. */
const CAUSE = "insert into plinth_users values ('zebra crossing')"

/** Route handlers of a plugin that fail unexpectedly, by what they do. */
const FAULTS: Readonly<Record<string, () => unknown>> = {
  'throws synchronously': () => {
    throw new Error(CAUSE)
  },
  'rejects with a string': () => Promise.reject(CAUSE),
  'rejects with undefined': () => Promise.reject(),
  'rejects with a driver error': () =>
    Promise.reject(Object.assign(new Error(CAUSE), { code: 'SQLITE_ERROR', sql: CAUSE })),
  'does not find a file': () => Promise.reject(Object.assign(new Error(CAUSE), { code: 'ENOENT', path: CAUSE })),
  'cannot reach another server': () => Promise.reject(Object.assign(new Error(CAUSE), { code: 'ECONNREFUSED' })),
  'rejects with an error that has a cause': () => Promise.reject(new Error('it failed', { cause: new Error(CAUSE) })),
  'rejects with an error that has a status and a body': () =>
    Promise.reject(Object.assign(new Error(CAUSE), { statusCode: 418, body: { message: CAUSE } })),
  'throws a validation error': () => object({ password: number() }).validateSync({ password: CAUSE }, { strict: true }),
  'returns nothing': () => undefined,
  'returns a value that JSON cannot represent': () => ({ amount: 1n, CAUSE }),
  'returns a circular object': () => {
    const object: Record<string, unknown> = { CAUSE }
    object.itself = object
    return object
  },
}

/** A plugin with a route for each fault, one whose stream breaks midway, and one that closes the connection. */
const faults = definePlugin()({
  name: 'faults',
  routes: () => [
    ...Object.entries(FAULTS).map(([name, handle]) =>
      defineRoute({
        method: 'GET',
        path: `/faults/${dashed(name)}`,
        summary: name,
        access: 'public',
        responses: { 200: object({}) },
        handle: handle as () => object,
      }),
    ),
    defineRoute({
      method: 'GET',
      path: '/faults/broken-stream',
      summary: 'breaks midway',
      access: 'public',
      responses: { 200: streamed('text/plain') },
      handle: () => Reply.stream(Readable.from(brokenText()), { 'Content-Type': 'text/plain' }),
    }),
    defineRoute({
      method: 'GET',
      path: '/faults/closed-connection',
      summary: 'closes the connection',
      access: 'public',
      responses: { 200: object({}) },
      handle: () => Reply.json({}, { headers: { Connection: 'close' } }),
    }),
  ],
})

/** Requests whose responses are sent before their bodies, and close the connection. */
const CLOSING_REQUESTS: readonly [what: string, head: string[], status: number][] = [
  ['of HTTP/1.0', ['POST /api/users/login HTTP/1.0', 'Content-Type: application/json'], 413],
  ['with Connection: close', [LOGIN, 'Connection: close', 'Content-Type: application/json'], 413],
  ['to a route that closes the connection', ['GET /api/faults/closed-connection HTTP/1.1'], 200],
]

/** Maximum size of a file in bytes. A form may have 64 KB more. */
const IMPORT_LIMIT = 131_072
const FORM = 'multipart/form-data; boundary=b'
const EMPTY_CONFIGURATION = '{"data":{}}'

/** Forms that are refused, with the status and error code of the response. */
const FORMS: readonly [what: string, type: string, body: string, status: number, code: string][] = [
  ['that is JSON', 'application/json', EMPTY_CONFIGURATION, 400, 'NO_FILE_PROVIDED'],
  ['that is a URL-encoded form', 'application/x-www-form-urlencoded', 'file=x', 400, 'NO_FILE_PROVIDED'],
  ['that is empty', FORM, '', 400, 'NO_FILE_PROVIDED'],
  ['without a part', FORM, form(), 400, 'NO_FILE_PROVIDED'],
  ['with a field only', FORM, form(field('f', 'x')), 400, 'NO_FILE_PROVIDED'],
  ['with a file in a part of another name', FORM, form(part('other', EMPTY_CONFIGURATION)), 400, 'NO_FILE_PROVIDED'],
  ['of two files', FORM, form(part('file', '{}'), part('file', '{}')), 400, 'MALFORMED_FORM'],
  ['of two files in different parts', FORM, form(part('other', '{}'), part('file', '{}')), 400, 'MALFORMED_FORM'],
  ['of 21 parts', FORM, form(field('f', 'x').repeat(20), part('file', '{}')), 400, 'MALFORMED_FORM'],
  ['that was cut off in its file', FORM, part('file', EMPTY_CONFIGURATION), 400, 'MALFORMED_FORM'],
  ['that was cut off in a file of another name', FORM, part('other', EMPTY_CONFIGURATION), 400, 'MALFORMED_FORM'],
  [
    'that was cut off before the content of a file of another name',
    FORM,
    part('other', '').slice(0, -2),
    400,
    'MALFORMED_FORM',
  ],
  ['that was cut off in bytes without a file name', FORM, bytes('other', '{'), 400, 'MALFORMED_FORM'],
  ['that was cut off in a second file', FORM, part('file', '{}') + part('other', '{'), 400, 'MALFORMED_FORM'],
  ['that was cut off in a header', FORM, part('file', '').slice(0, 40), 400, 'MALFORMED_FORM'],
  ['that names no boundary', 'multipart/form-data', form(part('file', '{}')), 400, 'MALFORMED_FORM'],
  ['that names another boundary', 'multipart/form-data; boundary=c', form(part('file', '{}')), 400, 'MALFORMED_FORM'],
  ['of a file over the limit', FORM, form(part('file', 'x'.repeat(IMPORT_LIMIT + 1))), 413, 'BODY_TOO_LARGE'],
  ['far over the limit', FORM, form(part('file', 'x'.repeat(3 * IMPORT_LIMIT))), 413, 'BODY_TOO_LARGE'],
]

/**
 * Forms that are refused before they end: too many fields, too many files, one file too many, a file over the limit.
 */
const ENDLESS_FORMS: readonly string[] = [
  field('f', 'x').repeat(2_000),
  part('file', '{}').repeat(2_000),
  part('file', '{}').repeat(2),
  part('file', 'x'.repeat(IMPORT_LIMIT + 1)),
]

const ORIGIN = 'https://panel.plant.test'
/** Content-Security-Policy of responses, in case a browser displays one as a page. */
const DENY_ALL_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

describe('the edge', () => {
  let app: App
  let sudo: SignedIn
  // These wait for timeouts of the server while other tests run
  let endlessHeadersResponse: Promise<RawResponse>
  let stopWithHalfABody: Promise<void>
  let stopped: App
  before(async () => {
    app = await startTestApp({
      database,
      settings: { importLimit: IMPORT_LIMIT },
      kernel: (options) => createStandardKernel(options).use(faults),
    })
    sudo = await app.signIn('sudo')
    endlessHeadersResponse = exchange(app, `${LIVE}\r\n${HOST}\r\n`)
    stopped = await startApp({ database })
    await sendHalfABody(stopped)
    stopWithHalfABody = stopped.stop()
  })
  after(() => app.stop())

  describe('a request', () => {
    for (const [what, request, status, code] of ODD_REQUESTS) {
      it(`with ${what} gets ${status} in the usual error format`, async () => {
        const response = await exchange(app, request)

        expect(response.status).to.equal(status)
        expect(response.body).to.have.all.keys('message', 'code', 'request_id')
        if (code) expect(response.body.code).to.equal(code)
        expect(await isAlive(app)).to.equal(true)
      })
    }

    for (const [what, request] of UNUSUAL_REQUESTS) {
      it(`with ${what} is served like any other`, async () => {
        const response = await exchange(app, request)

        expect([response.status, response.body]).to.deep.equal([200, { status: 'alive' }])
      })
    }

    it('for a tunnel closes the connection', async () => {
      const response = await allReceived(app, lines('CONNECT plant.test:443 HTTP/1.1', HOST))

      expect(response).not.to.include('200')
      expect(await isAlive(app)).to.equal(true)
    })

    for (const encoding of ['gzip', 'deflate', 'br', 'unknown']) {
      it(`whose body is falsely declared as ${encoding} gets 415, without affecting others`, async () => {
        const head = lines(
          LOGIN,
          HOST,
          'Content-Type: application/json',
          `Content-Encoding: ${encoding}`,
          'Content-Length: 9',
        )

        const response = await exchange(app, `${head}not so...`)

        expect([response.status, response.body.code]).to.deep.equal([415, 'UNSUPPORTED_ENCODING'])
        expect(await isAlive(app)).to.equal(true)
      })
    }

    it('may have at most 100 parameters', async () => {
      const [most, more] = [
        await app.get(`/health/live?${'a&'.repeat(100)}`),
        await app.get(`/health/live?${'a&'.repeat(101)}`),
      ]

      expect([most.status, more.status]).to.deep.equal([400, 400])
      expect(most.body.errors).to.deep.equal([{ field: 'a', message: 'is not a field of this request' }])
      expect(more.body.errors).to.deep.equal([{ field: '', message: 'must have at most 100 parameters' }])
    })

    it('gets an error for at most 20 unknown fields, each with its full name', async () => {
      const names = Array.from({ length: 5_000 }, (_, number) => `a, ${number}`)

      const { status, body } = await app.post('/users/login', Object.fromEntries(names.map((name) => [name, 1])))

      const unknown = names.map((field) => ({ field, message: 'is not a field of this request' }))
      expect([status, body.errors.slice(2)]).to.deep.equal([400, unknown.slice(0, 18)])
    })

    it('is refused with more than 10,000 values in its body, even if all are in one field', async () => {
      const [most, more] = await Promise.all(
        [9_999, 10_000].map((count) => app.post('/users/login', { username: Array(count).fill(0) })),
      )

      expect([most?.status, more?.status]).to.deep.equal([400, 400])
      expect(most?.body.errors).to.deep.include({ field: 'username', message: 'must be of type string' })
      expect(more?.body.errors).to.deep.equal([{ field: '', message: 'has more than 10000 values' }])
    })

    for (const path of ODD_PATHS) {
      it(`for ${JSON.stringify(path)} is answered with 400, and what follows on its connection is not served`, async () => {
        const responses = await allReceived(app, lines(`GET ${path} HTTP/1.1`, HOST) + HIDDEN)

        expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 400'])
        expect(responses).to.include('"code":"BAD_REQUEST"')
      })
    }

    for (const [path, status] of PLAIN_PATHS) {
      it(`for ${path} is answered with ${status}, and the next one too`, async () => {
        const responses = await allReceived(
          app,
          lines(`GET ${path} HTTP/1.1`, HOST) + lines(LIVE, HOST, 'Connection: close'),
        )

        expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal([`HTTP/1.1 ${status}`, 'HTTP/1.1 200'])
      })
    }

    it(`may have ${MAX_HEADER_LINES} header lines`, async () => {
      const empty = Array.from({ length: MAX_HEADER_LINES - 1 }, () => 'x:')

      const response = await exchange(app, lines(LIVE, HOST, ...empty))

      expect(response.status).to.equal(200)
    })

    for (const host of ODD_HOSTS) {
      it(`with the host ${JSON.stringify(host)} is answered with 400, and what follows is not served`, async () => {
        const responses = await allReceived(app, lines('GET /api/health/live HTTP/1.1', `Host: ${host}`) + HIDDEN)

        expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 400'])
        expect((await app.get('/health/live')).status).to.equal(200)
      })
    }

    for (const [what, head, status] of CLOSING_REQUESTS) {
      it(`${what} can be sent to its end before its connection is closed, and what follows is not served`, async () => {
        const following = `following-${dashed(what)}`
        const socket = connection(app)
        socket.write(lines(...head, HOST, 'Content-Length: 200000'))
        const [response] = await once(socket, 'data')

        for (let sent = 0; sent < 200_000; sent += 20_000) await written(socket, ' '.repeat(20_000))
        await written(socket, lines('GET /api/roles HTTP/1.1', HOST, `X-Request-Id: ${following}`))
        await closed(socket.resume())
        for (let times = 0; times < 10; times += 1) await isAlive(app) // the server reads all that was sent

        expect(parseResponse(response)).to.include({ status })
        expect(socket.errored).to.equal(null)
        expect(app.logLines.filter((line) => line.includes(following))).to.deep.equal([])
      })
    }

    it('of HTTP/1.0 gets no 100 Continue, which its client would take for the response', async () => {
      const socket = connection(app)
      const received = text(socket)
      const head = ['Content-Type: application/json', LENGTH, 'Expect: 100-continue']
      socket.write(lines('POST /api/users/login HTTP/1.0', ...head))
      await app.get('/health/live') // by then the server has read the headers
      socket.write(BODY)

      expect((await received).match(/^HTTP\/1\.1 \d+/gm)).to.deep.equal(['HTTP/1.1 403'])
    })

    for (const expectation of ['miracles', '100-continue, miracles']) {
      it(`with two hosts and the expectation ${expectation} is answered with 400, and what follows is not served`, async () => {
        const responses = await allReceived(
          app,
          lines(LIVE, HOST, 'Host: other.test', `Expect: ${expectation}`) + HIDDEN,
        )

        expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 400'])
      })
    }

    for (const [what, following] of PROTOCOL_CHANGES) {
      for (const [state, request] of [
        ['a refused', lines('GET /api/../x HTTP/1.1', HOST)],
        ['a served', lines(LIVE, HOST)],
      ] as const) {
        it(`for ${what} behind ${state} one affects no other client when its connection is reset`, async () => {
          for (let times = 0; times < 20; times += 1) {
            const socket = connection(app)
            await written(socket, request + following)
            socket.resetAndDestroy()
            await closed(socket)
            expect(await isAlive(app)).to.equal(true)
          }
        })
      }
    }

    it('with an upgrade closes the connection, because Node drops what follows in the same packet', async () => {
      const upgrade = lines(LIVE, HOST, 'Connection: Upgrade', 'Upgrade: websocket')

      const responses = await allReceived(app, upgrade + HIDDEN)

      expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200'])
      expect(responses).to.match(/connection: close/i)
    })

    for (const [what, ...hidden] of [
      ['an address', 'X-Forwarded-For: 192.0.2.1'],
      ['a second host', 'Host: other.test'],
      ['a transfer coding', 'Transfer-Encoding: gzip, chunked'],
    ] as const) {
      for (const count of [MAX_HEADER_LINES, 128, 1_000, 1_990, 2_000, 3_000]) {
        it(`with ${what} behind ${count} header lines is answered with 431, and what follows is not served`, async () => {
          const empty = Array.from({ length: count - 1 }, () => 'x:')

          const responses = await allReceived(app, lines(LIVE, HOST, ...empty, ...hidden) + HIDDEN)

          expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 431'])
          expect(responses).to.include('"code":"HEADERS_TOO_LARGE"')
        })
      }
    }

    for (const [what, head] of [
      ['JSON', lines(LOGIN, HOST, 'Content-Type: application/json', 'Content-Length: 100')],
      ['JSON in chunks', `${lines(LOGIN, HOST, 'Content-Type: application/json', CHUNKED)}64\r\n`],
      ['a form', ''],
    ] as const) {
      it(`that ends in the middle of its body, ${what}, gets an error that says so`, async () => {
        const form = lines(IMPORT, HOST, `X-API-KEY: ${sudo.key}`, `Content-Type: ${FORM}`, 'Content-Length: 900')
        const socket = connection(app)
        const response = new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))))

        socket.end(`${head || form}{"username":`)

        expect(parseResponse(await response)).to.deep.include({ status: 400 })
        expect(parseResponse(await response).body.code).to.equal('BODY_INCOMPLETE')
        await closed(socket)
      })
    }

    for (const [what, form] of [
      ['JSON', lines(LOGIN, HOST, 'Content-Type: application/json', CHUNKED)],
      ['a form', ''],
    ] as const) {
      it(`whose body, ${what}, has more than 1,000 tiny chunks gets an error that says so`, async () => {
        const head = form || lines(IMPORT, HOST, `X-API-KEY: ${sudo.key}`, `Content-Type: ${FORM}`, CHUNKED)
        const bodyOf = (chunks: number) => `${'1\r\n \r\n'.repeat(chunks)}2\r\n{}\r\n0\r\n\r\n`

        const [many, tooMany] = [await responseTo(head + bodyOf(999)), await responseTo(head + bodyOf(10_000))]

        expect(many).to.deep.include({ status: 400 })
        expect(many.body.code).not.to.equal('BODY_FRAGMENTED')
        expect([tooMany.status, tooMany.body.code]).to.deep.equal([400, 'BODY_FRAGMENTED'])
        expect(await isAlive(app)).to.equal(true)
      })
    }

    const responseTo = async (request: string) => {
      const socket = connection(app)
      const response = new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))))
      socket.write(request)
      const parsed = parseResponse(await response)
      socket.destroy()
      return parsed
    }

    for (const [what, request] of AMBIGUOUS_REQUESTS) {
      it(`with ${what} is answered with 400, and what follows on its connection is not served`, async () => {
        const responses = await allReceived(app, request + HIDDEN)

        expect([...new Set(responses.match(/HTTP\/1\.1 \d+/g))]).to.deep.equal(['HTTP/1.1 400'])
        expect(await isAlive(app)).to.equal(true)
      })
    }

    it('gets the same response with and without a trailing slash', async () => {
      const routes = app.kernel.routes.filter(({ path }) => !path.startsWith('/faults'))
      for (const { method, path } of routes) {
        const concrete = path.replace(/:\w+/g, 'nobody').replace(/\/$/, '')

        const without = await app.send(method, concrete)
        const withSlash = await app.send(method, `${concrete}/`)

        expect([withSlash.status, withSlash.body.code], `${method} ${path}`).to.deep.equal([
          without.status,
          without.body.code,
        ])
        expect(without.status).not.to.equal(405)
      }
    })

    it('with an unsupported method gets a list of the supported ones', async () => {
      const response = await app.send('PATCH', '/settings/update')

      expect(response.status).to.equal(405)
      expect(response.headers.allow).to.equal('PUT')
    })

    it('with an undeclared method for its path gets 405', async () => {
      const paths = [...new Set(app.kernel.routes.map(({ path }) => path.replace(/:\w+/g, 'nobody')))]
      const wrong: string[] = []
      for (const path of paths) {
        const declared = app.kernel.routes
          .filter((route) => matchesPath(route.path, path))
          .flatMap(({ method }): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
        for (const method of METHODS.filter((name) => !declared.includes(name))) {
          const response = await exchange(app, lines(`${method} /api${path} HTTP/1.1`, HOST, 'Connection: close'))
          const allowed = (response.headers.allow ?? '').split(', ').sort()
          if (response.status !== 405 || allowed.join() !== [...new Set(declared)].sort().join())
            wrong.push(`${method} ${path}: ${response.status} ${allowed}`)
        }
      }

      expect(wrong).to.deep.equal([])
    })
  })

  describe('every response', () => {
    const requests = [
      ...ODD_REQUESTS,
      ...UNUSUAL_REQUESTS,
      ['a fault', lines('GET /api/faults/throws-synchronously HTTP/1.1', HOST)],
    ]
    for (const [what, request] of requests as [string, string][]) {
      it(`has a request id, no caching, no type sniffing and no server details (${what})`, async () => {
        const { headers, body } = await exchange(app, request)

        expect(headers).to.include({
          'content-type': 'application/json; charset=utf-8',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'DENY',
          'content-security-policy': DENY_ALL_POLICY,
        })
        expect(headers).not.to.have.any.keys(
          'server',
          'x-powered-by',
          'via',
          'access-control-allow-origin',
          'set-cookie',
        )
        expect(`${JSON.stringify(headers)}${JSON.stringify(body)}`).not.to.match(
          /restify|node\.?js|plinth\/|sqlite|postgres/i,
        )
        expect(headers['x-request-id']).to.match(/^[\w.-]{8,64}$/)
        if ('request_id' in body) expect(body.request_id).to.equal(headers['x-request-id'])
      })
    }

    it('to a successful health check is not logged', async () => {
      const linesOf = (id: string) => app.logLines.filter((line) => JSON.parse(line).request_id === id)

      await app.get('/health/live', { headers: { 'X-Request-Id': 'watcher-0001' } })
      await app.get('/roles', { headers: { 'X-Request-Id': 'panel-0001' } })

      await until(() => linesOf('panel-0001').length === 1)
      expect(linesOf('watcher-0001')).to.deep.equal([])
    })

    it('has the request id sent by the client or proxy, which is also logged', async () => {
      const id = 'panel-7.2024_08-0001'

      const response = await app.get('/roles', { headers: { 'X-Request-Id': id } })

      expect(response.headers['x-request-id']).to.equal(id)
      expect(app.logLines.filter((line) => JSON.parse(line).request_id === id)).to.have.lengthOf(1)
    })

    for (const id of [
      '',
      'with some blanks',
      '<script>alert(1)</script>',
      '"},{"level":60',
      'x'.repeat(200),
      '\xe4\xf6\xfc\xdf\xe4\xf6\xfc\xdf',
    ]) {
      it(`has a new request id instead of ${JSON.stringify(id.slice(0, 30))}`, async () => {
        const response = await exchange(app, lines(LIVE, HOST, `X-Request-Id: ${id}`))

        expect(response.headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/)
      })
    }
  })

  describe('a page of another origin', () => {
    let open: App
    before(async () => {
      open = await startApp({ database, settings: { corsOrigins: [ORIGIN] } })
    })
    after(() => open.stop())

    it('may not call the API unless its origin is listed', async () => {
      const responses = [
        await app.get('/health/live', { headers: { Origin: ORIGIN } }),
        await app.send('OPTIONS', '/health/live', { headers: preflight(ORIGIN) }),
        await open.get('/health/live', { headers: { Origin: 'https://evil.test' } }),
        await open.get('/health/live', { headers: { Origin: `${ORIGIN}.evil.test` } }),
        await open.get('/health/live', { headers: { Origin: 'null' } }),
        await open.send('OPTIONS', '/health/live', { headers: preflight('https://evil.test') }),
      ]

      for (const { headers } of responses) expect(Object.keys(headers).join()).not.to.include('access-control')
    })

    it('may send preflights and calls when it is listed', async () => {
      const asked = await exchange(open, lines('OPTIONS /api/users/ HTTP/1.1', HOST, ...headerLines(preflight(ORIGIN))))
      const called = await open.get('/health/live', { headers: { Origin: ORIGIN } })

      expect(asked.status).to.equal(204)
      expect(asked.headers['access-control-allow-methods']).to.include('DELETE')
      expect(asked.headers['access-control-allow-headers']).to.include('X-API-KEY').and.include('Content-Type')
      for (const { headers } of [asked, called]) {
        expect(headers).to.include({ 'access-control-allow-origin': ORIGIN, vary: 'Origin' })
        expect(headers).not.to.have.any.keys('access-control-allow-credentials')
      }
    })

    it('can read why it was refused', async () => {
      const response = await open.get('/users/', { headers: { Origin: ORIGIN } })

      expect(response.status).to.equal(401)
      expect(response.headers).to.include({ 'access-control-allow-origin': ORIGIN })
    })
  })

  describe('a route of a plugin', () => {
    for (const fault of Object.keys(FAULTS)) {
      it(`that ${fault} gets a bare 500, and its cause is neither returned nor logged`, async () => {
        const [response, ...others] = await Promise.all([
          exchange(app, lines(`GET /api/faults/${dashed(fault)} HTTP/1.1`, HOST)),
          isAlive(app),
          isAlive(app),
        ])

        const { request_id: id } = response.body
        const logged = app.logLines.filter((line) => line.includes(String(id)))
        expect([response.status, response.body.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
        expect(response.body).to.have.all.keys('message', 'code', 'request_id')
        expect(logged.join()).to.include('"level":50')
        expect(response.text + app.logLines.join()).not.to.match(/zebra|crossing|plinth_users/)
        expect(others).to.deep.equal([true, true])
      })
    }

    it('whose stream breaks aborts its response instead of ending it normally', async () => {
      const response = await allReceived(app, lines('GET /api/faults/broken-stream HTTP/1.1', HOST))

      expect(response)
        .to.include('the first half')
        .and.not.match(/\r\n0\r\n\r\n$/)
      expect(response).not.to.include('zebra')
      expect(await isAlive(app)).to.equal(true)
    })
  })

  describe('an upload', () => {
    beforeEach('deletes the uploads folder', () => rm(uploadsFolder(app), { recursive: true, force: true }))

    for (const [what, type, body, status, code] of FORMS) {
      it(`${what} is answered with ${status} ${code}`, async () => {
        const response = await sudo.send('POST', '/settings/import_config', { body, headers: { 'Content-Type': type } })

        expect([response.status, response.body.code]).to.deep.equal([status, code])
        expect(await leftoverUploads(app)).to.deep.equal([])
      })
    }

    it('without a file gets the documented message', async () => {
      const response = await sudo.send('POST', '/settings/import_config', { body: '{}' })

      expect(response.body.message).to.equal('No file provided')
    })

    it('may reach its limits, and a path in its file name is ignored', async () => {
      const fields = Array.from({ length: 19 }, () => field('f', 'x'))
      const file = part('file', EMPTY_CONFIGURATION.padEnd(IMPORT_LIMIT), '../../outside.json')

      const response = await sudo.send('POST', '/settings/import_config', {
        body: form(...fields, file),
        headers: { 'Content-Type': FORM },
      })

      expect(response.status).to.equal(200)
      expect(await leftoverUploads(app)).to.deep.equal([])
    })

    it('that continues after it was refused is cut off, without affecting others', async () => {
      const head = lines(IMPORT, HOST, `X-API-KEY: ${sudo.key}`, `Content-Type: ${FORM}`, CHUNKED)

      const responses = await Promise.all(ENDLESS_FORMS.map((body) => allReceived(app, head + chunk(body))))

      const refused = /^HTTP\/1.1 4(00|13) .*"code":"(MALFORMED_FORM|BODY_TOO_LARGE)"/s
      for (const response of responses) expect(response).to.match(refused)
      expect(await isAlive(app)).to.equal(true)
      expect(await leftoverUploads(app)).to.deep.equal([])
    })

    it('is limited as a whole, not only its file, even without Content-Length', async () => {
      const head = lines(IMPORT, HOST, `X-API-KEY: ${sudo.key}`, `Content-Type: ${FORM}`, CHUNKED)
      const preamble = 'x'.repeat(2 * IMPORT_LIMIT)

      const response = await exchange(
        app,
        `${head}${chunk(preamble)}${chunk(form(part('file', EMPTY_CONFIGURATION)))}${chunk('')}`,
      )

      expect([response.status, response.body.code]).to.deep.equal([413, 'BODY_TOO_LARGE'])
    })

    it('is stored in an unlinked file in a private folder', async () => {
      const body = form(part('file', EMPTY_CONFIGURATION))
      const length = `Content-Length: ${Buffer.byteLength(body)}`
      const head = lines(
        IMPORT,
        HOST,
        `X-API-KEY: ${sudo.key}`,
        `Content-Type: ${FORM}`,
        length,
        'Expect: 100-continue',
      )
      const socket = await connectionAfterResponse(app, head)

      const [listed, folder] = await Promise.all([uploadsOf(app), stat(uploadsFolder(app))])
      socket.write(body)
      const [response] = await once(socket, 'data')

      expect(listed).to.deep.equal([])
      expect(folder.mode & 0o777).to.equal(0o700)
      expect(String(response)).to.match(/^HTTP\/1.1 200 /)
      socket.destroy()
    })

    it('gets 503 while other uploads use the disk space that uploads may use together, and not afterwards', async () => {
      const { refused, stored, end } = await twoLargeUploads(app, sudo.key)
      const small = await sudo.upload('/settings/import_config', EMPTY_CONFIGURATION)
      const finished = once(stored, 'data')
      stored.write(end)
      const [response] = await finished
      const next = await sudo.upload('/settings/import_config', EMPTY_CONFIGURATION.padEnd(IMPORT_LIMIT))

      expect([refused.status, refused.body.code]).to.deep.equal([503, 'TOO_MANY_UPLOADS'])
      expect(refused.headers['retry-after']).to.match(/^\d+$/)
      expect(String(response)).to.match(/^HTTP\/1.1 200 /)
      expect([small.status, next.status]).to.deep.equal([200, 200])
      stored.destroy()
    })

    it('releases its disk space when its client disconnects, and when it is refused', async () => {
      const upload = (content: string) => sudo.upload('/settings/import_config', content)
      const { stored } = await twoLargeUploads(app, sudo.key)

      stored.resetAndDestroy()
      await until(async () => (await upload(EMPTY_CONFIGURATION.padEnd(IMPORT_LIMIT))).status === 200)
      const refused = [await upload('x'.repeat(IMPORT_LIMIT)), await upload('x'.repeat(IMPORT_LIMIT + 1))]
      const next = await upload(EMPTY_CONFIGURATION.padEnd(IMPORT_LIMIT))

      expect([...refused, next].map(({ status }) => status)).to.deep.equal([400, 413, 200])
    })

    const obstacles: [string, (folder: string) => Promise<void>][] = [
      ['is a file', (folder) => writeFile(folder, '')],
      ['is a broken link', (folder) => symlink(`${folder}-missing`, folder)],
    ]
    for (const [what, obstruct] of obstacles) {
      it(`is answered with 507 while its folder ${what}`, async () => {
        const folder = uploadsFolder(app)
        await obstruct(folder)

        const refused = await sudo.upload('/settings/import_config', EMPTY_CONFIGURATION)
        await rm(folder)
        const accepted = await sudo.upload('/settings/import_config', EMPTY_CONFIGURATION)

        expect([refused.status, refused.body.code, accepted.status]).to.deep.equal([507, 'UPLOAD_FAILED', 200])
        expect(refused.text).not.to.include(app.database.dataDir)
      })
    }
  })

  describe('more connections than the limit', () => {
    it('are closed immediately and logged, until others have closed', async () => {
      const small = await startApp({ database, settings: { connectionLimit: 3 } })
      const connections = await Promise.all(
        Array.from({ length: 3 }, () => connectionAfterResponse(small, lines(LIVE, HOST))),
      )

      const refused = await Promise.all([1, 2].map(() => allReceived(small, lines(LIVE, HOST))))
      for (const socket of connections) socket.destroy()
      await until(() => isAlive(small).catch(() => false))

      expect(refused).to.deep.equal(['', ''])
      expect(small.logLines.filter((line) => line.includes('connections are refused'))).to.have.lengthOf(1)
      await small.stop()
    })
  })

  describe('connections of clients that never close their side', () => {
    for (const [what, data] of [
      ['data that is not HTTP', 'X\r\n\r\n'],
      ['headers that are too large', `GET /api/health/live HTTP/1.1\r\nX-Large: ${'x'.repeat(20_000)}`],
    ] as const) {
      it(`do not count towards the limit for long after ${what}`, async () => {
        const small = await startApp({ database, settings: { connectionLimit: 3 } })
        const connections = await Promise.all(Array.from({ length: 3 }, () => refusedConnection(small, data)))

        await until(() => isAlive(small).catch(() => false))

        expect(connections.map(({ writable }) => writable)).to.deep.equal([true, true, true])
        for (const socket of connections) socket.destroy()
        await small.stop()
      })
    }
  })

  describe('a stop', () => {
    it('is not delayed by fifty clients that requested an upgrade and went silent', async () => {
      const other = await startApp({ database })
      const upgrade = lines(LIVE, HOST, 'Connection: Upgrade', 'Upgrade: websocket')
      const sockets = await Promise.all(Array.from({ length: 50 }, () => connectionAfterResponse(other, upgrade)))

      await other.stop()

      expect(sockets).to.have.lengthOf(50)
      await Promise.all(sockets.map(closed))
    })

    it('is delayed only for a limited time by a client that has sent half a body', async () => {
      await stopWithHalfABody

      const { code } = await isAlive(stopped).then(String, (error) => error)
      expect(code).to.equal('ECONNREFUSED')
    })
  })

  describe('a client that never ends its headers', () => {
    it('gets 408 in the usual error format', async () => {
      const response = await endlessHeadersResponse

      expect([response.status, response.body.code]).to.deep.equal([408, 'REQUEST_TIMEOUT'])
      expect(response.headers['x-request-id']).to.equal(response.body.request_id)
    })
  })
})

interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The parsed body if it is a JSON object, else empty. */
  readonly body: Readonly<Record<string, unknown>>
}

function lines(...all: string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

/** Returns whether the path of a route matches a path. */
function matchesPath(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
}

function part(name: string, content: string, filename = 'configuration.json'): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n${content}\r\n`
}

function field(name: string, value: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

/** Returns a part that counts as a file because of its type. */
function bytes(name: string, content: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${content}`
}

function form(...parts: string[]): string {
  return `${parts.join('')}--b--\r\n`
}

function preflight(origin: string): Record<string, string> {
  return { Origin: origin, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'X-API-KEY' }
}

function connection(app: App): Socket {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  return socket.setEncoding('latin1').on('error', () => {}) // a reset also counts as a close
}

/** Sends raw bytes without ending the connection. Resolves to the complete response. */
async function exchange(app: App, request: string): Promise<RawResponse> {
  const socket = connection(app)
  socket.write(request, 'latin1')
  let response = ''
  for await (const text of socket) {
    response += text
    if (isComplete(response)) break
  }
  return parseResponse(response)
}

/** Sends raw bytes. Resolves to all received data when the server has closed the connection. */
async function allReceived(app: App, request: string): Promise<string> {
  const socket = connection(app)
  let response = ''
  socket.on('data', (text) => {
    response += text
  })
  socket.write(request, 'latin1')
  await closed(socket)
  return response
}

/** Sends raw bytes. Rejects if the connection is closed. */
function written(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => socket.write(text, (error) => (error ? reject(error) : resolve())))
}

/** Resolves when a connection is closed, also by a reset. */
function closed(socket: Socket): Promise<unknown> {
  return socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once('close', resolve))
}

/** Opens a connection, and resolves to it after its first response. */
async function connectionAfterResponse(app: App, request: string): Promise<Socket> {
  const socket = connection(app)
  socket.write(request)
  await once(socket, 'data')
  return socket.resume()
}

/** Sends data that is refused, and reads the response. Never ends the connection. */
async function refusedConnection(app: App, data: string): Promise<Socket> {
  const { hostname, port } = new URL(app.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.write(data)
  socket.resume()
  await once(socket, 'end')
  return socket
}

/**
 * Sends two forms, without their ends, whose files together are larger than uploads may be. Resolves to the response to
 * one of them, and to the connection of the other, with the end of its form.
 */
async function twoLargeUploads(app: App, key: string): Promise<{ refused: RawResponse; stored: Socket; end: string }> {
  const end = '\r\n--b--\r\n'
  const send = (size: number) => {
    const body = form(part('file', EMPTY_CONFIGURATION.padEnd(size)))
    const length = `Content-Length: ${Buffer.byteLength(body)}`
    const socket = connection(app)
    socket.write(lines(IMPORT, HOST, `X-API-KEY: ${key}`, `Content-Type: ${FORM}`, length) + body.slice(0, -end.length))
    return socket
  }
  // The small file is one chunk, so that exactly one of them is refused, whichever is received first.
  const sockets = [send(IMPORT_LIMIT * 0.95), send(IMPORT_LIMIT * 0.06)] as const
  const [response, stored] = await Promise.race([
    once(sockets[0], 'data').then(([data]) => [data, sockets[1]] as const),
    once(sockets[1], 'data').then(([data]) => [data, sockets[0]] as const),
  ])
  return { refused: parseResponse(String(response)), stored, end }
}

/** Sends half a body after the server has requested the body. */
async function sendHalfABody(app: App): Promise<void> {
  const head = lines(LOGIN, HOST, 'Content-Type: application/json', 'Content-Length: 100', 'Expect: 100-continue')
  const socket = await connectionAfterResponse(app, head)
  socket.write('{"username":')
}

function isComplete(response: string): boolean {
  const [head = '', body] = response.split('\r\n\r\n')
  if (body === undefined) return false
  const length = head.match(/^content-length: (\d+)/im)?.[1]
  return length === undefined
    ? /^HTTP\/1.1 204/.test(head) || response.endsWith('0\r\n\r\n')
    : body.length >= Number(length)
}

function parseResponse(response: string): RawResponse {
  const [head = '', text = ''] = response.split('\r\n\r\n')
  const [first = '', ...rest] = head.split('\r\n')
  const headers = rest.map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*: */, '')])
  const body = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), text, body }
}

async function isAlive(app: App): Promise<boolean> {
  const response = await app.get('/health/live')
  return response.status === 200
}

function dashed(name: string): string {
  return name.replaceAll(' ', '-')
}

async function* brokenText(): AsyncGenerator<string> {
  yield 'the first half'
  throw new Error(CAUSE)
}

function uploadsFolder(app: App): string {
  return join(app.database.dataDir, 'uploads')
}

function uploadsOf(app: App): Promise<string[]> {
  return readdir(uploadsFolder(app)).catch(() => [])
}

/** Returns the files of uploads that have not been deleted. */
async function leftoverUploads(app: App): Promise<string[]> {
  await until(async () => (await uploadsOf(app)).length === 0).catch(() => {}) // deleted soon after the response
  return uploadsOf(app)
}
