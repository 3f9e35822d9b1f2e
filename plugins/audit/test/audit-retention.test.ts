import type { Knex } from '@plinth/kernel'
import { forEachDatabase, ManualClock, TEST_PASSWORD, type TempDatabase, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { ManualIntervals } from '../../../test/support/manual-intervals.js'

const DAY = 86_400
const RETENTION_DAYS = 100
const EVENTS = 'plinth_audit_events'
/** More than are deleted in one step. */
const MANY = 60

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
      await app.stopOnly()
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
    /** So many days with an event every `step` days, the last one now. */
    const live = async (days: number, step = 30) => {
      for (let day = 0; day < days; day += step) {
        moveBy(step)
        await addEvent()
      }
    }
    const seal = async () => {
      intervals.comeRound(1_000)
      await until(async () => (await count({ position: null })) === 0)
    }
    const beginSweep = () => intervals.comeRound(600_000)
    const sweepUntilLeft = async (left: number) => {
      await seal()
      beginSweep()
      await until(async () => (await count()) === left)
    }
    /** Returns how many events a sweep has left, and what was logged; the service is started again then. */
    const sweepOnce = async (days = RETENTION_DAYS) => {
      await seal()
      beginSweep()
      const { logLines, database: place } = app
      await app.stopOnly() // resolves after the step of the sweep
      await start(days, place)
      return { left: await count(), logged: oldEventLinesIn(logLines) }
    }
    const count = (where: object = {}) => countIn(app, where)
    const logged = () => oldEventLinesIn(app.logLines)
    const verified = async () => {
      const { problems, verified } = await app.services.auditTrail.verify()
      return { problems, verified }
    }

    it('deletes nothing by a clock that is 2 days back, and goes on once it is right', async () => {
      await start()
      for (let events = 0; events < 3; events += 1) await addEvent()
      moveBy(-2)
      await addEvent()

      const back = await sweepOnce()
      moveBy(2)
      await live(120)
      await sweepUntilLeft(4)

      expect(back).to.deep.equal({ left: 5, logged: [] })
      expect(await verified()).to.deep.equal({ problems: [], verified: 4 })
    })

    it('deletes nothing by a clock that is 400 days forward, and says so once', async () => {
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

    it('goes on once a clock that was forward is right, and takes what that has dated with what is old', async () => {
      await start()
      for (let events = 0; events < 3; events += 1) await addEvent()
      moveBy(400)
      await addEvent()
      const forward = await sweepOnce()
      moveBy(-400)

      await live(120)
      await sweepUntilLeft(5) // with the one that is ahead
      await live(30)
      await sweepUntilLeft(4)

      expect([forward.left, logged()]).to.deep.equal([5, []])
      expect(await verified()).to.deep.equal({ problems: [], verified: 4 })
    })

    it('goes on when a clock has held for 7 days, as after a year without an event', async () => {
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

    it('deletes no more than half of what is kept for a short time by a clock that is forward', async () => {
      await start(20)
      await live(20, 1)

      moveBy(11)
      const { left, logged } = await sweepOnce(20)
      moveBy(-1)
      await sweepUntilLeft(11)

      expect([left, logged.length]).to.deep.equal([21, 1])
    })

    describe('with more events that are ahead than are deleted in one step', () => {
      let events: number
      beforeEach(async () => {
        moveBy(400)
        await start()
        await Promise.all(Array.from({ length: MANY }, addEvent))
        moveBy(-400)
        await addEvent()
        events = await count()
      })

      it('keeps them while the one behind them is young, and takes them with it', async () => {
        const young = await sweepOnce()
        await live(120)
        await sweepUntilLeft(4)

        expect(young).to.deep.equal({ left: events, logged: [] })
        expect(await verified()).to.deep.equal({ problems: [], verified: 4 })
      })

      it('keeps them when somebody has made the one behind them look old', async () => {
        await live(60)
        await seal()
        await app.services.database.write(async (transaction: Knex.Transaction) => {
          await transaction(EVENTS).where({ position: events }).update({ happened_at: 1 })
        })

        const { left, logged } = await sweepOnce()

        expect(left).to.equal(events + 2)
        expect(logged.map(({ msg }) => msg)).to.deep.equal(['old events stay: the audit trail is not as it was sealed'])
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
