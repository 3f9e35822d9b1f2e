import { type ClientOptions, createClient, type PlinthApiError, type Wait } from '@plinth/client'
import { expect } from 'chai'
import nock from 'nock'
import { rejection } from './support/rejection.js'

const ORIGIN = 'http://plinth.test'
const REPORT = { message: 'Done', summary: { imported: 0, skipped: 0, errors: 0 }, results: {} }

describe('a call that gets 503 or 429', () => {
  let waits: number[]
  const wait: Wait = async (seconds) => void waits.push(seconds)
  const clientWith = (options: Partial<ClientOptions> = {}) => createClient({ url: `${ORIGIN}/api`, wait, ...options })
  const client = clientWith()
  beforeEach(() => {
    waits = []
    nock.disableNetConnect()
  })
  afterEach(() => {
    const unused = nock.pendingMocks()
    nock.cleanAll()
    nock.enableNetConnect()
    expect(unused).to.deep.equal([])
  })

  const refuse = (request: nock.Interceptor, code: string, retryAfter: string | undefined = '2', status = 503) => {
    const headers = { 'Content-Type': 'application/json', ...(retryAfter && { 'Retry-After': retryAfter }) }
    return request.reply(status, { message: 'Later.', code, request_id: 'r-1' }, headers)
  }
  const get = () => nock(ORIGIN).get('/api/roles')
  const post = (path: string) => nock(ORIGIN).post(`/api${path}`).query(true)

  it('is retried after the seconds in Retry-After', async () => {
    refuse(get(), 'DATABASE_UNAVAILABLE', '2')
    refuse(get(), 'NOT_RUNNING', '1')
    get().reply(200, [{ name: 'sudo', level: 0 }])

    expect(await client.roles()).to.deep.equal([{ name: 'sudo', level: 0 }])
    expect(waits).to.deep.equal([2, 1])
  })

  it('is retried at an HTTP date, by the server’s clock', async () => {
    const headers = { Date: 'Mon, 01 Jan 2024 00:00:00 GMT', 'Retry-After': 'Mon, 01 Jan 2024 00:00:07 GMT' }
    get().reply(503, 'busy', headers)
    get().reply(200, [])

    await client.roles()

    expect(waits).to.deep.equal([7])
  })

  it('is retried immediately if the date has passed', async () => {
    get().reply(503, 'busy', { 'Retry-After': 'Mon, 01 Jan 2024 00:00:07 GMT' })
    get().reply(200, [])

    await client.roles()

    expect(waits).to.deep.equal([0])
  })

  for (const [what, retryAfter] of [
    ['without Retry-After', undefined],
    ['with a Retry-After that is neither seconds nor a date', '-5'],
    ['if Retry-After exceeds the maximum wait', '31'],
  ] as const) {
    it(`fails at once ${what}`, async () => {
      const headers: Record<string, string> = retryAfter ? { 'Retry-After': retryAfter } : {}
      get().reply(503, { message: 'Later.', code: 'NOT_RUNNING', request_id: 'r' }, headers)

      expect(await rejection(client.roles())).to.include({ code: 'NOT_RUNNING' })
      expect(waits).to.deep.equal([])
    })
  }

  it('is sent at most four times by default', async () => {
    for (let count = 1; count <= 4; count += 1) refuse(get(), 'NOT_RUNNING')

    const error = (await rejection(client.roles())) as PlinthApiError

    expect(error).to.include({ status: 503, code: 'NOT_RUNNING', retryAfter: 2 })
    expect(waits).to.deep.equal([2, 2, 2])
  })

  it('is sent once with 0 retries', async () => {
    refuse(get(), 'NOT_RUNNING')

    await rejection(clientWith({ retries: 0 }).roles())

    expect(waits).to.deep.equal([])
  })

  it('waits in total no longer than its maximum wait', async () => {
    refuse(get(), 'NOT_RUNNING', '4')
    refuse(get(), 'NOT_RUNNING', '4')
    refuse(get(), 'NOT_RUNNING', '4')

    await rejection(clientWith({ maxWaitSeconds: 10 }).roles())

    expect(waits).to.deep.equal([4, 4])
  })

  for (const code of ['BUSY', 'NOT_RUNNING', 'TOO_MANY_PLANS']) {
    it(`is retried with its body when it is a POST refused with ${code}`, async () => {
      refuse(post('/users/change_password'), code)
      nock(ORIGIN).post('/api/users/change_password', { target_username: 'a', new_password: 'b' }).reply(200, {})

      await client.changePassword({ target_username: 'a', new_password: 'b' })

      expect(waits).to.deep.equal([2])
    })
  }

  it('is not retried when it is a POST that may have succeeded', async () => {
    refuse(post('/users/signup'), 'DATABASE_UNAVAILABLE')

    const body = { username: 'a', role_name: 'b', email: 'c', password: 'd' }
    expect(await rejection(client.signUp(body))).to.include({ code: 'DATABASE_UNAVAILABLE', retryAfter: 2 })
  })

  it('is not retried when it is a POST and a proxy sent the 503', async () => {
    post('/users/logout').reply(503, '<html>', { 'Content-Type': 'text/html', 'Retry-After': '1' })

    expect(await rejection(client.logout())).to.include({ name: 'PlinthUnexpectedResponseError', status: 503 })
  })

  it('is retried when it is idempotent', async () => {
    const put = () => nock(ORIGIN).put('/api/settings/update', { log_level: 10 })
    refuse(put(), 'DATABASE_UNAVAILABLE')
    put().reply(200, 'Settings updated', { 'Content-Type': 'text/plain' })

    await client.updateSettings({ log_level: 10 })

    expect(waits).to.deep.equal([2])
  })

  it('is retried when it changes a user, which is idempotent', async () => {
    const patch = () => nock(ORIGIN).patch('/api/users/anna', { lastname: 'Ottosson' })
    refuse(patch(), 'DATABASE_UNAVAILABLE')
    patch().reply(200, { username: 'anna' })

    await client.changeUser('anna', { lastname: 'Ottosson' })

    expect(waits).to.deep.equal([2])
  })

  it('is not retried when it is any other PATCH, which may not be idempotent', async () => {
    const untyped = clientWith() as unknown as { rest: { PATCH(path: string): Promise<unknown> } }
    refuse(nock(ORIGIN).patch('/api/pumps'), 'DATABASE_UNAVAILABLE')

    expect(await untyped.rest.PATCH('/pumps')).to.have.nested.property('response.status', 503)
    expect(waits).to.deep.equal([])
  })

  it('is retried when it deletes a user, which the first attempt may already have done', async () => {
    refuse(nock(ORIGIN).delete('/api/users/anna'), 'DATABASE_UNAVAILABLE')
    const gone = { message: 'Gone.', code: 'USER_NOT_FOUND', request_id: 'r-2' }
    nock(ORIGIN).delete('/api/users/anna').reply(404, gone)

    expect(await rejection(client.deleteUser('anna'))).to.include({ code: 'USER_NOT_FOUND' })
    expect(waits).to.deep.equal([2])
  })

  it('is retried when it requests an export while two are running', async () => {
    const getExport = () => nock(ORIGIN).get('/api/settings/export_config')
    refuse(getExport(), 'TOO_MANY_EXPORTS', '5')
    getExport().reply(200, '{}', { 'Content-Type': 'application/json' })

    const { stream } = await client.exportConfiguration()

    expect(await new Response(stream).text()).to.equal('{}')
    expect(waits).to.deep.equal([5])
  })

  it('is retried after 429 only if that is enabled', async () => {
    refuse(post('/users/login'), 'RATE_LIMITED', '9', 429)
    await rejection(client.login({ username: 'a', password: 'b' }))
    expect(waits).to.deep.equal([])

    refuse(post('/users/login'), 'RATE_LIMITED', '9', 429)
    post('/users/login').reply(200, { apiKey: 'k' })
    await clientWith({ retryRateLimited: true }).login({ username: 'a', password: 'b' })
    expect(waits).to.deep.equal([9])

    refuse(post('/users/logout'), 'TOO_MANY_REQUESTS', '3', 429)
    post('/users/logout').reply(200, {})
    await clientWith({ retryRateLimited: true }).logout()
    expect(waits).to.deep.equal([9, 3])
  })

  it('is not retried when it requests health', async () => {
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '2' }
    nock(ORIGIN).get('/api/health/ready').reply(503, { ready: false }, headers)

    expect(await client.health()).to.deep.equal({ ready: false })
    expect(waits).to.deep.equal([])
  })

  const sources: [string, () => Parameters<typeof client.importConfiguration>[0], canRepeat: boolean][] = [
    ['a string', () => '{"data":{}}', true],
    ['bytes', () => new TextEncoder().encode('{"data":{}}'), true],
    ['a blob', () => new Blob(['{"data":{}}']), true],
    ['a function that returns a stream', () => () => new Blob(['{"data":{}}']).stream(), true],
    ['a stream', () => new Blob(['{"data":{}}']).stream(), false],
    ['an iterable', () => chunks('{"data":', '{}}'), false],
  ]
  for (const [what, source, canRepeat] of sources) {
    it(`and sends ${what} is ${canRepeat ? 'retried with the whole body' : 'not retried, because its body is consumed'}`, async () => {
      refuse(post('/settings/import_config'), 'TOO_MANY_IMPORTS', '5')
      const importing = () => client.importConfiguration(source())
      if (!canRepeat) {
        expect(await rejection(importing())).to.include({ code: 'TOO_MANY_IMPORTS', retryAfter: 5 })
        return
      }
      nock(ORIGIN)
        .post('/api/settings/import_config', /\r\n\r\n\{"data":\{\}\}\r\n--/)
        .query(true)
        .reply(200, REPORT)

      expect(await importing()).to.deep.equal(REPORT)
      expect(waits).to.deep.equal([5])
    })
  }

  it('stops waiting when its signal is aborted', async () => {
    refuse(get(), 'NOT_RUNNING', '20')
    const stop = new AbortController()
    const reason = new Error('no longer wanted')
    const realClient = createClient({ url: `${ORIGIN}/api` })

    const calling = rejection(realClient.roles({ signal: stop.signal }))
    await new Promise<void>((resolve) => whenTimerIsSet(20_000, resolve))
    stop.abort(reason)

    expect(await calling).to.equal(reason)
  })

  it('is not sent when its signal is already aborted', async () => {
    const reason = new Error('never wanted')
    const signal = AbortSignal.abort(reason)

    expect(await rejection(client.roles({ signal }))).to.equal(reason)
    expect(await rejection(client.importConfiguration('{}', { signal }))).to.equal(reason)
  })
})

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text)
}

/** Calls back once a timer with this delay is set. */
function whenTimerIsSet(ms: number, callback: () => void): void {
  const original = globalThis.setTimeout
  const watching = (handler: () => void, delay?: number) => {
    if (delay === ms) {
      globalThis.setTimeout = original
      queueMicrotask(callback)
    }
    return original(handler, delay)
  }
  globalThis.setTimeout = watching as typeof globalThis.setTimeout
}
