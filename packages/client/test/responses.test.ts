import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { createClient, PlinthApiError, PlinthNetworkError, PlinthUnexpectedResponseError } from '@plinth/client'
import { expect } from 'chai'
import nock from 'nock'
import { rejection } from './support/rejection.js'

const ORIGIN = 'http://plinth.test'
const KEY = 'a-key-that-nobody-may-see'
const PASSWORD = 'a password that nobody may see'
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-Id': 'r-1' }
const HTML = { 'Content-Type': 'text/html' }

describe('a response', () => {
  const client = createClient({ url: `${ORIGIN}/api`, key: KEY, retries: 0 })
  const service = () => nock(ORIGIN).matchHeader('X-API-KEY', KEY)
  beforeEach(() => nock.disableNetConnect())
  afterEach(() => {
    nock.cleanAll()
    nock.enableNetConnect()
  })

  it('with an error of Plinth is a PlinthApiError with all details', async () => {
    const errors = [{ field: 'email', message: 'must be an e-mail address' }]
    const problem = { message: 'Not valid.', code: 'INVALID_BODY', request_id: 'r-1', errors }
    service().post('/api/users/signup').reply(400, problem, JSON_TYPE)

    const error = await rejection(client.signUp({ username: 'a', role_name: 'b', email: 'c', password: PASSWORD }))

    expect(error).to.be.instanceOf(PlinthApiError)
    expect(error).to.deep.include({ status: 400, code: 'INVALID_BODY', message: 'Not valid.', requestId: 'r-1' })
    expect(error).to.deep.include({ fields: errors, retryAfter: undefined })
  })

  it('with Retry-After is an error with that number of seconds', async () => {
    const problem = { message: 'Later.', code: 'RATE_LIMITED', request_id: 'r-1' }
    service()
      .post('/api/users/login')
      .reply(429, problem, { ...JSON_TYPE, 'Retry-After': '17' })

    const error = await rejection(client.login({ username: 'a', password: PASSWORD }))

    expect(error).to.include({ status: 429, retryAfter: 17 })
  })

  it('with a plain-text error of the settings routes is also a PlinthApiError', async () => {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Request-Id': 'r-2' }
    service().put('/api/settings/logger_period').reply(400, 'Logger period must be >= 1.0', headers)

    const error = await rejection(client.setLoggerPeriod(0))

    expect(error).to.be.instanceOf(PlinthApiError)
    expect(error).to.include({ code: 'SETTINGS_REFUSED', message: 'Logger period must be >= 1.0', requestId: 'r-2' })
  })

  for (const [what, status, body, headers] of [
    ['an error page of a proxy', 502, '<html>Bad gateway</html>', HTML],
    ['a page of a proxy with status 200', 200, '<html>Log in first</html>', HTML],
    ['plain text of a proxy', 400, 'no healthy upstream', { 'Content-Type': 'text/plain' }],
    ['JSON of another service', 404, '{"error":"not found"}', JSON_TYPE],
    ['JSON that is cut short', 200, `[{"name":"${KEY}`, JSON_TYPE],
    ['an empty body', 200, '', JSON_TYPE],
  ] as const) {
    it(`that is ${what} is a PlinthUnexpectedResponseError`, async () => {
      service().get('/api/roles').reply(status, body, headers)

      const error = await rejection(client.roles())

      expect(error).to.be.instanceOf(PlinthUnexpectedResponseError)
      expect(error).to.include({ status, contentType: headers['Content-Type'] })
      expect(inspect(error, { depth: 9 }))
        .not.to.include('html>')
        .and.not.to.include(KEY)
    })
  }

  it('that is an HTML page is not taken for the confirmation of a change', async () => {
    service().put('/api/settings/update').reply(200, '<html>Log in first</html>', HTML)

    expect(await rejection(client.updateSettings({ log_level: 20 }))).to.be.instanceOf(PlinthUnexpectedResponseError)
  })

  it('that is an HTML page is not taken for an export', async () => {
    service().get('/api/settings/export_config').reply(200, '<html>Log in first</html>', HTML)

    expect(await rejection(client.exportConfiguration())).to.be.instanceOf(PlinthUnexpectedResponseError)
  })

  it('that is an HTML page is not taken for the report of an import', async () => {
    service().post('/api/settings/import_config').query(true).reply(200, '<html>Log in first</html>', HTML)

    expect(await rejection(client.importConfiguration('{}'))).to.be.instanceOf(PlinthUnexpectedResponseError)
  })

  for (const status of [200, 503]) {
    it(`that is null with status ${status} is not taken for a health report`, async () => {
      service().get('/api/health/ready').reply(status, 'null', JSON_TYPE)

      expect(await rejection(client.health()))
        .to.be.instanceOf(PlinthUnexpectedResponseError)
        .and.include({ status })
    })
  }

  for (const body of ['null', '{}', '"anna"']) {
    it(`that is ${body} is not taken for a list of users`, async () => {
      service().get('/api/users').reply(200, body, JSON_TYPE)

      expect(await rejection(client.users())).to.be.instanceOf(PlinthUnexpectedResponseError)
    })

    it(`that is ${body} is not taken for a number of ended sessions`, async () => {
      service().delete('/api/users/anna/sessions').reply(200, body, JSON_TYPE)

      expect(await rejection(client.endSessions('anna'))).to.be.instanceOf(PlinthUnexpectedResponseError)
    })
  }

  for (const body of [null, {}, { apiKey: '' }, { apiKey: 7 }, { apiKey: 'a\nkey' }]) {
    it(`that is ${JSON.stringify(body)} is not taken for a login, and the client retains its key`, async () => {
      service().post('/api/users/login').reply(200, JSON.stringify(body), JSON_TYPE)
      const keyed = client.withKey(KEY)

      expect(await rejection(keyed.login({ username: 'a', password: PASSWORD }))).to.be.instanceOf(
        PlinthUnexpectedResponseError,
      )
      expect(keyed.key).to.equal(KEY)
    })
  }

  it('that is a redirect is rejected, and the key is sent nowhere else', async () => {
    const elsewhere = nock('http://elsewhere.test').get('/api/roles').reply(200, [], JSON_TYPE)
    service().get('/api/roles').reply(302, '', { Location: 'http://elsewhere.test/api/roles' })

    expect(await rejection(client.roles()))
      .to.be.instanceOf(PlinthUnexpectedResponseError)
      .and.include({ status: 302 })
    expect(elsewhere.isDone()).to.equal(false)
  })

  it('that never arrives is a PlinthNetworkError with its cause', async () => {
    nock.enableNetConnect()
    const unused = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => unused.once('listening', resolve))
    const { port } = unused.address() as AddressInfo
    await new Promise((resolve) => unused.close(resolve))
    const unreachable = createClient({ url: `http://127.0.0.1:${port}/api`, key: KEY })

    const error = await rejection(unreachable.login({ username: 'a', password: PASSWORD }))

    expect(error).to.be.instanceOf(PlinthNetworkError)
    expect(error.message).to.match(/^POST \/api\/users\/login: .*\(ECONNREFUSED\)\.$/)
    expect(error.cause).to.be.instanceOf(Error)
    expect(inspect(error, { depth: 9 }))
      .not.to.include(KEY)
      .and.not.to.include(PASSWORD)
  })
})

