import { mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Sweeper } from '@plinth/kernel/tools'
import { createLogger } from 'bunyan'
import { expect } from 'chai'

const INTERVAL_MS = 600_000

describe('a sweep that takes longer than the interval', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
  afterEach(() => mock.timers.reset())

  it('ends before another one begins, and before the sweeper has stopped', async () => {
    const ends: (() => void)[] = []
    let hasStopped = false
    const sweeper = new Sweeper({
      database: { uses: 0 },
      log: createLogger({ name: 'test', streams: [] }),
      sweep: () => new Promise((resolve) => ends.push(() => resolve(0))),
    })

    sweeper.start()
    mock.timers.tick(3 * INTERVAL_MS)
    await setImmediate()
    const begun = ends.length
    const stop = sweeper.stop().then(() => {
      hasStopped = true
    })
    await setImmediate()
    const hasStoppedEarly = hasStopped
    for (const end of ends) end()
    await stop

    expect([begun, hasStoppedEarly, hasStopped, ends.length]).to.deep.equal([1, false, true, 1])
  })
})
