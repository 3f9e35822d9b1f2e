import type { Knex } from '@plinth/kernel'
import { forEachDatabase, ManualClock, TEST_PASSWORD, type TempDatabase, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { ManualIntervals } from '../../../test/support/manual-intervals.js'

const DAY = 86_400
const RETENTION_DAYS = 100
const EVENTS = 'plinth_audit_events'
/** More events than one sweep deletes in a step. */
const MORE_THAN_A_STEP = 60

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
      await app.stopKeepingDatabase()
      await app.database.drop()
    })

    const start = async (days = RETENTION_DAYS, on?: TempDatabase) => {
      intervals = new ManualIntervals()
      intervals.install()
      const settings = { auditRetention: days * DAY, rateLimit: 1_000 }
      app = await startApp({ database, clock, settings, ...(on && { on }) })
      intervals.restore()
    }
    const moveBy = (days: number) => clock.advance(days * DAY)
    const addEvent = () => app.logIn('sudo', TEST_PASSWORD)
    /** Advances the clock by a number of days, with an event every `interval` days, the last one now. */
    const liveFor = async (days: number, interval = 30) => {
      for (let day = 0; day < days; day += interval) {
        moveBy(interval)
        await addEvent()
      }
    }
    const seal = async () => {
      intervals.run(1_000)
      await until(async () => (await count({ position: null })) === 0)
    }
    const beginSweep = () => intervals.run(600_000)
    const sweepUntilLeft = async (left: number) => {
      await seal()
      beginSweep()
      await until(async () => (await count()) === left)
    }
    /** Sweeps once and restarts the service. Returns the number of events left, and what was logged. */
    const sweepOnce = async (days = RETENTION_DAYS) => {
      await seal()
      beginSweep()
      const { logLines, database: tempDatabase } = app
      await app.stopKeepingDatabase() // resolves after the step of the sweep
      await start(days, tempDatabase)
      return { left: await count(), logged: oldEventLinesIn(logLines) }
    }
    const count = (where: object = {}) => countIn(app, where)
    const logged = () => oldEventLinesIn(app.logLines)
    const verified = async () => {
      const { problems, verified } = await app.services.auditTrail.verify()
      return { problems, verified }
    }

    it('deletes nothing while the clock is 2 days behind, and continues once it is right', async () => {
      await start()
      for (let events = 0; events < 3; events += 1) await addEvent()
      moveBy(-2)
      await addEvent()

      const back = await sweepOnce()
      moveBy(2)
      await liveFor(120)
      await sweepUntilLeft(4)

      expect(back).to.deep.equal({ left: 5, logged: [] })
      expect(await verified()).to.deep.equal({ problems: [], verified: 4 })
    })

    it('deletes nothing while the clock is 400 days ahead, and logs that once', async () => {
      await start()
      for (let events = 0; events < 3; events += 1) await addEvent()
      moveBy(400)
      await addEvent()
      await seal()
      beginSweep()
      await until(async () => logged().length > 0 || (await count()) < 5)

      const forward = await sweepOnce()

      expect(forward.left).to.equal(5)
      const [line, ...others] = forward.logged
      expect(others).to.deep.equal([])
      expect(line).to.deep.include({
        level: 50,
        clock: new Date(clock.now()).toISOString(),
        from: new Date(clock.now() - 37 * DAY * 1_000).toISOString(),
        to: new Date(clock.now() - 7 * DAY * 1_000).toISOString(),
      })
      expect(line?.msg).to.include('Check the clock of the machine')
    })

    it('continues once the clock is no longer ahead, and deletes events from the future with old ones', async () => {
      await start()
      for (let events = 0; events < 3; events += 1) await addEvent()
      moveBy(400)
      await addEvent()
      const forward = await sweepOnce()
      moveBy(-400)

      await liveFor(120)
      await sweepUntilLeft(5) // including the event dated in the future
      await liveFor(30)
      await sweepUntilLeft(4)

      expect([forward.left, logged()]).to.deep.equal([5, []])
      expect(await verified()).to.deep.equal({ problems: [], verified: 4 })
    })

    it('continues 7 days after the clock jumped, or after a year without an event', async () => {
      await start()
      moveBy(400)
      await addEvent()
      moveBy(6.9)
      const early = await sweepOnce()

      moveBy(0.1)
      await sweepUntilLeft(1)

      expect([early.left, early.logged.length]).to.deep.equal([2, 1])
      expect(await verified()).to.deep.equal({ problems: [], verified: 1 })
    })

    it('deletes no more than half of a short retention period when the clock is ahead', async () => {
      await start(20)
      await liveFor(20, 1)

      moveBy(11)
      const { left, logged } = await sweepOnce(20)
      moveBy(-1)
      await sweepUntilLeft(11)

      expect([left, logged.length]).to.deep.equal([21, 1])
    })

    describe('with more events dated in the future than one step deletes', () => {
      let events: number
      beforeEach(async () => {
        moveBy(400)
        await start()
        await Promise.all(Array.from({ length: MORE_THAN_A_STEP }, addEvent))
        moveBy(-400)
        await addEvent()
        events = await count()
      })

      it('retains them while the event after them is young, and deletes them together with it', async () => {
        const young = await sweepOnce()
        await liveFor(120)
        await sweepUntilLeft(4)

        expect(young).to.deep.equal({ left: events, logged: [] })
        expect(await verified()).to.deep.equal({ problems: [], verified: 4 })
      })

      it('retains them when somebody has made the event after them look old', async () => {
        await liveFor(60)
        await seal()
        await app.services.database.write(async (transaction: Knex.Transaction) => {
          await transaction(EVENTS).where({ position: events }).update({ happened_at: 1 })
        })

        const { left, logged } = await sweepOnce()

        expect(left).to.equal(events + 2)
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
