import { COMMAND } from '@plinth/kernel'
import { forEachDatabase, type SignedIn } from '@plinth/testing'
import { expect } from 'chai'
import { type App, startApp } from '../../../test/support/app.js'

const IMPORT = '/settings/import_config'
const TAG_COUNT = 1_000
/** Maximum length of a piece of an export in characters. A few pieces are in memory at a time. */
const MAX_PIECE_LENGTH = 4_194_304

/** A text of maximum length. In a file each of its characters takes six bytes. */
const long = (end = '') => '\u0001'.repeat(255 - end.length) + end
const NAMED = [{ name: long() }]
const TAGS = Array.from({ length: TAG_COUNT }, (_, index) => ({
  ...{ name: long(String(index)), unit: long(), data_type: long(), description: long() },
  ...{ opcua_address: long(), opcua_client_name: long(), node_namespace: long() },
}))
const TABLES = {
  Variables: NAMED,
  Units: [{ name: long(), variable: long(), unit: long() }],
  DataTypes: NAMED,
  Machines: NAMED,
  Tags: TAGS,
  TagsMachines: TAGS.map(({ name: tag }) => ({ machine: long(), tag })),
}

describe('an export of large records', () => {
  forEachDatabase((database) => {
    let app: App
    let sudo: SignedIn
    before(async () => {
      app = await startApp({ database })
      sudo = await app.signIn('sudo')
      await sudo.upload(IMPORT, JSON.stringify({ data: TABLES }))
    })
    after(() => app.stop())

    for (const [form, isCanonical] of [
      ['usual', false],
      ['canonical', true],
    ] as const) {
      it(`has them all, and is never in memory as a whole, in the ${form} form`, async () => {
        const pieces: string[] = []
        const document = await app.services.exportService.open(COMMAND, { isCanonical })
        for await (const piece of document) pieces.push(String(piece))

        const { data } = JSON.parse(pieces.join(''))
        expect([data.Tags.length, data.TagsMachines.length]).to.deep.equal([TAG_COUNT, TAG_COUNT])
        expect(Math.max(...pieces.map(({ length }) => length))).to.be.at.most(MAX_PIECE_LENGTH)
      })
    }
  })
})
