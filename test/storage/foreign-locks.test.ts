import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import {
  forEachDatabase,
  TEST_PASSWORD,
  type TempDatabase,
  type TestClient,
  type TestResponse,
  testDatabases,
  until,
} from '@plinth/testing'
import { expect } from 'chai'
import type sqlite3 from 'sqlite3'
import { type App, startApp } from '../support/app.js'
import { DriverHook } from '../support/driver-hook.js'
import { preparedRequests } from '../support/prepared-requests.js'
import { run, type Service, serve, variablesFor } from '../support/service-process.js'
import { withDatabase } from '../support/with-database.js'

const { Database }: typeof sqlite3 = createRequire(import.meta.url)('sqlite3')
const WRITES = preparedRequests.filter(({ isWrite }) => isWrite)
/**
 * How long the file is locked at a statement, in ms. `FOREIGN_LOCK_MS=6000` takes half a minute or more for each write:
 * choose some with `-g`.
 */
const LOCK_TIMES_MS = process.env.FOREIGN_LOCK_MS ? [Number(process.env.FOREIGN_LOCK_MS)] : [10, 50]
/** From this duration on a write may get 503: a little less than the time that a write waits for the lock. */
const LONG_LOCK_MS = 4_000

/** A connection outside Plinth, like that of a backup tool or a shell. */
class OtherConnection {
  /** Resolves when the last lock has been released. */
  released: Promise<unknown> = Promise.resolve()
  readonly #connection: sqlite3.Database

  constructor(file: string) {
    this.#connection = new Database(file)
    this.#connection.configure('busyTimeout', 0)
  }

