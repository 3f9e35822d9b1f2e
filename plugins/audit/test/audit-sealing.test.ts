import type { Knex } from '@plinth/kernel'
import { forEachDatabase, ManualClock, TEST_PASSWORD, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'
import { ManualIntervals, SEALING_INTERVAL_MS } from '../../../test/support/manual-intervals.js'

const EVENTS = 'plinth_audit_events'
const CHAIN = 'plinth_audit_chain'
/** As long as a seal in characters, but longer in bytes. */
const NON_ASCII_SEAL = `é${'f'.repeat(63)}`

describe('the sealing of the audit trail', () => {
  forEachDatabase((database) => {
    const intervals = new ManualIntervals()
    let clock: ManualClock
    let app: App
    beforeEach(async () => {
      clock = new ManualClock()
      intervals.install()
      app = await startApp({ database, clock })
      intervals.restore()
      await addEvent()
      await seal()
    })
    afterEach(() => app.stop())

    const addEvent = () => app.logIn('sudo', TEST_PASSWORD)
    const beginSealing = () => intervals.runWithPeriod(SEALING_INTERVAL_MS)
    const seal = async () => {
      beginSealing()
      await until(async () => (await unsealedIn(app)) === 0)
    }
    const logged = (text: string) =>
      app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes(text))
    const problems = async () => (await app.services.auditTrail.verify()).problems

    it('continues when the seal of its ends is not ASCII, which every verification reports', async () => {
      await change(app, (knex) => knex(CHAIN).update({ seal: NON_ASCII_SEAL }))
      const before = await problems()
      await addEvent()
      await seal()

      expect(before).to.deep.equal(['The record of where the chain begins and ends is changed.'])
      expect((await problems()).join())
        .to.include('audit-chain-restarted')
        .and.to.include('"changed"')
      expect(logged('restarting it')).to.have.length(1)
    })

    it('lets the trail be verified when the seal of an event is not ASCII, and that event is reported', async () => {
      await change(app, (knex) => knex(EVENTS).where({ position: 2 }).update({ seal: NON_ASCII_SEAL }))

      const [problem] = await problems()

      expect(problem).to.match(/^Event 2 \(login of .*\) was changed\.$/)
    })

    it('is reported as an error and not ready once it has failed for 10 s, until it works again', async () => {
      const admin = await app.signIn('admin')
      await seal()
      const check = async () => {
        const { status, body } = await admin.get('/health/ready')
        const { ready, reason } = body.checks.find(({ name }: { name: string }) => name === 'audit trail')
        return { status, ready, reason }
      }
      const healthy = { status: 200, ready: true, reason: undefined }
      await occupyNextPosition(app)
      await addEvent()
      beginSealing()
      await until(() => logged('could not be sealed').length > 0)
      const withinGrace = await check()

      clock.advance(11)
      beginSealing()
      await until(() => logged('has not been sealed').length > 0)
      const afterGrace = await check()
      const metrics = await admin.get('/metrics')
      await change(app, (knex) => knex(EVENTS).where({ event: 'invented' }).delete())
      await seal()

      expect(withinGrace).to.deep.equal(healthy)
      expect(afterGrace).to.deep.include({ status: 503, ready: false })
      expect(afterGrace.reason).to.match(/^The audit trail has not been sealed for more than 10 seconds/)
      expect(metrics.text).to.match(/^plinth_audit_unsealed_events 1$/m)
      expect([...logged('could not be sealed'), ...logged('has not been')].map(({ level }) => level)).to.eql([40, 50])
      expect(await check()).to.deep.equal(healthy)
      expect(await problems()).to.deep.equal([])
    })
  })
})

async function change(app: App, execute: (knex: Knex) => PromiseLike<unknown>): Promise<void> {
  await app.services.database.write(async (transaction) => void (await execute(transaction)))
}

/** Inserts an event at the position of the next one to seal, so that sealing violates the unique index. */
function occupyNextPosition(app: App): Promise<void> {
  return change(app, async (knex) => {
    const [row] = await knex(EVENTS).max({ last: 'position' })
    const position = Number(row?.last) + 1
    const event = { event: 'invented', happened_at: 1, result: 'done', actor_kind: 'nobody', details: '{}' }
    await knex(EVENTS).insert({ ...event, position, key_id: 'none', seal: NON_ASCII_SEAL })
  })
}

function unsealedIn(app: App): Promise<number> {
  return app.services.database.read(async (knex) => {
    const [row] = await knex(EVENTS).whereNull('position').count({ count: '*' })
    return Number(row?.count)
  })
}
