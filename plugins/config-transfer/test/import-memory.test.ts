import { forEachDatabase, TEST_PASSWORD, type TempDatabase, type TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { type Service, serve, variablesFor } from '../../../test/support/service-process.js'

const IMPORT = '/settings/import_config'
/** A record may have 131,072 bytes. */
const FULL = 129_000
/** Takes two bytes a character in memory, for its first one is not of Latin-1. */
const LONG = 'ā'.padEnd(FULL, 'x')
/** Takes some twenty times its bytes in memory. */
const OBJECTS = `[${Array(FULL / 3).fill('{}')}]`

/** Lists of records, none of which comes in, as large as a record may be; they have more than the heap together. */
const LARGE: Readonly<Record<string, [table: string, count: number, record: (index: number) => string]>> = {
  'many values in an unknown field': ['Variables', 100, (index) => `{"name":"n${index}","x":${OBJECTS}}`],
  'many values in a field that is not read': [
    'Tags',
    100,
    (index) => `{"name":"n${index}","unit":"?","data_type":"?","variable":${OBJECTS}}`,
  ],
  'long names': ['Variables', 400, (index) => `{"name":"${index}${LONG}"}`],
  'references to long names': ['Units', 600, (index) => `{"name":"n${index}","unit":"u","variable":"${index}${LONG}"}`],
}

describe('an import of large records with a heap of 96 MB', function () {
  this.timeout(60_000)
  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let service: Service
    let sudo: TestClient
    before(async () => {
      tempDatabase = await database.create()
      service = await serve({
        ...variablesFor(tempDatabase),
        PLINTH_SUDO_PASSWORD: TEST_PASSWORD,
        NODE_OPTIONS: '--max-old-space-size=96',
      })
      const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
      sudo = service.client.withKey(body.apiKey)
    })
    after(async () => {
      service.kill()
      await tempDatabase.drop()
    })

    for (const [what, [table, count, record]] of Object.entries(LARGE)) {
      it(`with ${what} ends with a report of each`, async () => {
        const records = Array.from({ length: count }, (_, index) => record(index))

        const { status, body } = await sudo.upload(IMPORT, `{"data":{"${table}":[${records}]}}`)

        expect([status, body.summary]).to.deep.equal([200, { imported: 0, skipped: 0, errors: count }])
        expect(service.hasEnded).to.equal(false)
      })
    }
  })
})
