import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachDatabase, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import type { Service } from '../support/service-process.js'
import { PASSWORD } from './support/caller.js'
import { Site, TEST_TIMEOUT_MS } from './support/site.js'
import { until } from './support/until.js'

const HOURS = 3_600_000
const YEARS = 365 * 24 * HOURS
const SHIM = new URL('./support/moved-clock.mjs', import.meta.url).href
/** One hour without a use ends a session, in seconds. */
const IDLE = '3600'

forEachDatabase((database) => {
  describe(`F15 the clock is moved, ${database.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS)
    let site: Site
    let service: Service
    before(async () => {
      site = await Site.on(database, { PLINTH_SESSION_IDLE: IDLE, PLINTH_LOCKOUT_ATTEMPTS: '3' })
      await start()
      await site.caller.signUp('anna')
      await site.caller.signUp('locked')
    })
    after(() => site.close())

    const file = () => join(site.place.dataDir, 'clock')
    const start = async () => {
      await writeFile(file(), '0')
      service = await site.start({ NODE_OPTIONS: `--import=${SHIM}`, FAULT_CLOCK_FILE: file() })
    }
    const moveTo = async (moved: number) => {
      await writeFile(file(), String(moved))
      const before = service.stdout.length
      process.kill(service.pid, 'SIGUSR2')
      await until(() => service.stdout.includes(`clock moved to ${moved}"`, before))
    }
    const newKey = async () => (await site.caller.logIn('anna')) ?? expect.fail('nobody could log in')
    const statusOf = async (key: string) => (await new TestClient(service.url).withKey(key).get('/roles')).status
    const logIn = async (password: string) =>
      (await new TestClient(service.url).post('/users/login', { username: 'locked', password })).status
    const lockOut = async () => {
      for (let attempt = 0; attempt < 3; attempt += 1) await logIn('wrong horse 9')
    }

    beforeEach(() => moveTo(0))

    if (database.name === 'SQLite') {
      for (const [what, moved] of [
        ['2 hours', 2 * HOURS],
        ['10 years', 10 * YEARS],
      ] as const) {
        it(`F15 ${what} ahead ends sessions that were idle for so long, and back again it revives none`, async () => {
          const key = await newKey()

          await moveTo(moved)
          const ahead = await statusOf(key)
          await moveTo(0)

          expect([ahead, await statusOf(key)]).to.deep.equal([401, 401])
          site.ledger.noteSession(key, 'dead')
        })
      }

      it('F15 2 hours back keeps a session, which ends when its time has come', async () => {
        const key = await newKey()

        await moveTo(-0.5 * HOURS)
        const back = await statusOf(key)
        await moveTo(1.1 * HOURS)

        expect([back, await statusOf(key)]).to.deep.equal([200, 401])
        site.ledger.noteSession(key, 'dead')
      })

      it('F15 a session that was begun 10 years ahead does not live for 10 years', async () => {
        await moveTo(10 * YEARS)
        const key = await newKey()
        const ahead = await statusOf(key)
        await moveTo(0)

        expect([ahead, await statusOf(key)]).to.deep.equal([200, 401])
        await moveTo(10 * YEARS)
        expect(await statusOf(key), 'once more').to.equal(401)
        site.ledger.noteSession(key, 'dead')
      })

      for (const moved of [2 * HOURS, -2 * HOURS, 10 * YEARS]) {
        it(`F15 a lockout ends, though the clock was moved by ${moved / HOURS} hours while it began`, async () => {
          await moveTo(moved)
          await lockOut()
          const whileLocked = await logIn(PASSWORD)
          await moveTo(moved > 0 ? 0 : 1 * HOURS)

          expect([whileLocked, await logIn(PASSWORD)]).to.deep.equal([403, 200])
        })
      }
    } else {
      for (const moved of [2 * HOURS, -2 * HOURS, 10 * YEARS]) {
        it(`F15 the clock of a replica, moved by ${moved / HOURS} hours, changes nothing: the server's counts`, async () => {
          const key = await newKey()
          await lockOut()

          await moveTo(moved)

          const younger = await newKey()
          expect([await statusOf(key), await statusOf(younger), await logIn(PASSWORD)]).to.deep.equal([200, 200, 403])
          await moveTo(0)
          expect([await statusOf(key), await statusOf(younger)]).to.deep.equal([200, 200])
        })
      }
    }

    it('F15 nothing is lost or revived by all that', async () => {
      site.ledger.unknownLogins += 100 // those with the name that was locked
      await site.audit()
    })
  })
})
