import { forEachDatabase, ManualClock, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { ManualIntervals } from '../support/manual-intervals.js'

const DAY = 86_400
const TEN_MINUTES = 600_000
/** More rows than one step deletes. */
const MANY = 1_200

describe('the periodic cleanup', () => {
  forEachDatabase((database) => {
    const clock = new ManualClock()
    const intervals = new ManualIntervals()
    let app: App
    before(async () => {
      intervals.install()
      app = await startApp({ database, clock, settings: { sessionIdle: DAY, sessionMax: 10 * DAY } })
      intervals.restore()
    })
    after(() => app.stop())

    const count = (table: string) =>
      app.services.database.read(async (knex) => Number((await knex(table).count({ count: '*' }))[0]?.count))
    const fill = (table: string, row: (number: number) => object) =>
      app.services.database.write(async (transaction) => {
        const rows = Array.from({ length: MANY }, (_, number) => row(number))
        await transaction.batchInsert(table, rows, 100)
      })

    it('deletes sessions that have ended, and no others', async () => {
      const sudo = await app.signIn('sudo')
      const [{ user_identifier }] = await app.services.database.read((knex) => knex('plinth_sessions'))
      const at = clock.now() - (DAY + 1) * 1_000
      const ended = { user_identifier, created_at: at, last_used_at: at }
      await fill('plinth_sessions', (number) => ({ ...ended, key_digest: `ended ${number}` }))

      intervals.comeRound(TEN_MINUTES)
      await until(async () => (await count('plinth_sessions')) === 1)

      expect((await sudo.get('/roles')).status).to.equal(200)
    })

    it('deletes wrong passwords of a day ago, and no active lock', async () => {
      await fill('plinth_login_failures', (number) => ({
        account: `nobody ${number}`,
        failures: 3,
        locked_until: 0,
        failed_at: clock.now(),
      }))
      clock.advance(DAY + 1)
      for (let attempt = 0; attempt < 5; attempt += 1) await app.logIn('otto', 'no such password')

      intervals.comeRound(TEN_MINUTES)
      await until(async () => (await count('plinth_login_failures')) === 1)

      expect(await count('plinth_login_failures')).to.equal(1)
    })

    it('deletes counts of addresses whose minute is over', async () => {
      await app.logIn('otto', 'no such password')
      const before = await count('plinth_rate_limits')
      clock.advance(DAY)

      intervals.comeRound(TEN_MINUTES)
      await until(async () => (await count('plinth_rate_limits')) === 0)

      expect(before).to.be.above(0)
    })
  })
})
