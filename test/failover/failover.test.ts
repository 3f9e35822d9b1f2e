import { expect } from 'chai'
import { until } from '../faults/support/until.js'
import { PatroniCluster } from './support/patroni-cluster.js'
import type { PatroniNode } from './support/patroni-node.js'
import { Site } from './support/site.js'
import { expectRecovery, underLoad } from './support/under-load.js'

/** Ends all connections of Plinth to a server. */
const TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'plinth'"
/** Number of transactions whose connection ends while they wait for the standby. */
const ENDED_COMMITS = 20
/** Number of sessions that end after a failover, and are still valid on the former primary. */
const STALE_SESSIONS = 10
/** Number of reads with each of their keys while two servers claim to be the primary. */
const STALE_READS = 4

describe('two replicas under load on a Patroni cluster', function () {
  this.timeout(180_000)
  let cluster: PatroniCluster
  let site: Site
  /** Keys of sessions that end after the primary has frozen, by user. */
  const staleKeys = new Map<string, string>()
  before(async () => {
    cluster = await PatroniCluster.start()
    site = await Site.start(cluster.url)
  })
  after(async () => {
    await site?.stop()
    await cluster?.stop()
  })

  it('lose nothing, and execute nothing twice, when connections end during a commit', () =>
    underLoad(site, 'committing', cluster.urlOf(cluster.first), () =>
      cluster.first.session(async (client) => {
        for (let ended = 0; ended < ENDED_COMMITS; ) {
          // The transaction is committed, but its client does not learn that.
          const { rowCount } = await client.query(`${TERMINATE} AND wait_event = 'SyncRep'`)
          ended += rowCount ?? 0
        }
      }),
    ))

  it('lose nothing when the primary is killed, refuse everything until there is another, and recover within 2 s', () =>
    underLoad(site, 'killed', cluster.urlOf(cluster.second), async () => {
      const promotion = cluster.second.untilPromoted()
      await cluster.first.kill()
      const killedAt = performance.now()
      const { lastStandbyAt, primaryAt } = await promotion
      await expectRecovery(site, primaryAt)
      expectRefusals(killedAt, lastStandbyAt, ['GET /health/ready', 'GET /roles', 'POST /users/signup'])
    }))

  it('lose nothing in a switchover, refuse everything meanwhile, and recover within 2 s', async () => {
    cluster.first.start()
    await cluster.untilComplete(cluster.second)

    await underLoad(site, 'switched', cluster.urlOf(cluster.first), async () => {
      const promotion = cluster.first.untilPromoted()
      const stopped = cluster.second.untilStopped()
      await cluster.second.switchOverTo(cluster.first)
      const { lastStandbyAt, primaryAt } = await promotion
      await expectRecovery(site, primaryAt)
      expectRefusals(await stopped, lastStandbyAt, ['GET /health/ready', 'GET /roles', 'POST /users/signup'])
    })
  })

  it('lose nothing when the primary hangs, refuse everything meanwhile, and recover within 2 s', async () => {
    await cluster.untilComplete(cluster.first)
    await logInAll()

    await underLoad(site, 'frozen', cluster.urlOf(cluster.second), async () => {
      const promotion = cluster.second.untilPromoted()
      await cluster.first.freeze()
      const frozenAt = performance.now()
      const { lastStandbyAt, primaryAt } = await promotion
      await expectRecovery(site, primaryAt)
      expectRefusals(frozenAt, lastStandbyAt, ['GET /health/ready']) // the others still wait for the frozen server
      for (const [username, key] of staleKeys) await until(() => site.proxyCaller.logOut(username, key))
    })
  })

  it('do not read from a former primary that wakes up, even if the new one is slow to accept connections', () =>
    underLoad(site, 'woken', cluster.urlOf(cluster.second), async () => {
      cluster.first.thawServer()
      expect(await claimsToBePrimary(cluster.first)).to.equal(true)
      await cluster.second.session((client) =>
        cluster.second.withoutNewConnections(async () => {
          await client.query(TERMINATE)
          for (let read = 0; read < STALE_READS; read += 1) await readWithStaleKeys()
        }),
      )
      expect(await claimsToBePrimary(cluster.first)).to.equal(true)

      cluster.first.thawPatroni()
      await until(async () => !(await claimsToBePrimary(cluster.first).catch(() => false)))
    }))

  /**
   * Checks that while there was no primary everything was refused, apart from what needs no database, and that the
   * expected calls were among the refused ones.
   */
  function expectRefusals(from: number, to: number, expected: readonly string[]): void {
    const meanwhile = site.records.outcomesBetween(from, to)
    const calls = meanwhile.map(({ call }) => call)
    const served = meanwhile.filter(({ kind }) => kind !== 'refused').map(({ call }) => call)
    expect(calls).to.include.members([...expected])
    expect([...new Set(served)], 'served without a primary').to.deep.equal(['GET /health/live'])
  }

  /** Creates users with a session each, which both servers know. */
  async function logInAll(): Promise<void> {
    for (let index = 0; index < STALE_SESSIONS; index += 1) {
      const username = `stale-${index}`
      await site.proxyCaller.signUp(username)
      staleKeys.set(username, (await site.proxyCaller.logIn(username)) ?? expect.fail('the login failed'))
    }
  }

  /** Reads through both replicas with keys that only the former primary still accepts. */
  const readWithStaleKeys = () =>
    Promise.all(
      site.replicaCallers.flatMap((caller) => [...staleKeys.values()].map((key) => caller.readWithEndedKey(key))),
    )
})

function claimsToBePrimary(node: PatroniNode): Promise<boolean> {
  return node.session(async (client) => {
    const { rows } = await client.query('SELECT NOT pg_is_in_recovery() AS claims')
    return rows[0].claims
  })
}
