import type { TestClient } from '@plinth/testing'
import { expect } from 'chai'
import type { Service } from '../support/service-process.js'
import { Deployment, databaseNamed, TEST_TIMEOUT_MS } from './support/deployment.js'
import { fault, skipReasonBelow } from './support/fault.js'

const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=4' }
/** So many that an object for each record would fill the heap. */
const CHAINED_RECORDS = 600_000
/** So many that an entry of a map for each row would fill the heap. */
const KEPT = 1_100_000
/** More than fit into the memory that a plan may use for names. */
const NAMED_RECORDS = 4_500_000

const range = <T>(length: number, item: (index: number) => T) => Array.from({ length }, (_, index) => item(index))

describe('a plan of many records on a small machine', function () {
  this.timeout(TEST_TIMEOUT_MS)

  /** On SQLite only, because the records are in the memory of the process. */
  const onSmallMachine = (title: string, check: (sudo: TestClient) => Promise<void>) =>
    fault(`${title} (F13)`, skipReasonBelow(5), async () => {
      const deployment = await Deployment.on(databaseNamed('SQLite'), SMALL_HEAP)
      const service: Service = await deployment.start()
      await check(deployment.asSudo(service))
      expect(service.hasEnded).to.equal(false)
      await deployment.close()
    })

  const importAll = async (sudo: TestClient, tables: string) =>
    expect((await sudo.upload('/settings/import_config', `{"data":{${tables}}}`)).status).to.equal(200)

  onSmallMachine(
    'is made although each record needs a value of the next one, and the last one keeps its own',
    async (sudo) => {
      const servers = (count: number, shift: number) =>
        range(count, (index) => `{"name":"n${index}","namespace":"s${index + shift}"}`)
      await importAll(sudo, `"OPCUAServer":[${servers(CHAINED_RECORDS, 0)}]`)

      const blocked = [...servers(CHAINED_RECORDS - 1, 1), `{"name":"last","namespace":"s${CHAINED_RECORDS - 1}"}`]
      const { status, body } = await sudo.upload('/settings/plans', `{"data":{"OPCUAServer":[${blocked}]}}`)

      expect([status, body.summary?.refused]).to.deep.equal([200, CHAINED_RECORDS])
    },
  )

  onSmallMachine('is made although many rows cannot be removed while others refer to them', async (sudo) => {
    await importAll(sudo, `"Manufacturer":[${range(KEPT, (index) => `{"name":"m${index}"}`)}]`)
    await importAll(sudo, `"Segment":[${range(KEPT, (index) => `{"name":"s","manufacturer":{"name":"m${index}"}}`)}]`)

    const { status, body } = await sudo.upload('/settings/plans?mode=mirror', '{"data":{"Manufacturer":[]}}')

    expect([status, body.summary?.refused]).to.deep.equal([200, KEPT])
  })

  onSmallMachine('is refused if the names of its records need too much memory', async (sudo) => {
    const named = `{"data":{"OPCUAServer":[${range(NAMED_RECORDS, (index) => `{"name":"${index}"}`)}]}}`

    const plan = await sudo.upload('/settings/plans', named)
    const { body: left } = await sudo.get('/settings/plans')

    expect([plan.status, plan.body.code]).to.deep.equal([413, 'TOO_MANY_RECORDS'])
    expect(left).to.deep.equal([])
  })
})
