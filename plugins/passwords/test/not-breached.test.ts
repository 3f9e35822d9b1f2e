import { createHash } from 'node:crypto'
import type { Logger } from '@plinth/kernel'
import { expect } from 'chai'
import nock from 'nock'
import { notBreached } from '../src/not-breached.js'

const PASSWORD = 'purple tractor 41'
const DIGEST = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase()
const [PREFIX, SUFFIX] = [DIGEST.slice(0, 5), DIGEST.slice(5)]
const OTHER_SUFFIX = '0018A45C4D1DEF81644B54AB7F969B88D65'
const OWNER = { username: 'maria', email: 'maria@plant.test' }
const TIMEOUT_MS = 200
const HOST = 'https://api.pwnedpasswords.com'

describe('the breach check', () => {
  let warnings: string[]
  beforeEach(() => {
    warnings = []
    nock.disableNetConnect()
  })
  afterEach(() => {
    nock.cleanAll()
    nock.enableNetConnect()
  })

  const log = { warn: (...line: unknown[]) => void warnings.push(JSON.stringify(line)) } as unknown as Logger
  const check = () => notBreached({ log, timeoutMs: TIMEOUT_MS }).objection(PASSWORD, OWNER)
  const service = () => nock(HOST).get(`/range/${PREFIX}`).query(true)

  for (const [count, isRefused] of [
    [3_861_493, true],
    [1, true],
    [0, false], // a line of padding
  ] as const) {
    it(`${isRefused ? 'refuses' : 'accepts'} a password seen ${count} times`, async () => {
      service().reply(200, `${OTHER_SUFFIX}:7\r\n${SUFFIX}:${count}`)

      expect((await check()) !== undefined).to.equal(isRefused)
      expect(warnings).to.deep.equal([])
    })
  }

  it('accepts a password that the response does not list', async () => {
    service().reply(200, `${OTHER_SUFFIX}:7`)

    expect(await check()).to.equal(undefined)
    expect(warnings).to.deep.equal([])
  })

  it('sends only five characters of the digest and a request for padding', async () => {
    const requests: { uri: string; headers: Record<string, string>; body: unknown }[] = []
    service().reply(200, function (uri, body) {
      requests.push({ uri, headers: this.req.headers, body })
      return `${OTHER_SUFFIX}:7`
    })

    await check()

    expect(requests).to.have.length(1)
    expect(requests[0]?.uri).to.match(/^\/range\/[0-9A-F]{5}$/)
    expect(JSON.stringify(requests).toUpperCase())
      .to.not.include(SUFFIX.slice(0, 4))
      .and.not.include('TRACTOR')
      .and.not.include('MARIA')
    expect(new Headers(requests[0]?.headers).get('add-padding')).to.equal('true')
  })

  for (const [what, fail] of Object.entries({
    'a refused connection': () => service().replyWithError(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })),
    'a server error': () => service().reply(503, 'down'),
    'too many requests': () => service().reply(429, ''),
    'a bad request': () => service().reply(400, 'The hash prefix was not in a valid format'),
    'a page of a proxy': () => service().reply(200, '<html>Log in first</html>'),
    'an empty response': () => service().reply(200, ''),
    'a redirect': () => {
      nock(HOST).get('/elsewhere').reply(200, `${SUFFIX}:9`)
      service().reply(302, '', { Location: `${HOST}/elsewhere` })
    },
    'a response that does not begin': () =>
      service()
        .delayConnection(20 * TIMEOUT_MS)
        .reply(200, `${SUFFIX}:9`),
    'a response that does not end': () =>
      service()
        .delay({ head: 0, body: 20 * TIMEOUT_MS })
        .reply(200, `${SUFFIX}:9`),
  })) {
    it(`accepts a password after ${what}, and logs that in one line without a secret`, async () => {
      fail()
      const startedAt = Date.now()

      expect(await check()).to.equal(undefined)

      expect(Date.now() - startedAt).to.be.below(10 * TIMEOUT_MS)
      expect(warnings).to.have.length(1)
      expect(warnings[0]).to.include('data breaches')
      for (const secret of [PASSWORD, DIGEST, PREFIX, SUFFIX, OWNER.username])
        expect(warnings[0]?.toUpperCase()).to.not.include(secret.toUpperCase())
    })
  }
})
