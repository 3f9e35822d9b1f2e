import { isSomebodyWaiting, TEST_PASSWORD, testDatabases, until } from '@plinth/testing'
import { expect } from 'chai'
import { startApp } from '../../../test/support/app.js'
import { fileOf } from '../../../test/support/configuration.js'
import { within } from '../../../test/support/within-database.js'

const EMAIL = 'wanted@plant.test'

describe('an import next to a change to its caller', () => {
  it('is not aborted for a change that waits for the imported rows', async () => {
    const database = testDatabases.find(({ name }) => name === 'PostgreSQL')
    if (!database) throw new Error('there is no PostgreSQL to test on')
    const app = await startApp({ database })
    const admin = await app.signIn('admin')
    const Users = [{ username: 'brought', email: EMAIL, role: 'guest', password: TEST_PASSWORD }]

    const [imported, change] = await within(app.database, (other) =>
      other.transaction(async (transaction) => {
        const change = (columns: object) => transaction('plinth_users').where({ username: 'admin' }).update(columns)
        await transaction.raw('SET LOCAL lock_timeout = 3000') // as on every connection of Plinth
        await change({ lastname: 'Other' })
        const importing = admin.upload('/settings/import_config', fileOf({ Users }))
        await until(() => isSomebodyWaiting(app.services.database))
        return Promise.all([importing, change({ email_key: EMAIL }).catch(({ code }) => code)])
      }),
    ).finally(() => app.stop())

    expect([imported.status, imported.body.results?.imported.Users]).to.deep.equal([200, 1])
    expect(['40P01', '55P03']).to.include(change)
  }).timeout(60_000)
})
