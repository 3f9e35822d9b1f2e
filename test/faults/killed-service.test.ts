import { setTimeout as pause } from 'node:timers/promises'
import { TestClient } from '@plinth/testing'
import { expect } from 'chai'
import type { Service, Variables } from '../support/service-process.js'
import { Deployment, databaseNamed, offsetsWithin, ROUNDS, TEST_TIMEOUT_MS } from './support/deployment.js'
import { fault, skipReasonBelow } from './support/fault.js'
import { inspect } from './support/inspect.js'
import { until } from './support/until.js'

/** Enough that an import takes longer than a query of its state. */
const MANUFACTURER_COUNT = 4_000
/** About how long the migrations take on an idle machine. */
const MIGRATION_MS = 150

for (const [number, database] of [
  ['F1', databaseNamed('SQLite')],
  ['F2', databaseNamed('PostgreSQL')],
] as const) {
  describe(`a service on ${database.name} that is killed during an import (${number})`, function () {
    this.timeout(TEST_TIMEOUT_MS + ROUNDS * 60_000)
    let deployment: Deployment
    before(async () => {
      deployment = await Deployment.on(database)
    })
    after(() => deployment.close())

    it(`has imported everything or nothing, and starts again without help, ${ROUNDS} times`, async () => {
      let service = await deployment.start()
      const began = performance.now()
      const whole = await deployment.caller.importManufacturers('whole', MANUFACTURER_COUNT)
      const duration = performance.now() - began
      expect(whole.body.summary).to.include({ imported: 2 * MANUFACTURER_COUNT, errors: 0 })

      for (const [round, killedAfterMs] of offsetsWithin(duration * 1.1).entries()) {
        const username = `before-${round}`
        expect(await deployment.caller.signUp(username)).to.equal(200)
        await deployment.caller.logIn(username)
        const importing = deployment.caller.importManufacturers(`round-${round}`, MANUFACTURER_COUNT)
        await pause(killedAfterMs)
        await service.end('SIGKILL')
        await importing

        service = await deployment.start()
        await until(() => noLocks(deployment))
        await deployment.checkConsistency()
      }

      const after = await deployment.caller.importManufacturers('after', 10)
      expect([after.status, after.body.summary]).to.deep.equal([200, { imported: 20, skipped: 0, errors: 0 }])
      await deployment.checkConsistency()
    })
  })
}

/** Whether no other connection holds a lock. PostgreSQL notices only on its next write that a client is gone. */
function noLocks({ database }: Deployment): Promise<boolean> {
  return inspect(database, async (inspection) => {
    if (inspection.isSqlite) return true
    const held = await inspection.rows(`
      SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.pid <> pg_backend_pid()
        AND (l.locktype = 'advisory' OR l.mode LIKE '%Exclusive%')`)
    return held.length === 0
  })
}

describe('five replicas that start on an empty database while one is killed during the migration (F19)', function () {
  this.timeout(TEST_TIMEOUT_MS + ROUNDS * 60_000)

  fault(
    `all become ready except that one, and migrate the schema once, ${ROUNDS} times`,
    skipReasonBelow(),
    async () => {
      for (const delayMs of offsetsWithin(MIGRATION_MS)) {
        const deployment = await Deployment.on(databaseNamed('PostgreSQL'))
        try {
          const replicas = Array.from({ length: 5 }, (_, index) => deployment.spawn(namedConnection(deployment, index)))
          const killed = await killMigratingReplica(deployment, delayMs)
          const others = replicas.filter((replica) => replica !== killed)
          await Promise.all(others.map((replica) => replica.waitUntilListening()))
          const ready = await Promise.all(others.map(({ url }) => new TestClient(url).get('/health/ready')))

          expect(ready.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
          const migrations = others.flatMap(({ stdout }) => stdout.match(/schema brought up to date/g) ?? [])
          expect(migrations.length, 'replicas that migrated the schema').to.be.at.most(1)
          expect(others.map(({ stderr }) => stderr).join('')).to.equal('')
          const again = await deployment.start()
          expect(again.stdout).not.to.include('schema brought up to date')
          await deployment.checkConsistency()
        } finally {
          await deployment.close()
        }
      }
    },
  )
})

/** Gives a replica's connections a name that PostgreSQL shows. */
function namedConnection({ database }: Deployment, index: number): Variables {
  return { PLINTH_DATABASE_URL: `${database.url}?application_name=replica-${index}` }
}

/** Waits until a replica has acquired the lock of the migrations, and kills it after a delay. Returns it. */
async function killMigratingReplica(deployment: Deployment, delayMs: number): Promise<Service> {
  let victim: Service | undefined
  await inspect(deployment.database, async (inspection) => {
    // The migration waits for this transaction, so that it cannot end before the replica is found.
    await inspection.rows('BEGIN')
    await inspection.rows('CREATE TABLE plinth_roles ()')
    await until(async () => {
      await inspection.rows('SELECT pg_stat_clear_snapshot()')
      const [holder] = await inspection.rows(`
        SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()`)
      victim = deployment.services[Number(String(holder?.name ?? '').split('-')[1] ?? -1)]
      return victim !== undefined
    })
    await inspection.rows('ROLLBACK')
  })
  if (!victim) throw new Error('no replica migrates')
  await pause(delayMs)
  await victim.end('SIGKILL')
  return victim
}
