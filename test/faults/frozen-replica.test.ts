import { TEST_PASSWORD, type TempDatabase, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { type Service, serve, variablesFor } from '../support/service-process.js'
import { withDatabase } from '../support/with-database.js'

/** How long a frozen replica may hold its locks. */
const RELEASE_TIMEOUT_MS = 30_000

describe('a replica that freezes in a transaction', function () {
  this.timeout(120_000)
  let database: TempDatabase
  let frozen: Service
  let other: Service
  before(async () => {
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    database = await postgres.create()
    const variables = { ...variablesFor(database), PLINTH_SUDO_PASSWORD: TEST_PASSWORD }
    frozen = await serve(variables)
    other = await serve(variables)
  })
  after(async () => {
    frozen.kill()
    other.kill()
    await database.drop()
  })

  it('loses its locks, and continues to work when it wakes up (F25)', async () => {
    const [frozenSudo, otherSudo] = await Promise.all([signIn(frozen), signIn(other)])
    const { importing } = await withDatabase(database, (db) =>
      db.transaction(async (transaction) => {
        await transaction.raw('LOCK TABLE plinth_manufacturers IN EXCLUSIVE MODE') // the import cannot commit
        const importing = frozenSudo.upload('/settings/import_config', manufacturers(100_000))
        await until(isImportWaiting)
        process.kill(frozen.pid, 'SIGSTOP')
        return { importing }
      }),
    )

    await until(
      async () => (await otherSudo.upload('/settings/import_config', manufacturers(1))).status === 200,
      RELEASE_TIMEOUT_MS,
    )
    process.kill(frozen.pid, 'SIGCONT')

    expect((await importing).status).to.equal(503)
    expect((await frozenSudo.get('/users/')).status).to.equal(200)
    expect(await withDatabase(database, (db) => db('plinth_manufacturers').count({ rows: '*' }))).to.deep.equal([
      { rows: '1' },
    ])
  })

  it('loses the row of a user, who can log in at another replica (F25)', async () => {
    const anna = { username: 'anna', password: TEST_PASSWORD }
    const sudo = await signIn(frozen)
    await sudo.post('/users/signup', { ...anna, role_name: 'operator', email: 'anna@plant.test' })
    const logIn = async () => (await other.client.post('/users/login', anna)).status
    const { change } = await withDatabase(database, (db) =>
      db.transaction(async (transaction) => {
        await transaction('plinth_roles').where({ name: 'guest' }).forUpdate() // locked after anna's row
        const change = sudo.patch('/users/anna', { role_name: 'guest' })
        await until(isAnnaLocked)
        process.kill(frozen.pid, 'SIGSTOP')
        return { change }
      }),
    )

    const first = await logIn()
    await until(async () => (await logIn()) === 200, RELEASE_TIMEOUT_MS)
    process.kill(frozen.pid, 'SIGCONT')

    expect(first).to.equal(503)
    expect((await change).status).to.equal(503)
    expect((await sudo.get('/users/anna')).body.role.name).to.equal('operator')
  })

  const isImportWaiting = () =>
    withDatabase(database, async (db) => {
      const waiting = db('pg_stat_activity').where({ datname: db.raw('current_database()'), wait_event_type: 'Lock' })
      return (await waiting).length > 0
    })

  const isAnnaLocked = () =>
    withDatabase(database, async (db) => {
      const free = await db.transaction((transaction) =>
        transaction('plinth_users').where({ username: 'anna' }).forUpdate().skipLocked(),
      )
      return free.length === 0
    })
})

async function signIn({ client }: Service) {
  const { body } = await client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
  return client.withKey(body.apiKey)
}

const manufacturers = (count: number) =>
  JSON.stringify({
    version: '1.0',
    data: { Manufacturer: Array.from({ length: count }, (_, number) => ({ name: `Manufacturer ${number}` })) },
  })
