import { forEachDatabase, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf } from '../support/configuration.js'
import type { Service } from '../support/service-process.js'
import { Deployment, ROUNDS, TEST_TIMEOUT_MS } from './support/deployment.js'
import { inspect } from './support/inspect.js'
import { Load } from './support/load.js'
import { until } from './support/until.js'

const MANUFACTURER_COUNT = 3_000
const SIGNUPS = 200
/** 200, except in a short run. */
const LOGOUTS = ROUNDS < 5 ? 40 : 200
/** Workers that log in and out concurrently. */
const WORKERS = 4

forEachDatabase((database) => {
  const isShared = database.name === 'PostgreSQL'

  describe(`${isShared ? 'two replicas' : 'one service'} on ${database.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS)
    let deployment: Deployment
    let one: Service
    let other: Service
    before(async () => {
      deployment = await Deployment.on(database, { PLINTH_BCRYPT_QUEUE: '1000' })
      one = await deployment.start()
      other = isShared ? await deployment.start() : one
    })
    after(() => deployment.close())

    it(`applies a logout ${isShared ? 'on one replica to the other' : 'to later requests'} immediately, ${LOGOUTS} times (F7)`, async () => {
      const [here, there] = [one, other].map(({ url }) => new TestClient(url))
      const seen: number[][] = []
      await deployment.caller.signUp('commuter')
      const work = async () => {
        for (let round = 0; round < LOGOUTS / WORKERS; round += 1) {
          const key = (await deployment.caller.logIn('commuter')) ?? expect.fail('the login failed')
          const before = await there?.withKey(key).get('/roles')
          const out = await here?.withKey(key).post('/users/logout')
          const after = await there?.withKey(key).get('/roles')
          deployment.ledger.noteSession(key, 'ended')
          seen.push([before?.status ?? 0, out?.status ?? 0, after?.status ?? 0])
        }
      }
      await Promise.all(Array.from({ length: WORKERS }, work))

      expect(seen).to.deep.equal(Array(LOGOUTS).fill([200, 200, 401]))
      await deployment.checkConsistency()
    })

    it(`accepts one of ${SIGNUPS} concurrent signups whose names differ only in case, and responds to the others with 409 (F8)`, async () => {
      const statuses = await Promise.all(
        spellings('wilhelmina', SIGNUPS).map((name) => signUpWithRetries(deployment, name)),
      )

      const count = (wanted: number) => statuses.filter((status) => status === wanted).length
      expect({ accepted: count(200), refused: count(409) }).to.deep.equal({ accepted: 1, refused: SIGNUPS - 1 })
      const rows = await inspect(deployment.database, (inspection) =>
        inspection.rows("SELECT username FROM plinth_users WHERE lower(username) = 'wilhelmina'"),
      )
      expect(rows).to.have.length(1)
      await deployment.checkConsistency()
    })

    it('executes two concurrent imports one after the other, and reports both correctly (F9)', async () => {
      const manufacturers = (from: number, to: number) =>
        fileOf({
          Manufacturer: Array.from({ length: to - from }, (_, index) => ({ name: `both-${from + index}` })),
          Segment: Array.from({ length: to - from }, (_, index) => ({
            name: 'North',
            manufacturer: `both-${from + index}`,
          })),
        })
      const reports = await Promise.all([
        deployment.asSudo(one).upload('/settings/import_config', manufacturers(0, 2 * MANUFACTURER_COUNT)),
        deployment
          .asSudo(other)
          .upload('/settings/import_config', manufacturers(MANUFACTURER_COUNT, 3 * MANUFACTURER_COUNT)),
      ])

      deployment.ledger.noteImport('both', 3 * MANUFACTURER_COUNT, 'acknowledged')
      expect(reports.map(({ status }) => status)).to.deep.equal([200, 200])
      expect(reports.map(({ body }) => body.summary)).to.have.deep.members([
        { imported: 4 * MANUFACTURER_COUNT, skipped: 0, errors: 0 },
        { imported: 2 * MANUFACTURER_COUNT, skipped: 2 * MANUFACTURER_COUNT, errors: 0 },
      ])
      await deployment.checkConsistency()
    })

    it('loses no change and restores no ended key when imports run during signups, logouts and revocations (F10)', async () => {
      const load = new Load(deployment.caller, 'load').begin()
      await until(() => load.rounds > 5)
      const before = load.rounds

      const reports = [
        await deployment.caller.importManufacturers('during-load-one', MANUFACTURER_COUNT),
        await deployment.caller.importManufacturers('during-load-two', MANUFACTURER_COUNT),
      ]
      await until(() => load.rounds > before + 5)
      await load.end()

      for (const { status, body } of reports)
        expect([status, body.summary]).to.deep.equal([200, { imported: 2 * MANUFACTURER_COUNT, skipped: 0, errors: 0 }])
      expect(deployment.ledger.responseCount(0, 500), 'requests without a response, or with status 500').to.equal(0)
      await deployment.checkConsistency()
    })
  })
})

/** Signs up, and retries after a 503: a slow machine cannot hash that many passwords at once. */
async function signUpWithRetries(deployment: Deployment, username: string): Promise<number> {
  const status = await deployment.caller.signUp(username)
  return status === 503 ? signUpWithRetries(deployment, username) : status
}

/** Returns variants of a name that differ only in case. */
function spellings(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) =>
    [...name].map((letter, at) => (number & (1 << at) ? letter.toUpperCase() : letter)).join(''),
  )
}
