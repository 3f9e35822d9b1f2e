import { type AnyRoute, definePlugin, defineRoute, Reply } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import { startTestApp, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { array, number, object, string } from 'yup'

/** What a handler answers is judged the same on both databases. */
const [database] = testDatabases as [(typeof testDatabases)[number]]

const SECRET = 'zebra'

/** Handlers that answer against `{ heat: number }` as the body of a 200, and what is said of each. */
const WRONG: readonly [what: string, handle: () => unknown, fault: RegExp][] = [
  ['returns nothing', () => undefined, /^GET \/ovens returned nothing\. A handler must return a body or a Reply\.$/],
  ['forgets a field', () => ({}), /answered 200 .*must have required property 'heat'/],
  ['answers a field of another type', () => ({ heat: SECRET }), /answered 200 .*\/heat must be number/],
  ['answers a field too many', () => ({ heat: 1, [SECRET]: SECRET }), /must NOT have additional properties/],
  ['answers null', () => null, /the body must be object/],
  ['answers a list', () => [{ heat: 1 }], /the body must be object/],
  ['answers a text', () => Reply.text(SECRET), /the body must be object/],
  ['answers nothing as JSON', () => Reply.json(undefined), /the body must be object/],
  ['answers a status that is not declared', () => Reply.json({ heat: 1 }, { status: 201 }), /answered 201, which/],
  [
    'throws',
    () => {
      throw new Error(SECRET)
    },
    /^zebra$/,
  ],
]

describe('what a handler answers', () => {
  describe('in production', () => {
    for (const [what, handle, fault] of WRONG) {
      it(`is a bare 500 when it ${what}, and the log names the route`, async () => {
        const app = await startOvens(handle, 'answered')

        const answer = await app.get('/ovens')

        await app.stop()
        const line = app.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request failed')
        expect([answer.status, answer.body.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
        expect(answer.text + app.logLines.join()).not.to.include(SECRET)
        if (what !== 'throws') expect(line.fault).to.match(fault)
        else expect(line.err).to.include({ name: 'Error' })
      })
    }
  })

  describe('in a test', () => {
    for (const [what, handle, fault] of WRONG) {
      it(`is thrown with its cause when it ${what}`, async () => {
        const app = await startOvens(handle, 'thrown')

        const error = await app.get('/ovens').catch((thrown) => thrown)

        await app.stop()
        expect(error.message).to.match(/^GET \/ovens → 500: /)
        expect(error.message.replace('GET /ovens → 500: ', '')).to.match(fault)
        expect(error.cause).to.be.instanceOf(Error)
      })
    }
  })

  it('may be anything of which JSON makes what is declared', async () => {
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

    const answer = await app.get('/ovens')

    await app.stop()
    expect(answer.body).to.deep.equal({ at: at.toISOString(), notes: [] })
  })

  it('reaches an error tracker whole, whatever the tracker does with it', async () => {
    const reported: unknown[] = []
    const app = await startTestApp({
      database,
      faults: 'answered',
      kernel: (options) =>
        createStandardKernel({
          ...options,
          reportFault: (error, request) => {
            reported.push([(error as Error).message, request.method, request.route])
            throw new Error('the tracker is away')
          },
        }).use(
          ovens(() => {
            throw new Error(SECRET)
          }),
        ),
    })

    const answer = await app.get('/ovens')

    await app.stop()
    expect(answer.status).to.equal(500)
    expect(reported).to.deep.equal([[SECRET, 'GET', '/ovens']])
  })
})

function ovens(handle: () => unknown) {
  const route: AnyRoute = {
    method: 'GET',
    path: '/ovens',
    summary: 'Ovens',
    access: 'public',
    responses: { 200: object({ heat: number().required() }) },
    handle,
  }
  return definePlugin()({ name: 'ovens', routes: () => [defineRoute(route)] })
}

const startOvens = (handle: () => unknown, faults: 'thrown' | 'answered') =>
  startTestApp({ database, faults, kernel: (options) => createStandardKernel(options).use(ovens(handle)) })

const startWith = (route: AnyRoute) =>
  startTestApp({
    database,
    kernel: (options) => createStandardKernel(options).use(definePlugin()({ name: 'ovens', routes: () => [route] })),
  })
