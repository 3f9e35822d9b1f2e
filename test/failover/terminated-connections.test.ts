import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import pg from 'pg'
import { type InstalledPostgres, startInstalledPostgres } from '../operations/installed-postgres.js'
import { Site } from './support/site.js'
import { expectRecovery, underLoad } from './support/under-load.js'

const INTERVAL_MS = 100
const TERMINATIONS = 15
/** Ends all connections of Plinth. */
const TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'plinth'"
const PASSWORD = 'database-password'

describe('two replicas under load on one PostgreSQL server', function () {
  this.timeout(120_000)
  let postgres: InstalledPostgres
  let site: Site
  before(async () => {
    postgres = await startInstalledPostgres()
    await query(`CREATE ROLE plinth LOGIN PASSWORD '${PASSWORD}'`)
    await query('CREATE DATABASE plinth OWNER plinth')
    site = await Site.start(databaseUrl())
  })
  after(async () => {
    await site?.stop()
    postgres?.stop()
  })

  it('lose nothing when connections are terminated again and again, also in transactions', () =>
    underLoad(site, 'terminated', databaseUrl(), async () => {
      for (let count = 0; count < TERMINATIONS; count += 1) {
        await query(`${TERMINATE} ORDER BY state = 'idle in transaction' DESC, random() LIMIT 2`)
        await pause(INTERVAL_MS)
      }
    }))

  it('lose nothing, and refuse nothing, when the server ends idle connections', async () => {
    await query("ALTER ROLE plinth SET idle_session_timeout = '100ms'") // for new connections
    await query(TERMINATE)
    const begunAt = performance.now()
    await underLoad(site, 'idle', databaseUrl(), () => query('ALTER ROLE plinth RESET idle_session_timeout'))
    await query(TERMINATE)

    const outcomes = site.records.outcomesBetween(begunAt, performance.now())
    expect(outcomes.filter(({ kind }) => kind !== 'expected')).to.deep.equal([])
  })

  for (const mode of ['fast', 'immediate'] as const)
    it(`lose nothing when the server is restarted (${mode}), and recover within 2 s`, () =>
      underLoad(site, mode, databaseUrl(), async () => {
        await postgres.restart(mode)
        await expectRecovery(site, performance.now())
      }))

  const databaseUrl = () => `postgres://plinth:${PASSWORD}@127.0.0.1:${postgres.port}/plinth`

  async function query(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.superuserUrl })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
})
