import { type TempDatabase, testDatabases } from '@plinth/testing'
import { expect } from 'chai'
import { PgBouncer } from '../support/pgbouncer.js'
import { run, serve, variablesFor } from '../support/service-process.js'

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
    })
  }
})
