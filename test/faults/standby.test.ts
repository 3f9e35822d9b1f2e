import { type SignedIn, TEST_PASSWORD, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { DedicatedPostgres } from '../support/dedicated-postgres.js'
import { FaultyProxy } from '../support/faulty-proxy.js'
import { withDatabase } from '../support/with-database.js'

describe('a read-only PostgreSQL server', function () {
  this.timeout(120_000)
  let primary: DedicatedPostgres
  let proxy: FaultyProxy
  let app: App
  let sudo: SignedIn
  before(async () => {
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    primary = await DedicatedPostgres.start()
    proxy = new FaultyProxy(new URL(primary.database.url))
    const url = new URL(primary.database.url)
    url.port = String(await proxy.open())
    app = await startApp({ database: postgres, on: { ...primary.database, url: url.href } })
    sudo = await app.signIn('sudo')
  })
  after(async () => {
    await app.stop()
    proxy.close()
    await primary.database.drop()
  })
  const read = async () => (await sudo.get('/users/')).status

  it('is not read from once it becomes read-only, even over connections that are still open (F26)', async () => {
    await makeReadOnly('on')
    await until(async () => (await read()) === 503)
    expect((await app.get('/health/ready')).status).to.equal(503)

    await makeReadOnly('off')
    await until(async () => (await read()) === 200)
  })

  it('is not read from after a failover to it, because it may lack the latest logouts (F26)', async () => {
    await primary.stop()
    proxy.redirectTo(await primary.startStandby())
    proxy.cut()

    const reads = await Promise.all(Array.from({ length: 20 }, read))
    const login = await app.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })

    expect([...reads, login.status]).to.have.members(Array(21).fill(503))
    await primary.start()
    proxy.redirectTo(new URL(primary.database.url))
    proxy.cut()
    await until(async () => (await read()) === 200)
  })

  /** Changes the setting as fencing does; open connections follow it. */
  async function makeReadOnly(value: 'on' | 'off') {
    await withDatabase(primary.database, async (db) => {
      await db.raw(`SET default_transaction_read_only = off`)
      await db.raw(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
      await db.raw('SELECT pg_reload_conf()')
    })
  }
})
