import { Readable } from 'node:stream'
import { type AnyRoute, definePlugin, defineRoute, plainText, Reply, streamed } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import { startTestApp, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { type AnySchema, array, number, object, string, tuple } from 'yup'

/** Responses are validated the same way on both databases. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

const SECRET = 'zebra'
const OVENS = { method: 'GET', path: '/ovens', summary: 'Ovens', access: 'public' } as const

/** Handlers whose result is not a 200 with the body `{ heat: number }`, with the expected message. */
const INVALID: readonly [what: string, handle: () => unknown, fault: RegExp][] = [
  ['returns nothing', () => undefined, /^GET \/ovens returned nothing\. A handler must return a body or a Reply\.$/],
  ['omits a field', () => ({}), /returned 200 .*must have required property 'heat'/],
  ['returns a field of another type', () => ({ heat: SECRET }), /returned 200 .*\/heat must be number/],
  ['returns an undeclared field', () => ({ heat: 1, [SECRET]: SECRET }), /must NOT have additional properties/],
  ['returns null', () => null, /the body must be object/],
  ['returns an array', () => [{ heat: 1 }], /the body must be object/],
  ['returns plain text', () => Reply.text(SECRET), /it is not sent as JSON/],
  ['returns undefined as JSON', () => Reply.json(undefined), /the body must be object/],
  ['returns an undeclared status', () => Reply.json({ heat: 1 }, { status: 201 }), /returned 201, which/],
  [
    'throws',
    () => {
      throw new Error(SECRET)
    },
    /^zebra$/,
  ],
]

/** Schemas that yup and JSON Schema express differently, with a response that yup accepts. */
const VALID: readonly [what: string, shape: AnySchema, response: unknown][] = [
  ['a string for a case-insensitive pattern', object({ name: string().matches(/^[a-z]+$/i) }), { name: 'ABC' }],
  [
    'a string for a pattern that is invalid in Unicode mode',
    object({ name: string().matches(/^[\w-.]+$/) }),
    { name: 'a-b' },
  ],
  ['null for a nullable enumeration', object({ mood: string().oneOf(['good']).nullable() }), { mood: null }],
  ['a tuple', object({ at: tuple([number().required(), string().required()]) }), { at: [1, 'm'] }],
  ['an object with undeclared fields if those are allowed', object({ a: number() }).noUnknown(false), { a: 1, b: 2 }],
  ['null for a nullable object', object({ a: number() }).nullable(), null],
]

/** Responses that are valid until JSON serializes them. */
const DECEPTIVE: readonly [what: string, response: unknown][] = [
  ['NaN', { heat: Number.NaN }],
  [
    'an object whose field is a getter of its class',
    new (class {
      get heat() {
        return 1
      }
    })(),
  ],
  ['a Map', new Map([['heat', 1]])],
]

describe('the response of a handler', () => {
  for (const [what, shape, response] of VALID) {
    it(`may be ${what}`, async () => {
      const app = await startWith({ ...OVENS, responses: { 200: shape }, handle: () => response })

      const { status, body } = await app.get('/ovens')

      await app.stop()
      expect([status, body]).to.deep.equal([200, response])
    })
  }

  for (const [what, response] of DECEPTIVE) {
    it(`may not be ${what}, which JSON serializes to something else`, async () => {
      const app = await startOvens(() => response, 'answered')

      const { status } = await app.get('/ovens')

      await app.stop()
      expect(status).to.equal(500)
    })
  }

  for (const [what, shape, response] of [
    ['JSON where plain text is declared', plainText('fine'), 'fine'],
    ['plain text other than the declared one', plainText('fine'), Reply.text('bad')],
    ['an object where a stream is declared', streamed('text/csv'), { a: 1 }],
    [
      'a stream with another content type',
      streamed('text/csv'),
      Reply.stream(Readable.from('a'), { 'Content-Type': 'text/html' }),
    ],
  ] as const) {
    it(`may not be ${what}`, async () => {
      const app = await startWith({ ...OVENS, responses: { 200: shape }, handle: () => response }, 'answered')

      const { status } = await app.get('/ovens')

      await app.stop()
      expect(status).to.equal(500)
      if (response instanceof Reply && response.body instanceof Readable) expect(response.body.destroyed).to.equal(true)
    })
  }

  it('must say the content type of a stream, and the fault says how', async () => {
    const response = () => Reply.stream(Readable.from('a'), { 'Content-Disposition': 'attachment' })
    const app = await startWith({ ...OVENS, responses: { 200: streamed('text/csv') }, handle: response })

    const error = await app.get('/ovens').catch((thrown) => thrown)

    await app.stop()
    expect(error.message).to.match(/it is not sent as text\/csv\. Add the header Content-Type to the Reply\.$/)
  })

  it('makes the test client throw the cause when its stream breaks midway', async () => {
    const response = () => Reply.stream(Readable.from(brokenRows()), { 'Content-Type': 'text/csv' })
    const app = await startWith({ ...OVENS, responses: { 200: streamed('text/csv') }, handle: response })

    const error = await app.get('/ovens').catch((thrown) => thrown)

    await app.stop()
    expect(error.message).to.equal('the paper has run out')
  })

  it('is aborted, without affecting others, when its stream yields neither strings nor bytes', async () => {
    const response = () => Reply.stream(Readable.from([{ a: 1 }]), { 'content-type': 'text/csv' })
    const app = await startWith({ ...OVENS, responses: { 200: streamed('text/csv') }, handle: response }, 'answered')

    const error = await app.get('/ovens').catch((thrown) => thrown)
    const { status } = await app.get('/health/live')

    await app.stop()
    expect(error.code).to.be.oneOf(['ECONNRESET', 'UND_ERR_SOCKET'])
    expect(status).to.equal(200)
    const line = app.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request failed')
    expect(line.fault).to.match(/produced a chunk that is neither a string nor bytes/)
  })

  describe('in production', () => {
    for (const [what, handle, fault] of INVALID) {
      it(`is a bare 500 when the handler ${what}, and the log names the route`, async () => {
        const app = await startOvens(handle, 'answered')

        const response = await app.get('/ovens')

        await app.stop()
        const line = app.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request failed')
        expect([response.status, response.body.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
        expect(response.text + app.logLines.join()).not.to.include(SECRET)
        if (what !== 'throws') expect(line.fault).to.match(fault)
        else expect(line.err).to.include({ name: 'Error' })
      })
    }
  })

  describe('in a test', () => {
    for (const [what, handle, fault] of INVALID) {
      it(`makes the test client throw the cause when the handler ${what}`, async () => {
        const app = await startOvens(handle, 'thrown')

        const error = await app.get('/ovens').catch((thrown) => thrown)

        await app.stop()
        expect(error.message).to.match(/^GET \/ovens → 500: /)
        expect(error.message.replace('GET /ovens → 500: ', '')).to.match(fault)
        expect(error.cause).to.be.instanceOf(Error)
      })
    }
  })

  it('may be anything that JSON serializes to the declared shape', async () => {
    const at = new Date('2026-11-20T13:22:16.880Z')
    const shape = object({ at: string().required(), notes: array(string().defined()).required(), text: string() })
    const route: AnyRoute = {
      method: 'GET',
      path: '/ovens',
      summary: 'Ovens',
      access: 'public',
      responses: { 200: shape },
      handle: () => ({ at, notes: [], text: undefined, undeclared: undefined }),
    }
    const app = await startWith(route)

    const response = await app.get('/ovens')

    await app.stop()
    expect(response.body).to.deep.equal({ at: at.toISOString(), notes: [] })
  })

  it('is sent after the error of its handler was reported in full, even if the error tracker throws', async () => {
    const reported: unknown[] = []
    const app = await startTestApp({
      database,
      faults: 'answered',
      kernel: (options) =>
        createStandardKernel({
          ...options,
          reportFault: (error, request) => {
            reported.push([(error as Error).message, request.method, request.route])
            throw new Error('the tracker is unavailable')
          },
        }).use(
          ovensPlugin(() => {
            throw new Error(SECRET)
          }),
        ),
    })

    const response = await app.get('/ovens')

    await app.stop()
    expect(response.status).to.equal(500)
    expect(reported).to.deep.equal([[SECRET, 'GET', '/ovens']])
  })
})

async function* brokenRows() {
  yield 'a,b'
  throw new Error('the paper has run out')
}

function ovensPlugin(handle: () => unknown) {
  const route: AnyRoute = { ...OVENS, responses: { 200: object({ heat: number().required() }) }, handle }
  return definePlugin()({ name: 'ovens', routes: () => [defineRoute(route)] })
}

const startOvens = (handle: () => unknown, faults: 'thrown' | 'answered') =>
  startTestApp({ database, faults, kernel: (options) => createStandardKernel(options).use(ovensPlugin(handle)) })

const startWith = (route: AnyRoute, faults: 'thrown' | 'answered' = 'thrown') =>
  startTestApp({
    database,
    faults,
    kernel: (options) => createStandardKernel(options).use(definePlugin()({ name: 'ovens', routes: () => [route] })),
  })
