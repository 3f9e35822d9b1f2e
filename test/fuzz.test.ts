import { forEachDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { fuzz } from './fuzz/fuzz.js'

/** `npm run fuzz` sends many more, of another seed each time unless it is given. */
const { FUZZ_REQUESTS = '400', FUZZ_SEED = '20261121' } = process.env

describe('hostile requests', function () {
  this.timeout(1_800_000)

  forEachDatabase((database) => {
    it(`do no harm, ${FUZZ_REQUESTS} of the seed ${FUZZ_SEED}`, async () => {
      const answers = await fuzz(database, { requests: Number(FUZZ_REQUESTS), seed: Number(FUZZ_SEED) })

      // All kinds of answers were met, so that the requests have got through to what they are for.
      expect(Object.keys(answers).map(Number)).to.include.members([200, 400, 401, 403, 404])
    })
  })
})
