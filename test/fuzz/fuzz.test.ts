import { forEachDatabase } from '@plinth/testing'
import { expect } from 'chai'
import { fuzz } from './fuzz.js'

/** `npm run suite fuzz` sends many more requests, with a different seed each time unless one is given. */
const isSuite = process.env.SUITE === 'fuzz'
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (isSuite ? 20_000 : 400))
const SEED = Number(process.env.FUZZ_SEED ?? (isSuite ? Date.now() % 1_000_000 : 20_261_127))

/** Half an hour, which a large number of requests may take. */
const FUZZ_TIMEOUT_MS = 1_800_000

describe('hostile requests', () => {
  forEachDatabase((database) => {
    it(`break no rule of the contract, and change no data if they are refused (${REQUESTS} requests, seed ${SEED})`, async () => {
      // Throws at the first response, log line or change of data that breaks a rule
      const tally = await fuzz(database, { requests: REQUESTS, seed: SEED })

      // Requests reached the routes: each of these kinds of `Delivery` got all of these statuses (one that is cut off
      // gets no 200)
      for (const how of ['whole', 'pipelined', 'parked', 'slow'])
        expect(tally).to.include.keys([200, 400, 401, 403].map((status) => `${how} ${status}`))
    }).timeout(FUZZ_TIMEOUT_MS)
  })
})
