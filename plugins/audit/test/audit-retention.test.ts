import type { Knex } from '@plinth/kernel'
import { forEachDatabase, ManualClock, TEST_PASSWORD, type TempDatabase, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { ManualIntervals, SEALING_INTERVAL_MS, SWEEP_INTERVAL_MS } from '../../../test/support/manual-intervals.js'

const DAY_S = 86_400
const RETENTION_DAYS = 100
/** Events that the first start on a database records. */
const EVENTS_AT_START = 1
const EVENTS = 'plinth_audit_events'
/** More events than a sweep deletes in one batch. */
const MORE_THAN_A_BATCH = 60

describe('the retention of the audit trail', function () {
  this.timeout(60_000)

  forEachDatabase((database) => {
    let clock: ManualClock
    let app: App
    let intervals: ManualIntervals
    beforeEach(() => {
      clock = new ManualClock()
    })
    afterEach(async () => {
      await app.stopAndKeepDatabase()
      await app.database.drop()
    })

    const start = async (days = RETENTION_DAYS, existingDatabase?: TempDatabase) => {
      intervals = new ManualIntervals()
      intervals.install()
      const settings = { auditRetention: days * DAY_S, rateLimit: 1_000 }
      app = await startApp({ database, clock, settings, ...(existingDatabase && { on: existingDatabase }) })
      intervals.restore()
    }
    const moveClockBy = (days: number) => clock.advance(days * DAY_S)
    const addEvent = () => app.logIn('sudo', TEST_PASSWORD)
    const addEvents = async (count: number) => {
      for (let added = 0; added < count; added += 1) await addEvent()
    }
    /** Advances the clock by a number of days, with an event every `interval` days, the last one now. */
    const passDays = async (days: number, interval = 30) => {
      for (let day = 0; day < days; day += interval) {
        moveClockBy(interval)
        await addEvent()
      }
    }
    const seal = async () => {
      intervals.runWithPeriod(SEALING_INTERVAL_MS)
      await until(async () => (await count({ position: null })) === 0)
    }
    const beginSweep = () => intervals.runWithPeriod(SWEEP_INTERVAL_MS)
    const sweepUntilCountIs = async (expected: number) => {
      await seal()
      beginSweep()
      await until(async () => (await count()) === expected)
    }
    /** Sweeps, and restarts the service on the same database. Returns the number of events left, and the log lines. */
    const sweepAndRestart = async (days = RETENTION_DAYS) => {
      await seal()
      beginSweep()
      const { logLines, database: tempDatabase } = app
      await app.stopAndKeepDatabase() // waits for the current batch of the sweep
      await start(days, tempDatabase)
      return { left: await count(), logged: oldEventLinesIn(logLines) }
    }
    const count = (where: object = {}) => countIn(app, where)
    const logged = () => oldEventLinesIn(app.logLines)
    const verification = async () => {
      const { problems, verified } = await app.services.auditTrail.verify()
      return { problems, verified }
    }

    it('deletes nothing while the clock is 2 days behind, and continues once it is right', async () => {
      await start()
      await addEvents(3)
      moveClockBy(-2)
      await addEvent()

      const whileBehind = await sweepAndRestart()
      moveClockBy(2)
      await passDays(120)
      await sweepUntilCountIs(4)

      expect(whileBehind).to.deep.equal({ left: EVENTS_AT_START + 4, logged: [] })
      expect(await verification()).to.deep.equal({ problems: [], verified: 4 })
    })

    it('deletes nothing while the clock is 400 days ahead, and logs that once', async () => {
      await start()
      await addEvents(3)
      moveClockBy(400)
      await addEvent()
      await seal()
      beginSweep()
      await until(async () => logged().length > 0 || (await count()) < EVENTS_AT_START + 4)

      const whileAhead = await sweepAndRestart()

      expect(whileAhead.left).to.equal(EVENTS_AT_START + 4)
      const [line, ...others] = whileAhead.logged
      expect(others).to.deep.equal([])
      expect(line).to.deep.include({
        level: 50,
        clock: new Date(clock.now()).toISOString(),
        // an event between these times would confirm the clock
        from: new Date(clock.now() - 37 * DAY_S * 1_000).toISOString(),
        to: new Date(clock.now() - 7 * DAY_S * 1_000).toISOString(),
      })
      expect(line?.msg).to.include('Check "clock" against the clock of the machine')
    })

    it('continues once the clock is right, and deletes an event dated in the future with the next old one', async () => {
      await start()
      await addEvents(3)
      moveClockBy(400)
      await addEvent()
      const whileAhead = await sweepAndRestart()
      moveClockBy(-400)

      await passDays(120)
      await sweepUntilCountIs(5) // including the event dated in the future
      await passDays(30)
      await sweepUntilCountIs(4)

      expect([whileAhead.left, logged()]).to.deep.equal([EVENTS_AT_START + 4, []])
      expect(await verification()).to.deep.equal({ problems: [], verified: 4 })
    })

    it('continues 7 days after the clock jumped', async () => {
      await start()
      moveClockBy(400) // a jump, or 400 days without an event
      await addEvent()
      moveClockBy(6.9)
      const early = await sweepAndRestart()

      moveClockBy(0.1)
      await sweepUntilCountIs(1)

      expect([early.left, early.logged.length]).to.deep.equal([EVENTS_AT_START + 1, 1])
      expect(await verification()).to.deep.equal({ problems: [], verified: 1 })
    })

    it('deletes events early by at most half of a short retention period when the clock is ahead', async () => {
      await start(20)
      await passDays(20, 1)

      moveClockBy(11)
      const { left, logged } = await sweepAndRestart(20)
      moveClockBy(-1)
      await sweepUntilCountIs(11)

      expect([left, logged.length]).to.deep.equal([EVENTS_AT_START + 20, 1])
    })

    describe('with more events dated in the future than one batch deletes', () => {
      let eventCount: number
      beforeEach(async () => {
        moveClockBy(400)
        await start()
        await Promise.all(Array.from({ length: MORE_THAN_A_BATCH }, addEvent))
        moveClockBy(-400)
        await addEvent()
        eventCount = await count()
      })

      it('retains them while the event after them is recent, and deletes them together with it', async () => {
        const whileRecent = await sweepAndRestart()
        await passDays(120)
        await sweepUntilCountIs(4)

        expect(whileRecent).to.deep.equal({ left: eventCount, logged: [] })
        expect(await verification()).to.deep.equal({ problems: [], verified: 4 })
      })

      it('retains them when the event after them was changed to look old', async () => {
        await passDays(60)
        await seal()
        await app.services.database.write(async (transaction: Knex.Transaction) => {
          await transaction(EVENTS).where({ position: eventCount }).update({ happened_at: 1 }) // the last event
        })

        const { left, logged } = await sweepAndRestart()

        expect(left).to.equal(eventCount + 2)
        expect(logged.map(({ msg }) => msg)).to.deep.equal([
          'old events are retained: the audit trail cannot be verified',
        ])
      })
    })
  })
})

function countIn(app: App, where: object): Promise<number> {
  return app.services.database.read(async (knex) => {
    const [row] = await knex(EVENTS).where(where).count({ count: '*' })
    return Number(row?.count)
  })
}

interface Line {
  readonly msg: string
  readonly level: number
}

function oldEventLinesIn(lines: readonly string[]): Line[] {
  return lines.map((line): Line => JSON.parse(line)).filter(({ msg }) => msg.startsWith('old events'))
}
