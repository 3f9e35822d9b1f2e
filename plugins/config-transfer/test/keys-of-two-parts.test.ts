import { createStandardKernel } from '@plinth/service'
import { forEachDatabase, startTestApp } from '@plinth/testing'
import { expect } from 'chai'
import type { Knex } from 'knex'
import type { App } from '../../../test/support/app.js'
import { singleConnectionKnex } from '../../../test/support/single-connection-knex.js'

const IMPORT = '/settings/import_config'
/** Number of manufacturers, and of segments that each of them has. */
const GRID_SIZE = 40

describe('an import of records whose keys have two parts', () => {
  forEachDatabase((database) => {
    let hostKnex: Knex
    let app: App
    before(async () => {
      const storage = await database.create()
      hostKnex = singleConnectionKnex(database, storage)
      const kernel = (options: object) => createStandardKernel({ ...options, knex: hostKnex })
      app = await startTestApp({ database, on: storage, kernel })
    })
    after(async () => {
      await app.stopAndKeepDatabase()
      await hostKnex.destroy()
      await app.database.drop()
    })

    for (const [what, nameOf] of Object.entries({
      'of digits': (index: number) => `${100 + index}`,
      'that consist of the separator': (index: number) => '/'.repeat(index + 1),
      'of characters of two UTF-16 units': (index: number) => '😀'.repeat(index + 1),
    })) {
      it(`reads only the rows with these keys, with names ${what}`, async () => {
        const sudo = await app.signIn('sudo')
        const names = Array.from({ length: GRID_SIZE }, (_, index) => nameOf(index))
        const segments = names.flatMap((name) => names.map((manufacturer) => ({ name, manufacturer })))
        const Manufacturer = names.map((name) => ({ name }))
        await sudo.upload(IMPORT, JSON.stringify({ data: { Manufacturer, Segment: segments } }))
        const same = names.map((name) => ({ name, manufacturer: name }))

        const rowCounts: number[] = []
        const count = (rows: unknown, { sql }: { sql: string }) => {
          if (sql.includes('plinth_segments')) rowCounts.push(rowsOf(rows).length)
        }
        hostKnex.on('query-response', count)
        const { body } = await sudo.upload(IMPORT, JSON.stringify({ data: { Segment: same } }))
        hostKnex.off('query-response', count)

        expect(body.summary).to.deep.equal({ imported: 0, skipped: GRID_SIZE, errors: 0 })
        expect(Math.max(...rowCounts)).to.equal(GRID_SIZE)
      })
    }
  })
})

/** Returns the rows of a response of either driver. */
function rowsOf(response: unknown): readonly unknown[] {
  if (Array.isArray(response)) return response
  return (response as { readonly rows?: readonly unknown[] }).rows ?? []
}
