import { STATUS_CODES } from 'node:http'
import { TestClient, type TestResponse } from '@plinth/testing'
import { expect } from 'chai'
import { RunningExample } from './support/running-example.js'

const MESSAGES: Readonly<Record<string, string>> = {
  TOKEN_INVALID: 'Token is missing or invalid',
  ROLE_INSUFFICIENT: 'This is not allowed for your role, or not for a third-party token.',
}

const CHALLENGE = 'Bearer realm="Plinth"'

/** For each host, the error body of a guarded route without its message: Plinth's own or that of the framework. */
const HOSTS: readonly { file: string; refusal: (code: string, status: number) => unknown }[] = [
  { file: 'node-http.ts', refusal: (code) => ({ code, request_id: 'its id' }) },
  { file: 'express.ts', refusal: (code) => ({ code, request_id: 'its id' }) },
  { file: 'fastify.ts', refusal: (code, statusCode) => ({ code, statusCode, error: STATUS_CODES[statusCode] }) },
  { file: 'koa.ts', refusal: () => 'only the message' },
  { file: 'hono.ts', refusal: (code) => ({ code }) },
  { file: 'nest.ts', refusal: (code) => ({ code }) },
]

describe('the example', function () {
  this.timeout(60_000)

  let example: RunningExample
  afterEach(() => example.clear())

  for (const { file, refusal } of HOSTS) {
    it(`${file} serves the REST API and a guarded route of its own, and exits by itself after SIGTERM`, async () => {
      example = await RunningExample.start(file)
      const own = new TestClient(await example.url())
      const login = await own.post('/api/users/login', { username: 'sudo', password: example.password })
      const sudo = own.withKey(login.body.apiKey)
      const otto = { username: 'otto', email: 'otto@plant.test', password: 'otto-has-a-cat', role_name: 'operator' }
      await own.post('/api/users/signup', otto)
      const { apiKey } = (await own.post('/api/users/login', { username: 'otto', password: otto.password })).body

      const guarded = await Promise.all([
        own.get('/machines'),
        own.withKey('unknown').get('/machines'),
        own.withKey(apiKey).get('/machines'),
        sudo.get('/machines'),
      ])
      const unknown = await own.get('/elsewhere')
      const code = await example.end('SIGTERM')

      expect(guarded.map(({ status }) => status)).to.deep.equal([401, 401, 403, 200])
      for (const [index, code] of ['TOKEN_INVALID', 'TOKEN_INVALID', 'ROLE_INSUFFICIENT'].entries()) {
        const { status, body } = guarded[index] as TestResponse
        const { message, ...rest } = typeof body === 'string' ? { message: body } : body
        expect(message).to.equal(MESSAGES[code])
        const expected = refusal(code, status)
        expect(typeof body === 'string' ? 'only the message' : withoutId(rest)).to.deep.equal(expected)
      }
      const challenges = guarded.map(({ headers }) => headers['www-authenticate'])
      expect(challenges).to.deep.equal([CHALLENGE, CHALLENGE, undefined, undefined])
      expect(guarded[3]?.body).to.deep.equal({ machines: ['press', 'oven'], for: 'sudo' })
      expect([unknown.status, unknown.headers['x-request-id']]).to.deep.equal([404, undefined])
      expect([code, example.stderr]).to.deep.equal([0, ''])
    })
  }

  it('express.ts responds to an error of authenticate with its status, code and message', async () => {
    example = await RunningExample.start('express.ts')
    const own = new TestClient(await example.url())
    const login = await own.post('/api/users/login', { username: 'sudo', password: example.password })

    const [refused, known] = await Promise.all([own.get('/me'), own.withKey(login.body.apiKey).get('/me')])

    expect([refused.status, refused.body]).to.deep.equal([
      401,
      { code: 'TOKEN_INVALID', message: MESSAGES.TOKEN_INVALID },
    ])
    expect([known.status, known.body]).to.deep.equal([200, { username: 'sudo' }])
  })

  it('script.ts uses services without HTTP, and exits by itself', async () => {
    example = await RunningExample.start('script.ts')

    const code = await example.end()

    expect([code, example.stderr]).to.deep.equal([0, ''])
    const afterPassword = example.stdout.split(/^-+\n/m).at(-1) ?? ''
    expect(afterPassword.split('\n')).to.deep.equal([
      '0 sudo',
      '1 admin',
      '2 supervisor',
      '10 operator',
      '100 auditor',
      '256 guest',
      'sudo is a sudo',
      '',
    ])
  })
})

function withoutId(body: object): object {
  return 'request_id' in body ? { ...body, request_id: 'its id' } : body
}
