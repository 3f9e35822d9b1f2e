import { forEachDatabase, TEST_PASSWORD, type TempDatabase, type TestClient } from '@plinth/testing'
import { expect } from 'chai'
import { smallPlant } from '../../../test/support/configuration.js'
import { type Service, serve, variablesFor } from '../../../test/support/service-process.js'

/** The names of so many tags, twice, do not fit into the heap beside the service. */
const TAG_COUNT = 50_000
/** Takes two bytes per character in memory, because a character is not in Latin-1. */
const LONG = 'ā'.padEnd(240, 'x')

describe('a plan that renames many records with a heap of 64 MB', function () {
  this.timeout(120_000)
  forEachDatabase((database) => {
    let tempDatabase: TempDatabase
    let service: Service
    let sudo: TestClient
    before(async () => {
      tempDatabase = await database.create()
      service = await serve({
        ...variablesFor(tempDatabase),
        PLINTH_SUDO_PASSWORD: TEST_PASSWORD,
        NODE_OPTIONS: '--max-old-space-size=64',
      })
      const { body } = await service.client.post('/users/login', { username: 'sudo', password: TEST_PASSWORD })
      sudo = service.client.withKey(body.apiKey)
    })
    after(async () => {
      service.kill()
      await tempDatabase.drop()
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
