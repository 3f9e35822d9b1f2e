import { createStandardKernel } from '@plinth/service'
import { startTestApp } from '@plinth/testing'
import { expect } from 'chai'

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
})