  /** Tries to acquire the write lock, and to hold it for this time in ms. Returns whether it was free. */
  async lockFor(timeMs: number): Promise<boolean> {
    const isLocked = await this.#execute('BEGIN IMMEDIATE; UPDATE plinth_migrations SET made_at = made_at')
    if (isLocked) this.released = pause(timeMs).then(() => this.#execute('COMMIT'))
    return isLocked
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#connection.close(() => resolve()))
  }

  #execute(sql: string): Promise<boolean> {
    return new Promise((resolve) => this.#connection.exec(sql, (error) => resolve(error === null)))
  }
}

describe('a SQLite file that another connection locks', () => {
  const database = testDatabases.find(({ name }) => name === 'SQLite')
  const hook = new DriverHook()
  let app: App
  let other: OtherConnection
  before(async () => {
    if (!database) throw new Error('there is no SQLite to test on')
    app = await startApp({ database, settings: { sessionsPerUser: 1_000, maxPlans: 1_000 } })
    other = new OtherConnection(app.database.url.slice('sqlite:'.length))
    hook.install()
  })
  after(async () => {
    hook.restore()
    await other.close()
    await app.stop()
  })

  const mayBeRefused = LOCK_TIMES_MS.some((time) => time >= LONG_LOCK_MS)
  const effect = mayBeRefused ? 'causes a wait or 503' : 'only causes a wait'
  for (const { name, prepare } of WRITES) {
    it(`for ${LOCK_TIMES_MS.join(' or ')} ms at any statement ${effect}: ${name}`, async function () {
      if (process.env.FOREIGN_LOCK_MS) this.timeout(600_000)
      for (let index = 1, statementCount = 1; index <= statementCount; index += 1) {
        const request = await prepare(app)
        hook.watch(async (statement) => {
          // Within the service's own write transaction the lock is not free, and the statement runs unhindered
          if (statement === index) await other.lockFor(LOCK_TIMES_MS[index % LOCK_TIMES_MS.length] ?? 0)
          return undefined
        })
        const { status, text, headers } = await request()
        statementCount = hook.statementCount
        hook.stopIntervening()
        await other.released

        expect(status, `statement ${index}: ${text}`).to.be.oneOf(mayBeRefused ? [200, 503] : [200])
        if (status === 503) expect(headers, text).to.have.property('retry-after')
        if (status === 503) expect((await request()).status, `statement ${index}, again`).to.equal(200)
        const isReady = async () => (await app.get('/health/ready')).status === 200
        if (mayBeRefused)
          await until(isReady) // background work may just have been refused
        else expect(await isReady(), `ready after statement ${index}`).to.equal(true)
      }
    })
  }

  it('for 6 s causes 503, and all writes work afterwards', async () => {
    const requests = await Promise.all(WRITES.map(async ({ prepare }) => prepare(app)))
    await until(() => other.lockFor(6_000))
    const ready = app.get('/health/ready')

    const responses = await Promise.all(requests.map((request) => request()))
    const retries = await Promise.all(
      requests.filter((_, index) => responses[index]?.status !== 200).map((request) => request()),
    )

    expect((await ready).status).to.equal(503)
    const refused = responses.filter(({ status }) => status !== 200) // some imports only waited for another one
    expect(statusesOf(refused)).to.deep.equal([503])
    expect(refused.every(({ headers }) => headers['retry-after'])).to.equal(true)
    expect(statusesOf(retries)).to.deep.equal([200])
    expect((await app.get('/health/ready')).status).to.equal(200)
  })

  describe('for longer than the timeouts', () => {
    let tempDatabase: TempDatabase
    let service: Service
    let locking: OtherConnection
    let sudo: TestClient
    before(async () => {
      if (!database) throw new Error('there is no SQLite to test on')
      tempDatabase = await database.create()
      service = await serve({ ...variablesFor(tempDatabase), PLINTH_SUDO_PASSWORD: TEST_PASSWORD })
      const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
      sudo = service.client.withKey(body.apiKey)
      locking = new OtherConnection(tempDatabase.url.slice('sqlite:'.length))
      await until(() => locking.lockFor(120_000))
    })
    after(async () => {
      service.kill()
      await locking.close()
      await tempDatabase.drop()
    })

    it('is reported by the CLI', async () => {
      const { code, stderr } = await run(['settings', 'set', 'log_level=20'], variablesFor(tempDatabase))

      expect([code, stderr]).to.deep.equal([
        1,
        'The database is not available. Try again shortly. If this persists, plinth doctor says why.\n',
      ])
    })

    it('does not prevent the service from stopping', async () => {
      const write = () => sudo.put('/settings/logger_period', { logger_period: 10 }).catch(() => 'cut off')
      const writes = Promise.all(Array.from({ length: 20 }, write))
      await sudo.get('/users/sudo/sessions') // the response comes after the writes have arrived

      expect(await service.stop()).to.deep.equal({ code: 0, signal: null })
      await writes
    })
  })
})

describe('a connected database that exceeds the timeouts', () => {
  const expectBusy = (responses: readonly TestResponse[]) => {
    expect(statusesOf(responses)).to.deep.equal([503])
    expect(responses.map(({ headers }) => headers['retry-after'])).to.deep.equal(responses.map(() => '2'))
  }

  forEachDatabase((database) => {
    let app: App
    let sudo: TestClient
    before(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())
    const exportThreeTimes = () =>
      Promise.all(['export_config', 'canonical_config', 'export_config'].map((name) => sudo.get(`/settings/${name}`)))

    if (database.name === 'PostgreSQL') {
      for (const table of ['plinth_audit_events', 'plinth_manufacturers']) {
        it(`because of a locked table refuses an export with 503, or cuts it off: ${table}`, async () => {
          const outcomes = await withDatabase(app.database, (db) =>
            db.transaction(async (transaction) => {
              await transaction.raw('LOCK TABLE ?? IN ACCESS EXCLUSIVE MODE', [table])
              return Promise.allSettled(
                ['export_config', 'canonical_config'].map((name) => sudo.get(`/settings/${name}`)),
              )
            }),
          )

          // A table that is read only after the response has begun leads to a response that is cut off
          for (const outcome of outcomes) if (outcome.status === 'fulfilled') expectBusy([outcome.value])
          expect((await sudo.get('/settings/export_config')).status).to.equal(200)
        })
      }

      it('because of a locked table causes 503, also for an export', async () => {
        const responses = await withDatabase(app.database, (db) =>
          db.transaction(async (transaction) => {
            await transaction.raw('LOCK TABLE plinth_sessions IN ACCESS EXCLUSIVE MODE')
            // Keys are looked up on one connection, so each lookup waits for earlier ones.
            return Promise.all([sudo.get('/users/'), sudo.get('/roles'), exportThreeTimes()])
          }),
        )

        expectBusy(responses.flat())
        expect((await sudo.get('/settings/export_config')).status).to.equal(200)
      })
    } else {
      it('because of a slow disk causes 503, also for an export', async () => {
        const hook = new DriverHook()
        hook.install()
        let resolveSlowDown = () => {}
        const slowDown = new Promise<undefined>((resolve) => {
          resolveSlowDown = () => resolve(undefined)
        })
        hook.watch(() => slowDown)

        const responses = await exportThreeTimes().finally(() => {
          hook.stopIntervening()
          resolveSlowDown()
        })
        hook.restore()

        expectBusy(responses)
        expect((await sudo.get('/settings/export_config')).status).to.equal(200)
      })
    }
  })
})

const statusesOf = (responses: readonly TestResponse[]) => [...new Set(responses.map(({ status }) => status))]
