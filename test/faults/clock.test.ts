import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachDatabase, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import type { Service } from '../support/service-process.js'
import { PASSWORD } from './support/caller.js'
import { Deployment, TEST_TIMEOUT_MS } from './support/deployment.js'
import { until } from './support/until.js'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
const MOVED_CLOCK = new URL('./support/moved-clock.mjs', import.meta.url).href
/** Idle timeout of sessions: one hour, in seconds. */
const IDLE_S = '3600'

forEachDatabase((database) => {
  describe(`a clock that is moved, on ${database.name} (F15):`, function () {
    this.timeout(TEST_TIMEOUT_MS)
    let deployment: Deployment
    let service: Service
    before(async () => {
      deployment = await Deployment.on(database, { PLINTH_SESSION_IDLE: IDLE_S, PLINTH_LOCKOUT_ATTEMPTS: '3' })
      await start()
      await deployment.caller.signUp('anna')
      await deployment.caller.signUp('locked')
    })
    after(() => deployment.close())

    const clockFile = () => join(deployment.database.dataDir, 'clock')
    const start = async () => {
      await writeFile(clockFile(), '0')
      service = await deployment.start({ NODE_OPTIONS: `--import=${MOVED_CLOCK}`, FAULT_CLOCK_FILE: clockFile() })
    }
    const setOffset = async (offset: number) => {
      await writeFile(clockFile(), String(offset))
      const before = service.stdout.length
      process.kill(service.pid, 'SIGUSR2')
      await until(() => service.stdout.includes(`clock offset is ${offset}"`, before))
    }
    const newKey = async () => (await deployment.caller.logIn('anna')) ?? expect.fail('the login failed')
    const statusOf = async (key: string) => (await new TestClient(service.url).withKey(key).get('/roles')).status
    const logIn = async (password: string) =>
      (await new TestClient(service.url).post('/users/login', { username: 'locked', password })).status
    const lockOut = async () => {
      for (let attempt = 0; attempt < 3; attempt += 1) await logIn('wrong horse 9')
    }

    beforeEach(() => setOffset(0))

    if (database.name === 'SQLite') {
      for (const [what, offset] of [
        ['2 hours', 2 * HOUR_MS],
        ['10 years', 10 * YEAR_MS],
      ] as const) {
        it(`ends idle sessions when it is ${what} ahead, and does not restore them when it is set back`, async () => {
          const key = await newKey()

          await setOffset(offset)
          const ahead = await statusOf(key)
          await setOffset(0)

          expect([ahead, await statusOf(key)]).to.deep.equal([401, 401])
          deployment.ledger.noteSession(key, 'ended')
        })
      }

      it('keeps a session when it is set back, until the idle timeout has passed', async () => {
        const key = await newKey()

        await setOffset(-0.5 * HOUR_MS)
        const whileBehind = await statusOf(key)
        await setOffset(1.1 * HOUR_MS)

        expect([whileBehind, await statusOf(key)]).to.deep.equal([200, 401])
        deployment.ledger.noteSession(key, 'ended')
      })

      it('does not extend by 10 years a session that was started 10 years ahead', async () => {
        await setOffset(10 * YEAR_MS)
        const key = await newKey()
        const ahead = await statusOf(key)
        await setOffset(0)

        expect([ahead, await statusOf(key)]).to.deep.equal([200, 401])
        await setOffset(10 * YEAR_MS)
        expect(await statusOf(key), '10 years ahead again').to.equal(401)
        deployment.ledger.noteSession(key, 'ended')
      })

      for (const offset of [2 * HOUR_MS, -2 * HOUR_MS, 10 * YEAR_MS]) {
        it(`lets a lockout end that began while it was wrong by ${offset / HOUR_MS} hours`, async () => {
          await setOffset(offset)
          await lockOut()
          const whileLocked = await logIn(PASSWORD)
          await setOffset(offset > 0 ? 0 : 1 * HOUR_MS)

          expect([whileLocked, await logIn(PASSWORD)]).to.deep.equal([403, 200])
        })
      }
    } else {
      for (const offset of [2 * HOUR_MS, -2 * HOUR_MS, 10 * YEAR_MS]) {
        it(`has no effect when it is a replica's, moved by ${offset / HOUR_MS} hours: the database server's clock is used`, async () => {
          const key = await newKey()
          await lockOut()

          await setOffset(offset)

          const newerKey = await newKey()
          expect([await statusOf(key), await statusOf(newerKey), await logIn(PASSWORD)]).to.deep.equal([200, 200, 403])
          await setOffset(0)
          expect([await statusOf(key), await statusOf(newerKey)]).to.deep.equal([200, 200])
        })
      }
    }

    it('causes no loss and restores no ended key', async () => {
      deployment.ledger.unknownLogins += 100 // logins of the user "locked" bypass the ledger
      await deployment.checkConsistency()
    })
  })
})
