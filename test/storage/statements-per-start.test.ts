import { createStandardKernel } from '@plinth/service'
import { startTestApp, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import knex from 'knex'

describe('a start on PostgreSQL', () => {
  it('describes all configuration tables in one query', async () => {
    const [database] = testDatabases.filter(({ name }) => name === 'PostgreSQL')
    if (!database) throw new Error('there is no PostgreSQL to test on')
    const tempDatabase = await database.create()
    const hostKnex = knex({ client: 'pg', connection: tempDatabase.url })
    const queries: string[] = []
    hostKnex.on('query', ({ sql }: { sql: string }) => {
      if (/pg_attribute|information_schema\.columns/.test(sql)) queries.push(sql)
    })

    const app = await startTestApp({
      database,
      on: tempDatabase,
      kernel: (options) => createStandardKernel({ ...options, knex: hostKnex }),
    })

    expect(queries).to.have.lengthOf(1)
    await app.stopAndKeepDatabase()
    await hostKnex.destroy()
    await tempDatabase.drop()
  })
})
