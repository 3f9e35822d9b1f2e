import { type SignedIn, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'
import { connectionsTo } from '../support/connections-to.js'

const DATABASE_POOL = 4
/** Number of concurrent pairs of a read and a write. */
const CONCURRENCY = 20

describe('the connections of a service to PostgreSQL', () => {
  let app: App
  let sudo: SignedIn
  before(async () => {
    const database = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!database) throw new Error('there is no PostgreSQL to test on')
    app = await startApp({ database, settings: { databasePool: DATABASE_POOL } })
    sudo = await app.signIn('sudo')
  })
  after(() => app.stop())

  it('never exceed the limit of the setting, however many requests run', async () => {
    const requests = Array.from({ length: CONCURRENCY }, (_, number) => [
      sudo.get('/users/'),
      sudo.put('/settings/logger_period', { logger_period: 10 + number }),
    ])

    const responses = await Promise.all(requests.flat())

    expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([200]))
    expect(await connectionsTo(app.database)).to.equal(DATABASE_POOL) // idle ones stay open for a while
  })
})
