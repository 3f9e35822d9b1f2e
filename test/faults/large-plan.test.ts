import { expect } from 'chai'
import { Deployment, databaseNamed, TEST_TIMEOUT_MS } from './support/deployment.js'
import { fault, skipReasonBelow } from './support/fault.js'

/** With an object for each, so many records fill the heap of a small machine. More than may need values of others. */
const RECORDS = 600_000

describe('a plan of many records on a small machine', function () {
  this.timeout(TEST_TIMEOUT_MS)

  // On SQLite only, because the records are in the memory of the process.
  fault(
    'is made although each record needs a value of the next one, and the last one keeps its own (F13)',
    skipReasonBelow(5),
    async () => {
      const deployment = await Deployment.on(databaseNamed('SQLite'), {
        NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=4',
      })
      const service = await deployment.start()
      const sudo = deployment.asSudo(service)
      const servers = (count: number, shift: number) =>
        Array.from({ length: count }, (_, index) => `{"name":"n${index}","namespace":"s${index + shift}"}`)
      const file = (records: readonly string[]) => `{"data":{"OPCUAServer":[${records}]}}`
      expect((await sudo.upload('/settings/import_config', file(servers(RECORDS, 0)))).status).to.equal(200)

      const blocked = [...servers(RECORDS - 1, 1), `{"name":"last","namespace":"s${RECORDS - 1}"}`]
      const { status, body } = await sudo.upload('/settings/plans', file(blocked))

      expect([status, body.summary?.refused]).to.deep.equal([200, RECORDS])
      expect(service.hasEnded).to.equal(false)
      await deployment.close()
    },
  )
})
