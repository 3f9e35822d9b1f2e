import { setTimeout as pause } from 'node:timers/promises'
import { forEachDatabase, type SignedIn, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { connectionsTo } from '../support/connections-to.js'
import { DriverHook } from '../support/driver-hook.js'
import { ManualIntervals } from '../support/manual-intervals.js'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
/** Time after which an idle connection is closed. */
const IDLE_CONNECTION_MS = 30_000

describe('the polls of a service', () => {
  forEachDatabase((database) => {
    const [hook, intervals] = [new DriverHook(), new ManualIntervals()]
    const realNow = performance.now
    let passedMs = 0
    let app: App
    let sudo: SignedIn
    before(async () => {
      hook.install()
      intervals.install()
      performance.now = () => realNow.call(performance) + passedMs
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    after(async () => {
      await app.stop()
      performance.now = realNow
      intervals.restore()
      hook.restore()
    })
    /** Lets this time pass, runs all polls, and returns the number of their statements. */
    const statementsAfter = async (timeMs: number): Promise<number> => {
      passedMs += timeMs
      hook.watch(() => undefined)
      intervals.runAll()
      let count = -1
      await until(async () => {
        const isQuiet = count === hook.statementCount
        count = hook.statementCount
        await pause(250) // longer than between two statements of a poll
        return isQuiet
      })
      return count
    }

    it('run while it is used, once an hour while it is not, and as before once it is used again', async () => {
      expect(await statementsAfter(MINUTE_MS)).to.be.above(0)
      expect(await statementsAfter(10 * MINUTE_MS)).to.equal(0)
      expect(await statementsAfter(10 * MINUTE_MS)).to.equal(0)
      expect(await statementsAfter(HOUR_MS)).to.be.above(0)
      expect(await statementsAfter(MINUTE_MS)).to.equal(0)

      expect((await sudo.get('/users/')).status).to.equal(200)

      expect(await statementsAfter(MINUTE_MS)).to.be.above(0)
    })

    if (database.name === 'PostgreSQL')
      it('keep no connection open while it is not used, so that the server can sleep', async () => {
        await sudo.get('/users/')
        await statementsAfter(MINUTE_MS) // a poll notices the use
        expect(await connectionsTo(app.database)).to.be.above(0)

        const realDateNow = Date.now
        Date.now = () => realDateNow() + IDLE_CONNECTION_MS
        await statementsAfter(10 * MINUTE_MS).finally(() => {
          Date.now = realDateNow
        })

        await until(async () => (await connectionsTo(app.database)) === 0)
        expect((await sudo.get('/users/')).status).to.equal(200)
      })
  })
})
