import { createKernel, definePlugin, defineRoute } from '@plinth/kernel'
import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, startTestApp } from '@plinth/testing'
import { expect } from 'chai'
import { object } from 'yup'

/** A plugin whose route writes in the transaction of another write, or begins a write inside it. */
const nesting = definePlugin()({
  name: 'nesting',
  routes: ({ database }) =>
    (['/nested', '/flat'] as const).map((path) =>
      defineRoute({
        method: 'POST',
        path,
        summary: path,
        access: 'public',
        responses: { 200: object({}) },
        handle: () =>
          database.write(async (transaction) => {
            if (path === '/nested') await database.write((inner) => inner.raw('SELECT 1'))
            else await transaction.raw('SELECT 1')
            return { status: 200, body: {} }
          }),
      }),
    ),
})

describe('startTestApp', () => {
  it('says which database to pass if there is none', async () => {
    const options = { kernel: createStandardKernel } as unknown as Parameters<typeof startTestApp>[0]

    const error = await startTestApp(options).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )

    expect(error).to.be.instanceOf(TypeError)
    expect(String(error)).to.include('forEachDatabase()')
  })

  forEachDatabase((database) => {
    it('makes a write that is begun inside another one fail at once', async () => {
      const app = await startTestApp({ database, kernel: (options) => createKernel(options).use(nesting) })
      try {
        const error = await app.post('/nested').then(
          () => undefined,
          (thrown: unknown) => thrown,
        )

        expect(String(error)).to.include('A write was begun inside another write')
        expect((await app.post('/flat')).status).to.equal(200)
      } finally {
        await app.stop()
      }
    })
  })
})