describe('a client', () => {
  for (const [what, options, secret] of [
    ['a key that no header can carry', { url: ORIGIN, key: 'secret\nkey' }, 'secret'],
    ['a url with a password', { url: 'http://anna:secret@plant.test' }, 'secret'],
    ['a url with a query', { url: 'http://plant.test/api?token=secret' }, 'secret'],
    ['a malformed url', { url: 'http://[secret' }, 'secret'],
  ] as const) {
    it(`rejects ${what} without repeating it`, () => {
      const make = () => createClient(options)

      expect(make).to.throw(TypeError).with.property('message').that.does.not.include(secret)
    })
  }

  for (const [what, options, message] of [
    ['a missing url', {}, /^The url must be a string/],
    ['a url that is not a string', { url: 7 }, /^The url must be a string/],
    ['a url that is not one', { url: 'http://plant:port' }, /^The url is not a URL/],
    ['a relative url outside a browser page', { url: '/api' }, /^Outside a browser page the url must be absolute/],
    ['an empty key', { url: ORIGIN, key: '' }, /^The key is empty/],
  ] as const) {
    it(`rejects ${what} when it is created`, () => {
      expect(() => createClient(options as { url: string })).to.throw(TypeError, message)
    })
  }

  it('accepts a URL with a trailing slash', async () => {
    nock(ORIGIN).get('/api/roles').reply(200, [], JSON_TYPE)

    expect(await createClient({ url: `${ORIGIN}/api//` }).roles()).to.deep.equal([])
  })
})
