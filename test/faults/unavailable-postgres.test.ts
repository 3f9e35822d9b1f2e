import { expect } from 'chai'
import { DedicatedPostgres } from '../support/dedicated-postgres.js'
import type { Service } from '../support/service-process.js'
import { Deployment, ROUNDS, TEST_TIMEOUT_MS } from './support/deployment.js'
import { fault, skipReasonBelow } from './support/fault.js'
import { type Inspection, inspect } from './support/inspect.js'
import { Load } from './support/load.js'
import { until } from './support/until.js'

/** How long recovery may take once the server is up: 2 s, and as much again for a busy machine. */
const RECOVERY_TIMEOUT_MS = 2_000 + 2_000
/** Waits of 5 s for a pooled connection, 5 s for a lock and 5 s for the next request; and 10 s for a busy machine. */
const REFUSAL_TIMEOUT_MS = 15_000 + 10_000

describe('a service under load whose PostgreSQL fails', function () {
  this.timeout(TEST_TIMEOUT_MS + ROUNDS * 60_000)
  let postgres: DedicatedPostgres
  let deployment: Deployment
  let service: Service
  before(async () => {
    postgres = await DedicatedPostgres.start()
    deployment = new Deployment(postgres.database)
    service = await deployment.start()
  })
  after(() => deployment.close())

  for (const [number, what, end] of [
    ['F3', 'restarted', () => postgres.stop()],
    ['F4', 'killed', () => postgres.kill()],
  ] as const) {
    fault(
      `responds with 503 and Retry-After while the server is ${what}, never with 401 or 403, and recovers without loss (${number})`,
      number === 'F4' ? skipReasonBelow() : undefined,
      async () => {
        const key = (await deployment.caller.logIn('sudo')) ?? expect.fail('the login failed')
        for (let round = 0; round < ROUNDS; round += 1) {
          const load = new Load(deployment.caller, `${number.toLowerCase()}-${round}`).begin()
          await until(() => load.rounds > 10)
          const importing = deployment.caller.importManufacturers(`${number}-${round}`, 3_000)

          await end()
          const before = deployment.ledger.responseCount(503)
          expect(await deployment.caller.read(key), 'a read while the server is down').to.equal(503)
          await until(() => deployment.ledger.responseCount(503) > before + 5)
          await postgres.start()

          const began = performance.now()
          await until(async () => (await deployment.caller.signUp(`${number}-${round}-${performance.now()}`)) === 200)
          expect(await deployment.caller.read(key)).to.equal(200)
          expect(performance.now() - began, 'ms until it had recovered').to.be.below(RECOVERY_TIMEOUT_MS)
          const { rounds } = load
          await until(() => load.rounds > rounds + 10)
          await load.end()
          await importing
          await deployment.checkConsistency()
        }
        expect(service.hasEnded).to.equal(false)
      },
    )
  }

  it('serves reads when all backends are terminated, and commits writes or reports them as failed (F5)', async () => {
    const key = (await deployment.caller.logIn('sudo')) ?? expect.fail('the login failed')
    const load = new Load(deployment.caller, 'f5').begin()
    await until(() => load.rounds > 10)
    const reads: number[] = []

    for (let round = 0; round < ROUNDS * 5; round += 1) {
      const reading = Promise.all(Array.from({ length: 5 }, () => deployment.caller.read(key)))
      await terminateBackends(deployment)
      reads.push(...(await reading), await deployment.caller.read(key))
    }
    await load.end()

    expect(new Set(reads), 'statuses of reads').to.deep.equal(new Set([200]))
    expect(service.hasEnded).to.equal(false)
    await deployment.checkConsistency()
  })

  fault(
    'responds with 503 in time when a foreign lock blocks every connection of the pool, and recovers after it (F21)',
    skipReasonBelow(),
    async () => {
      await inspect(deployment.database, async (inspection) => {
        await inspection.rows('BEGIN')
        await inspection.rows('LOCK TABLE plinth_users, plinth_sessions IN ACCESS EXCLUSIVE MODE')

        const began = performance.now()
        const statuses = await Promise.all([
          ...Array.from({ length: 20 }, (_, index) => deployment.caller.signUp(`locked-out-${index}`)),
          ...Array.from({ length: 10 }, () => deployment.caller.read(deployment.sudoKey)),
        ])
        const waited = performance.now() - began

        expect(new Set(statuses)).to.deep.equal(new Set([503]))
        expect(waited, 'ms').to.be.below(REFUSAL_TIMEOUT_MS)
        await inspection.rows('ROLLBACK')
      })
      await until(async () => (await deployment.caller.read(deployment.sudoKey)) === 200)
      expect(await deployment.caller.signUp('let-in')).to.equal(200)
      await deployment.checkConsistency()
    },
  )

  fault('serves reads while a foreign lock blocks all writes (F21)', undefined, async () => {
    await inspect(deployment.database, async (inspection) => {
      await inspection.rows('BEGIN')
      await inspection.rows('LOCK TABLE plinth_users IN EXCLUSIVE MODE')
      let ended = 0
      const signUps = Array.from({ length: 20 }, async (_, index) => {
        const status = await deployment.caller.signUp(`kept-waiting-${index}`)
        ended += 1
        return status
      })
      await until(async () => (await waitingForLocks(inspection)) > 0)

      const reads = await Promise.all(Array.from({ length: 30 }, () => deployment.caller.read(deployment.sudoKey)))
      const endedBeforeRollback = ended
      await inspection.rows('ROLLBACK')

      expect(new Set(reads)).to.deep.equal(new Set([200]))
      expect(endedBeforeRollback, 'signups that ended while the lock was held').to.equal(0)
      expect(new Set(await Promise.all(signUps))).to.deep.equal(new Set([200]))
    })
    await deployment.checkConsistency()
  })
})

async function waitingForLocks(inspection: Inspection): Promise<number> {
  const [row] = await inspection.rows("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
  return Number(row?.count)
}

async function terminateBackends({ database }: Deployment): Promise<void> {
  await inspect(database, (inspection) =>
    inspection.rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'plinth'",
    ),
  )
}
