import { forEachDatabase, type TempDatabase, type TestClient } from '@plinth/testing'
import { expect } from 'chai'
import type { Knex } from 'knex'
import type { Service } from '../../../test/support/service-process.js'
import { useSmallHeap } from '../../../test/support/use-small-heap.js'
import { withDatabase } from '../../../test/support/with-database.js'

const IMPORT = '/settings/import_config'
/** Bytes of a value in a record of almost the maximum size, 131,072 bytes. */
const NEAR_MAX_BYTES = 129_000
/** Takes two bytes per character in memory, because its first character is not in Latin-1. */
const LONG = 'ā'.padEnd(NEAR_MAX_BYTES, 'x')
/** Takes about twenty times its size in memory when parsed. */
const OBJECTS = `[${Array(NEAR_MAX_BYTES / 3).fill('{}')}]`

/** Lists of invalid records of almost the maximum size. Parsed, each list is larger than the heap. */
const LARGE: Readonly<Record<string, [table: string, count: number, record: (index: number) => string]>> = {
  'many values in an unknown field': ['Variables', 100, (index) => `{"name":"n${index}","x":${OBJECTS}}`],
  'many values in a derived field': [
    'Tags',
    100,
    (index) => `{"name":"n${index}","unit":"?","data_type":"?","variable":${OBJECTS}}`,
  ],
  'long names': ['Variables', 400, (index) => `{"name":"${index}${LONG}"}`],
  'references to long names': ['Units', 600, (index) => `{"name":"n${index}","unit":"u","variable":"${index}${LONG}"}`],
}

/** Number of manufacturers, and of segments of each: more than an import looks up at once. */
const GRID_SIZE = 800

describe('an import of large records with a heap of 96 MB', function () {
  this.timeout(60_000)
  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let service: Service
    let sudo: TestClient
    useSmallHeap(database, 96, (opened) => {
      ;({ tempDatabase, service, sudo } = opened)
    })

    for (const [what, [table, count, record]] of Object.entries(LARGE)) {
      it(`with ${what} ends with a report of each`, async () => {
        const records = Array.from({ length: count }, (_, index) => record(index))

        const { status, body } = await sudo.upload(IMPORT, `{"data":{"${table}":[${records}]}}`)

        expect([status, body.summary]).to.deep.equal([200, { imported: 0, skipped: 0, errors: count }])
        expect(service.hasEnded).to.equal(false)
      })
    }

    it('into a table with all combinations of the parts of their keys ends with a report of each', async () => {
      const indexes = Array.from({ length: GRID_SIZE }, (_, index) => index)
      const manufacturers = indexes.map((index) => `{"name":"m${index}"}`)
      await sudo.upload(IMPORT, `{"data":{"Manufacturer":[${manufacturers}]}}`)
      await withDatabase(tempDatabase, insertAllSegments)
      const segments = indexes.map((index) => `{"name":"m${index}","manufacturer":"m${index}"}`)

      const { status, body } = await sudo.upload(IMPORT, `{"data":{"Segment":[${segments}]}}`)

      expect([status, body.summary]).to.deep.equal([200, { imported: 0, skipped: GRID_SIZE, errors: 0 }])
      expect(service.hasEnded).to.equal(false)
    })
  })
})

/** Gives every manufacturer a segment with the name of each. */
async function insertAllSegments(db: Knex): Promise<void> {
  await db.raw(`INSERT INTO plinth_segments (manufacturer_id, name)
    SELECT m.id, n.name FROM plinth_manufacturers m CROSS JOIN plinth_manufacturers n`)
}
