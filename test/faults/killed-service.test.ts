import { setTimeout as pause } from 'node:timers/promises'
import { TestClient } from '@plinth/testing'
import { expect } from 'chai'
import type { Service, Variables } from '../support/service-process.js'
import { fault, tooLong } from './support/fault.js'
import { lookAt } from './support/look.js'
import { databaseNamed, momentsWithin, ROUNDS, Site, TEST_TIMEOUT_MS } from './support/site.js'
import { until } from './support/until.js'

/** Enough to take longer than a look. */
const MAKERS = 4_000
/** In ms; about as long as the schema takes on a machine with time. */
const MIGRATION_MS = 150

for (const [number, database] of [
  ['F1', databaseNamed('SQLite')],
  ['F2', databaseNamed('PostgreSQL')],
] as const) {
  describe(`${number} a service on ${database.name} is killed while it imports`, function () {
    this.timeout(TEST_TIMEOUT_MS + ROUNDS * 60_000)
    let site: Site
    before(async () => {
      site = await Site.on(database)
    })
    after(() => site.close())

    it(`${number} has the old or the new, never a mixture, and starts by itself: ${ROUNDS} times`, async () => {
      let service = await site.start()
      const began = performance.now()
      const whole = await site.caller.importMakers('whole', MAKERS)
      const duration = performance.now() - began
      expect(whole.body.summary).to.include({ imported: 2 * MAKERS, errors: 0 })

      for (const [round, moment] of momentsWithin(duration * 1.1).entries()) {
        const username = `before-${round}`
        expect(await site.caller.signUp(username)).to.equal(200)
        await site.caller.logIn(username)
        const importing = site.caller.importMakers(`round-${round}`, MAKERS)
        await pause(moment)
        await service.end('SIGKILL')
        await importing

        service = await site.start()
        await until(() => noLocks(site))
        await site.audit()
      }

      const after = await site.caller.importMakers('after', 10)
      expect([after.status, after.body.summary]).to.deep.equal([200, { imported: 20, skipped: 0, errors: 0 }])
      await site.audit()
    })
  })
}

/** A server notices only when it writes that nobody is there any more. */
function noLocks({ place }: Site): Promise<boolean> {
  return lookAt(place, async (look) => {
    if (look.isSqlite) return true
    const held = await look.rows(`
      SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.pid <> pg_backend_pid()
        AND (l.locktype = 'advisory' OR l.mode LIKE '%Exclusive%')`)
    return held.length === 0
  })
}

describe('F19 five replicas start on an empty database, and one is killed while it migrates', function () {
  this.timeout(TEST_TIMEOUT_MS + ROUNDS * 60_000)

  fault(
    `F19 all others are ready, the schema is made once, and none is stuck: ${ROUNDS} times`,
    tooLong(),
    async () => {
      for (const moment of momentsWithin(MIGRATION_MS)) {
        const site = await Site.on(databaseNamed('PostgreSQL'))
        try {
          const replicas = Array.from({ length: 5 }, (_, index) => site.spawn(named(site, index)))
          const ended = await killOneThatMigrates(site, moment)
          const others = replicas.filter((replica) => replica !== ended)
          await Promise.all(others.map((replica) => replica.listening()))
          const ready = await Promise.all(others.map(({ url }) => new TestClient(url).get('/health/ready')))

          expect(ready.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
          const made = others.flatMap(({ stdout }) => stdout.match(/schema brought up to date/g) ?? [])
          expect(made.length, 'who made the schema').to.be.at.most(1)
          expect(others.map(({ stderr }) => stderr).join('')).to.equal('')
          const again = await site.start()
          expect(again.stdout).not.to.include('schema brought up to date')
          await site.audit()
        } finally {
          await site.close()
        }
      }
    },
  )
})

/** So that the server can tell whose connection is whose. */
function named({ place }: Site, index: number): Variables {
  return { PLINTH_DATABASE_URL: `${place.url}?application_name=replica-${index}` }
}

/** The first to hold the lock of the migrations, some time after it has taken it. */
async function killOneThatMigrates(site: Site, moment: number): Promise<Service> {
  let victim: Service | undefined
  await lookAt(site.place, async (look) => {
    // Its transaction waits for this one, so that it cannot be over before it was seen.
    await look.rows('BEGIN')
    await look.rows('CREATE TABLE plinth_roles ()')
    await until(async () => {
      await look.rows('SELECT pg_stat_clear_snapshot()')
      const [holder] = await look.rows(`
        SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()`)
      victim = site.services[Number(String(holder?.name ?? '').split('-')[1] ?? -1)]
      return victim !== undefined
    })
    await look.rows('ROLLBACK')
  })
  if (!victim) throw new Error('nobody migrates')
  await pause(moment)
  await victim.end('SIGKILL')
  return victim
}
