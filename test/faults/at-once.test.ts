import { forEachDatabase, TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { fileOf } from '../support/configuration.js'
import type { Service } from '../support/service-process.js'
import { Load } from './support/load.js'
import { lookAt } from './support/look.js'
import { ROUNDS, Site, TEST_TIMEOUT_MS } from './support/site.js'
import { until } from './support/until.js'

const MAKERS = 3_000
const SIGNUPS = 200
/** All of the list's 200 but in the shortest run. */
const LOGOUTS = ROUNDS < 5 ? 40 : 200
/** How many log out side by side. */
const LANES = 4

forEachDatabase((database) => {
  const isShared = database.name === 'PostgreSQL'

  describe(`${isShared ? 'two replicas' : 'one service'} on ${database.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS)
    let site: Site
    let one: Service
    let other: Service
    before(async () => {
      site = await Site.on(database, { PLINTH_BCRYPT_QUEUE: '1000' })
      one = await site.start()
      other = isShared ? await site.start() : one
    })
    after(() => site.close())

    it(`F7 a logout on A holds on B at once: ${LOGOUTS} times`, async () => {
      const [here, there] = [one, other].map(({ url }) => new TestClient(url))
      const seen: number[][] = []
      await site.caller.signUp('commuter')
      const lane = async () => {
        for (let time = 0; time < LOGOUTS / LANES; time += 1) {
          const key = (await site.caller.logIn('commuter')) ?? expect.fail('nobody could log in')
          const before = await there?.withKey(key).get('/roles')
          const out = await here?.withKey(key).post('/users/logout')
          const after = await there?.withKey(key).get('/roles')
          site.ledger.noteSession(key, 'dead')
          seen.push([before?.status ?? 0, out?.status ?? 0, after?.status ?? 0])
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))

      expect(seen).to.deep.equal(Array(LOGOUTS).fill([200, 200, 401]))
      await site.audit()
    })

    it(`F8 of ${SIGNUPS} signups of one name at once, in any case, one is taken and all others are told so`, async () => {
      const statuses = await Promise.all(spellings('wilhelmina', SIGNUPS).map((name) => signUpAtLast(site, name)))

      const count = (wanted: number) => statuses.filter((status) => status === wanted).length
      expect({ taken: count(200), told: count(409) }).to.deep.equal({ taken: 1, told: SIGNUPS - 1 })
      const rows = await lookAt(site.place, (look) =>
        look.rows("SELECT username FROM plinth_users WHERE lower(username) = 'wilhelmina'"),
      )
      expect(rows).to.have.length(1)
      await site.audit()
    })

    it('F9 two imports at once are done one after the other, and both reports are true', async () => {
      const makers = (from: number, to: number) =>
        fileOf({
          Manufacturer: Array.from({ length: to - from }, (_, index) => ({ name: `both-${from + index}` })),
          Segment: Array.from({ length: to - from }, (_, index) => ({
            name: 'North',
            manufacturer: `both-${from + index}`,
          })),
        })
      const reports = await Promise.all([
        site.asSudo(one).upload('/settings/import_config', makers(0, 2 * MAKERS)),
        site.asSudo(other).upload('/settings/import_config', makers(MAKERS, 3 * MAKERS)),
      ])

      site.ledger.noteImport('both', 3 * MAKERS, 'acknowledged')
      expect(reports.map(({ status }) => status)).to.deep.equal([200, 200])
      expect(reports.map(({ body }) => body.summary)).to.have.deep.members([
        { imported: 4 * MAKERS, skipped: 0, errors: 0 },
        { imported: 2 * MAKERS, skipped: 2 * MAKERS, errors: 0 },
      ])
      await site.audit()
    })

    it('F10 an import beside signups, logouts and revocations loses nothing, and revives nothing', async () => {
      const load = new Load(site.caller, 'beside').begin()
      await until(() => load.rounds > 5)
      const before = load.rounds

      const reports = [
        await site.caller.importMakers('beside-one', MAKERS),
        await site.caller.importMakers('beside-two', MAKERS),
      ]
      await until(() => load.rounds > before + 5)
      await load.end()

      for (const { status, body } of reports)
        expect([status, body.summary]).to.deep.equal([200, { imported: 2 * MAKERS, skipped: 0, errors: 0 }])
      expect(site.ledger.answered(0, 500), 'requests without a good answer').to.equal(0)
      await site.audit()
    })
  })
})

/** Signs up as a client does: again when it is put off, as a machine that is busy enough does with so many at once. */
async function signUpAtLast(site: Site, username: string): Promise<number> {
  const status = await site.caller.signUp(username)
  return status === 503 ? signUpAtLast(site, username) : status
}

/** A name in so many ways of upper and lower case. */
function spellings(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) =>
    [...name].map((letter, at) => (number & (1 << at) ? letter.toUpperCase() : letter)).join(''),
  )
}
