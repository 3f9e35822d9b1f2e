import { forEachDatabase, type TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { smallPlant } from '../../../test/support/configuration.js'
import type { Service } from '../../../test/support/service-process.js'
import { useSmallHeap } from '../../../test/support/use-small-heap.js'

/** The names of so many tags, twice, do not fit into the heap beside the service. */
const TAG_COUNT = 50_000
/** Takes two bytes per character in memory, because a character is not in Latin-1. */
const LONG = 'ā'.padEnd(240, 'x')
/** Objects for so many changes do not fit into the heap beside the service. */
const SERVER_COUNT = 120_000

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

describe('a plan of many records that wait for one another, with a heap of 64 MB', function () {
  this.timeout(240_000)
  forEachDatabase((database) => {
    let service: Service
    let sudo: TestClient
    useSmallHeap(database, 64, (opened) => {
      ;({ service, sudo } = opened)
    })

    const fileWith = (namespaceOf: (index: number) => number, count: number) =>
      `{"data":{"OPCUAServer":[${Array.from(
        { length: count },
        (_, index) => `{"name":"n${index}","namespace":"s${namespaceOf(index)}"}`,
      )}]}}`

    it('refuses each that needs a value of the next one, because the last one keeps its own', async () => {
      await sudo.upload(
        '/settings/import_config',
        fileWith((index) => index, SERVER_COUNT),
      )

      const { status, body } = await sudo.upload(
        '/settings/plans',
        fileWith((index) => index + 1, SERVER_COUNT - 1),
      )

      expect([status, body.summary?.refused, body.summary?.update]).to.deep.equal([200, SERVER_COUNT - 1, 0])
      expect(service.hasEnded).to.equal(false)
    })
  })
})
