import { TEST_PASSWORD, type TempDatabase, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { withDatabase } from '../support/with-database.js'

const ROUNDS = 5
const ATTEMPTS = 24

describe('a PostgreSQL database whose default isolation is REPEATABLE READ', function () {
  this.timeout(60_000)
  let database: TempDatabase
  let one: App
  let other: App
  before(async () => {
    const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!postgres) throw new Error('there is no PostgreSQL to test on')
    one = await startApp({ database: postgres })
    database = one.database
    await one.stopAndKeepDatabase()
    await withDatabase(database, (db) =>
      db.raw('ALTER DATABASE ?? SET default_transaction_isolation = ?', [
        new URL(database.url).pathname.slice(1),
        db.raw("'repeatable read'"),
      ]),
    )
    const settings = { lockoutAttempts: ATTEMPTS + 1 } // a lock would end the counting
    one = await startApp({ database: postgres, on: database, settings })
    other = await startApp({ database: postgres, on: database, settings })
  })
  after(async () => {
    await other.stop()
    await one.stop()
    await database.drop()
  })

  it('keeps one sudo user who can log in when two disable themselves at the same time', async () => {
    await one.signIn('sudo', 'second')
    const disableItself = async (app: App, username: string) => {
      const { apiKey } = (await app.logIn(username, TEST_PASSWORD)).body
      return () => app.withKey(apiKey).patch(`/users/${username}`, { disabled: true })
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const attempts = [await disableItself(one, 'sudo'), await disableItself(other, 'second')]

      const responses = await Promise.all(attempts.map((attempt) => attempt()))

      expect(responses.map(({ status }) => status).toSorted()).to.deep.equal([200, 409])
      await withDatabase(database, (db) => db('plinth_users').update({ disabled_at: null }))
    }
  })

  it('counts each of several simultaneous logins with a wrong password', async () => {
    await one.signIn('operator', 'olga')

    const responses = await Promise.all(
      Array.from({ length: ATTEMPTS }, (_, at) => (at % 2 ? one : other).logIn('olga', 'wrong horse 9')),
    )

    expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([403]))
    await withDatabase(database, async (db) => {
      const [{ failures }] = await db('plinth_login_failures').where({ account: 'olga' }).select('failures')
      expect(failures).to.equal(ATTEMPTS)
    })
  })
})
