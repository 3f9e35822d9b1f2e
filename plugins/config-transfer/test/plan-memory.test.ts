import { forEachDatabase, type TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { smallPlant } from '../../../test/support/configuration.js'
import type { Service } from '../../../test/support/service-process.js'
import { useSmallHeap } from '../../../test/support/use-small-heap.js'

/** The names of so many tags, twice, do not fit into the heap beside the service. */
const TAG_COUNT = 50_000
/** Takes two bytes per character in memory, because a character is not in Latin-1. */
const LONG = 'ā'.padEnd(240, 'x')

describe('a plan that renames many records with a heap of 64 MB', function () {
  this.timeout(120_000)
  forEachDatabase((database) => {
    let service: Service
    let sudo: TestClient
    useSmallHeap(database, 64, (opened) => {
      ;({ service, sudo } = opened)
    })

    const fileWith = (prefix: string) => {
      const tags = Array.from(
        { length: TAG_COUNT },
        (_, index) => `{"id":"t${index}","name":"${prefix}${index}${LONG}","unit":"bar","data_type":"float"}`,
      )
      const { Tags: _, ...others } = smallPlant() as Record<string, unknown>
      return `{"data":{${JSON.stringify(others).slice(1, -1)},"Tags":[${tags}]}}`
    }

    it('finds each by its identifier', async () => {
      await sudo.upload('/settings/import_config', fileWith('a'))

      const { status, body } = await sudo.upload('/settings/plans', fileWith('b'))

      expect([status, body.summary?.update, body.summary?.add]).to.deep.equal([200, TAG_COUNT, 0])
      expect(service.hasEnded).to.equal(false)
    })
  })
})
