import { expect } from 'chai'
import type { Service } from '../support/service-process.js'
import { fault, tooLong } from './support/fault.js'
import { Load } from './support/load.js'
import { type Look, lookAt } from './support/look.js'
import { OwnPostgres } from './support/own-postgres.js'
import { ROUNDS, Site, TEST_TIMEOUT_MS } from './support/site.js'
import { until } from './support/until.js'

/**
 * Longest time in ms until all is normal again once the server is up: the bound of the list, and as much again for a
 * busy machine.
 */
const NORMAL_AGAIN = 2_000 + 2_000

describe('PostgreSQL goes away under load', function () {
  this.timeout(TEST_TIMEOUT_MS + ROUNDS * 60_000)
  let postgres: OwnPostgres
  let site: Site
  let service: Service
  before(async () => {
    postgres = await OwnPostgres.start()
    site = new Site(postgres.place)
    service = await site.start()
  })
  after(() => site.close())

  for (const [number, what, goAway] of [
    ['F3', 'restarted', () => postgres.stop()],
    ['F4', 'killed', () => postgres.kill()],
  ] as const) {
    fault(
      `${number} PostgreSQL is ${what} under load: 503 with Retry-After, never 401 or 403, then normal again, and nothing lost`,
      number === 'F4' ? tooLong() : undefined,
      async () => {
        const key = (await site.caller.logIn('sudo')) ?? expect.fail('nobody could log in')
        for (let round = 0; round < ROUNDS; round += 1) {
          const load = new Load(site.caller, `${number.toLowerCase()}-${round}`).begin()
          await until(() => load.rounds > 10)
          const importing = site.caller.importMakers(`${number}-${round}`, 3_000)

          await goAway()
          const before = site.ledger.answered(503)
          expect(await site.caller.read(key), 'a read while it is away').to.equal(503)
          await until(() => site.ledger.answered(503) > before + 5)
          await postgres.start()

          const began = performance.now()
          await until(async () => (await site.caller.signUp(`${number}-${round}-${performance.now()}`)) === 200)
          expect(await site.caller.read(key)).to.equal(200)
          expect(performance.now() - began, 'ms until it was normal').to.be.below(NORMAL_AGAIN)
          const { rounds } = load
          await until(() => load.rounds > rounds + 10)
          await load.end()
          await importing
          await site.audit()
        }
        expect(service.hasEnded).to.equal(false)
      },
    )
  }

  it('F5 all backends are terminated under load: reads are answered all the same, writes are done or reported as failed', async () => {
    const key = (await site.caller.logIn('sudo')) ?? expect.fail('nobody could log in')
    const load = new Load(site.caller, 'f5').begin()
    await until(() => load.rounds > 10)
    const reads: number[] = []

    for (let round = 0; round < ROUNDS * 5; round += 1) {
      const reading = Promise.all(Array.from({ length: 5 }, () => site.caller.read(key)))
      await terminateBackends(site)
      reads.push(...(await reading), await site.caller.read(key))
    }
    await load.end()

    expect(new Set(reads), 'what reads were answered').to.deep.equal(new Set([200]))
    expect(service.hasEnded).to.equal(false)
    await site.audit()
  })

  fault(
    'F21 a foreign lock holds every connection of the pool: clear 503 within the timeout, alive, and normal after it',
    tooLong(),
    async () => {
      await lookAt(site.place, async (look) => {
        await look.rows('BEGIN')
        await look.rows('LOCK TABLE plinth_users, plinth_sessions IN ACCESS EXCLUSIVE MODE')

        const began = performance.now()
        const statuses = await Promise.all([
          ...Array.from({ length: 20 }, (_, index) => site.caller.signUp(`locked-out-${index}`)),
          ...Array.from({ length: 10 }, () => site.caller.read(site.sudoKey)),
        ])
        const waited = performance.now() - began

        expect(new Set(statuses)).to.deep.equal(new Set([503]))
        expect(waited, 'ms').to.be.below(REFUSAL_TIMEOUT_MS)
        await look.rows('ROLLBACK')
      })
      await until(async () => (await site.caller.read(site.sudoKey)) === 200)
      expect(await site.caller.signUp('let-in')).to.equal(200)
      await site.audit()
    },
  )

  fault('F21 a foreign lock keeps all who write waiting: who reads is answered meanwhile', undefined, async () => {
    await lookAt(site.place, async (look) => {
      await look.rows('BEGIN')
      await look.rows('LOCK TABLE plinth_users IN EXCLUSIVE MODE')
      let ended = 0
      const signUps = Array.from({ length: 20 }, async (_, index) => {
        const status = await site.caller.signUp(`kept-waiting-${index}`)
        ended += 1
        return status
      })
      await until(async () => (await waitingForLocks(look)) > 0)

      const reads = await Promise.all(Array.from({ length: 30 }, () => site.caller.read(site.sudoKey)))
      const endedMeanwhile = ended
      await look.rows('ROLLBACK')

      expect(new Set(reads)).to.deep.equal(new Set([200]))
      expect(endedMeanwhile, 'signups that ended before').to.equal(0)
      expect(new Set(await Promise.all(signUps))).to.deep.equal(new Set([200]))
    })
    await site.audit()
  })
})

/**
 * In ms: 5 s for a connection of the pool, 5 s for a lock, 5 s more for the next in line; and 10 s for a busy machine.
 */
const REFUSAL_TIMEOUT_MS = 15_000 + 10_000

async function waitingForLocks(look: Look): Promise<number> {
  const [row] = await look.rows("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
  return Number(row?.count)
}

async function terminateBackends({ place }: Site): Promise<void> {
  await lookAt(place, (look) =>
    look.rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'plinth'",
    ),
  )
}
