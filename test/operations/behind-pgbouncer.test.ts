import { TEST_PASSWORD, type TempDatabase, type TestClient, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { DedicatedPostgres } from '../support/dedicated-postgres.js'
import { FaultyProxy } from '../support/faulty-proxy.js'
import { PgBouncer } from '../support/pgbouncer.js'
import { run, type Service, serve, variablesFor } from '../support/service-process.js'
import { withDatabase } from '../support/with-database.js'

describe('behind PgBouncer', () => {
  let database: TempDatabase
  before(async () => {
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    database = await postgres.create()
  })
  after(() => database.drop())

  for (const mode of ['session', 'transaction']) {
    describe(`in ${mode} mode`, () => {
      let bouncer: PgBouncer
      before(async () => {
        bouncer = await PgBouncer.start(new URL(database.url), [`pool_mode = ${mode}`])
      })
      after(() => bouncer.stop())
      const variables = () => variablesFor({ ...database, url: bouncer.url.href })

      it('the service starts, and doctor says that a pooler is in between', async () => {
        const service = await serve(variables())
        const { status } = await service.client.get('/health/ready')
        const { stdout } = await run(['doctor'], variables())
        await service.stop()

        expect(status).to.equal(200)
        expect(stdout).to.match(/a connection pooler is in between/)
        expect(stdout).to.match(/nothing limits how long a read takes/)
        expect(service.logLines.filter((line) => /"level":[56]0/.test(line))).to.deep.equal([])
      })

      it('a write waits for a lock for 5 s, gets 503, and succeeds after the lock', async () => {
        const service = await serve(variables())
        const username = `locked-out-in-${mode}-mode`
        const user = { username, role_name: 'guest', email: `${username}@plant.test`, password: TEST_PASSWORD }
        const signUp = () => service.client.post('/users/signup', user)

        const refused = await withDatabase(database, (db) =>
          db.transaction(async (transaction) => {
            await transaction.raw('LOCK TABLE plinth_users IN EXCLUSIVE MODE') // blocks no reads
            return signUp()
          }),
        )
        const accepted = await signUp()
        await service.stop()

        expect([refused.status, refused.headers['retry-after']]).to.deep.equal([503, '2'])
        expect(service.stdout).to.include('"55P03"') // the lock timed out, not the statement
        expect(accepted.status).to.equal(200)
      })
    })
  }
})

describe('a failover behind PgBouncer, which keeps the connections of its clients open', () => {
  let primary: DedicatedPostgres
  let proxy: FaultyProxy
  let bouncer: PgBouncer
  let service: Service
  let sudo: TestClient
  before(async () => {
    primary = await DedicatedPostgres.start()
    proxy = new FaultyProxy(new URL(primary.database.url))
    const url = new URL(primary.database.url)
    url.port = String(await proxy.open())
    bouncer = await PgBouncer.start(url, ['pool_mode = transaction', 'server_login_retry = 1'])
    const variables = variablesFor({ ...primary.database, url: bouncer.url.href })
    service = await serve({ ...variables, PLINTH_SUDO_PASSWORD: TEST_PASSWORD })
    sudo = service.client.withKey((await logIn()).body.apiKey)
  })
  after(async () => {
    service.kill()
    await bouncer.stop()
    proxy.close()
    await primary.database.drop()
  })
  const logIn = () => service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
  const read = async () => (await sudo.get('/users/')).status

  it('is noticed: a standby is not read from, because it may lack the latest logouts', async () => {
    await Promise.all(Array.from({ length: 40 }, read)) // opens all connections
    await primary.stop()
    proxy.redirectTo(await primary.startStandby())
    proxy.cut()
    await until(() => isAvailable(bouncer.url))

    const reads = await Promise.all(Array.from({ length: 40 }, read))
    const login = await logIn()

    expect(new Set([...reads, login.status])).to.deep.equal(new Set([503]))
    await primary.start()
    proxy.redirectTo(new URL(primary.database.url))
    proxy.cut()
    await until(async () => (await read()) === 200 && (await logIn()).status === 200)
  })

  /** Returns whether the server behind a pooler isAvailable. */
  const isAvailable = (url: URL) =>
    withDatabase({ url: url.href }, (db) => db.raw('SELECT 1')).then(
      () => true,
      () => false,
    )
})
