import { forEachDatabase, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../support/app.js'

/** Maximum number of connections to PostgreSQL. SQLite has as many for reads. */
const DATABASE_POOL = 4
/** More than either database has connections for reads. */
const LONG_READS = DATABASE_POOL + 1

describe('long reads', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database, settings: { databasePool: DATABASE_POOL } })
      sudo = await app.signIn('sudo')
    })
    after(() => app.stop())

    it('leave a connection for other requests, however many there are', async () => {
      const { database: own } = app.services
      const release: (() => void)[] = []
      const reading = Array.from({ length: LONG_READS }, () =>
        own.readSnapshot(async (transaction) => {
          await transaction.raw('SELECT 1')
          await new Promise<void>((resolve) => release.push(resolve))
        }),
      )
      for (let ended = 0; ended < LONG_READS; ended += 1) {
        const responses = await Promise.all([sudo.get('/users/'), app.get('/health/ready')])
        expect(responses.map(({ status }) => status)).to.deep.equal([200, 200])
        while (release.length === 0) await new Promise(setImmediate)
        release.shift()?.()
      }
      await Promise.all(reading)
    })
  })
})
