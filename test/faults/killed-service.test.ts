import { setTimeout as pause } from 'node:timers/promises'
import { TestClient } from '@plinth/testing'
import { expect } from 'chai'
import type { Service, Variables } from '../support/service-process.js'
import { fault, tooLong } from './support/fault.js'
import { inspect } from './support/inspect.js'
import { databaseNamed, offsetsWithin, ROUNDS, Site, TEST_TIMEOUT_MS } from './support/site.js'
import { until } from './support/until.js'

/** Enough that an import takes longer than a query of its state. */
const MAKERS = 4_000
/** About how long the migrations take on an idle machine. */
const MIGRATION_MS = 150

for (const [number, database] of [
  ['F1', databaseNamed('SQLite')],
  ['F2', databaseNamed('PostgreSQL')],
] as const) {
  describe(`a service on ${database.name} that is killed during an import (${number})`, function () {
    this.timeout(TEST_TIMEOUT_MS + ROUNDS * 60_000)
    let site: Site
    before(async () => {
      site = await Site.on(database)
    })
    after(() => site.close())

    it(`has imported everything or nothing, and starts again without help, ${ROUNDS} times`, async () => {
      let service = await site.start()
      const began = performance.now()
      const whole = await site.caller.importMakers('whole', MAKERS)
      const duration = performance.now() - began
      expect(whole.body.summary).to.include({ imported: 2 * MAKERS, errors: 0 })

      for (const [round, killedAfterMs] of offsetsWithin(duration * 1.1).entries()) {
        const username = `before-${round}`
        expect(await site.caller.signUp(username)).to.equal(200)
        await site.caller.logIn(username)
        const importing = site.caller.importMakers(`round-${round}`, MAKERS)
        await pause(killedAfterMs)
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

/** Whether no other connection holds a lock. PostgreSQL notices only on its next write that a client is gone. */
function noLocks({ database }: Site): Promise<boolean> {
  return inspect(database, async (inspection) => {
    if (inspection.isSqlite) return true
    const held = await inspection.rows(`
      SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.pid <> pg_backend_pid()
        AND (l.locktype = 'advisory' OR l.mode LIKE '%Exclusive%')`)
    return held.length === 0
  })
}

describe('five replicas that start on an empty database, of which one is killed during the migration (F19)', function () {
  this.timeout(TEST_TIMEOUT_MS + ROUNDS * 60_000)

  fault(`all become ready except that one, and migrate the schema once, ${ROUNDS} times`, tooLong(), async () => {
    for (const delayMs of offsetsWithin(MIGRATION_MS)) {
      const site = await Site.on(databaseNamed('PostgreSQL'))
      try {
        const replicas = Array.from({ length: 5 }, (_, index) => site.spawn(namedConnection(site, index)))
        const killed = await killMigratingReplica(site, delayMs)
        const others = replicas.filter((replica) => replica !== killed)
        await Promise.all(others.map((replica) => replica.waitUntilListening()))
        const ready = await Promise.all(others.map(({ url }) => new TestClient(url).get('/health/ready')))

        expect(ready.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
        const migrations = others.flatMap(({ stdout }) => stdout.match(/schema brought up to date/g) ?? [])
        expect(migrations.length, 'replicas that migrated the schema').to.be.at.most(1)
        expect(others.map(({ stderr }) => stderr).join('')).to.equal('')
        const again = await site.start()
        expect(again.stdout).not.to.include('schema brought up to date')
        await site.audit()
      } finally {
        await site.close()
      }
    }
  })
})

/** Gives a replica's connections a name that PostgreSQL shows. */
function namedConnection({ database }: Site, index: number): Variables {
  return { PLINTH_DATABASE_URL: `${database.url}?application_name=replica-${index}` }
}

/** Waits until a replica has acquired the lock of the migrations, and kills it after a delay. Returns it. */
async function killMigratingReplica(site: Site, delayMs: number): Promise<Service> {
  let victim: Service | undefined
  await inspect(site.database, async (inspection) => {
    // The migration waits for this transaction, so that it cannot end before the replica is found.
    await inspection.rows('BEGIN')
    await inspection.rows('CREATE TABLE plinth_roles ()')
    await until(async () => {
      await inspection.rows('SELECT pg_stat_clear_snapshot()')
      const [holder] = await inspection.rows(`
        SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()`)
      victim = site.services[Number(String(holder?.name ?? '').split('-')[1] ?? -1)]
      return victim !== undefined
    })
    await inspection.rows('ROLLBACK')
  })
  if (!victim) throw new Error('no replica migrates')
  await pause(delayMs)
  await victim.end('SIGKILL')
  return victim
}
