import { forEachDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { fuzz } from './fuzz.js'

/** `npm run suite fuzz` sends many more, of another seed each time unless one is given. */
const isSuite = process.env.SUITE === 'fuzz'
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (isSuite ? 20_000 : 400))
const SEED = Number(process.env.FUZZ_SEED ?? (isSuite ? Date.now() % 1_000_000 : 20_261_121))

/** As many as that may take half an hour. */
const FUZZ_TIMEOUT_MS = 1_800_000

describe('hostile requests', () => {
  forEachDatabase((database) => {
    it(`do no harm, ${REQUESTS} of the seed ${SEED}`, async () => {
      const answers = await fuzz(database, { requests: REQUESTS, seed: SEED })

      // All kinds of answers were met in each way of sending, so that the requests have got through to what they are
      // for.
      for (const how of ['whole', 'pipelined', 'parked', 'slow'])
        expect(answers).to.include.keys([200, 400, 401, 403].map((status) => `${how} ${status}`))
    }).timeout(FUZZ_TIMEOUT_MS)
  })
})
