import { configTransfer } from '@plinth/config-transfer'
import { forEachDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { startApp } from '../../../test/support/app.js'
import { migrations } from '../src/migrations.js'

/** More users than one statement of the migration covers. */
const USER_COUNT = 1_201

describe('users of a database without names to search', () => {
  forEachDatabase((database) => {
    it('are found by their names after the migration', async () => {
      const app = await startApp({ database })
      const { database: stored } = app.services
      await stored.write(async (transaction) => {
        await configTransfer.beforeMigrations?.(transaction, stored.dialect)
        for (const column of ['name_key', 'lastname_key'])
          await transaction.raw(`ALTER TABLE plinth_users DROP COLUMN ${column}`)
        await transaction.batchInsert('plinth_users', Array.from({ length: USER_COUNT }, storedUser), 100)
      })

      await stored.write(async (transaction) =>
        migrations.find(({ name }) => name === '006-names-to-search')?.up(transaction, stored.dialect),
      )

      const sudo = await app.signIn('sudo')
      const totals: unknown[] = []
      for (const search of ['ïDA', 'İDA', 'Straße', 'user']) {
        const { headers } = await sudo.get(`/users/?${new URLSearchParams({ search, limit: '1', count: 'true' })}`)
        totals.push(headers['x-total-count'])
      }
      expect(totals).to.deep.equal([String(USER_COUNT), '0', String(Math.ceil(USER_COUNT / 2)), String(USER_COUNT)])
      await app.stop()
    })
  })
})

/** Returns a row of the table of users: all have a name, every other one also a family name. */
function storedUser(_: unknown, number: number) {
  const [username, email] = [`user-${number}`, `user-${number}@plant.test`]
  const lastname = number % 2 === 0 ? 'STRAßE' : null
  return {
    identifier: username,
    username,
    username_key: username,
    email,
    email_key: email,
    name: 'Ïda',
    lastname,
    role_id: 1,
  }
}
