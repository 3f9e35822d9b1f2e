import { expect } from 'chai'
import { Bench } from './bench.js'
import { DEFENCES } from './defences.js'

describe('without', () => {
  const bench = new Bench(DEFENCES)
  before(() => bench.begin())
  after(() => bench.end())

  for (const defence of DEFENCES) {
    it(`${defence.name}, a test fails`, async () => {
      const outcome = await bench.outcomeOf(defence)

      expect(outcome.with.failures, 'with it').to.deep.equal([])
      expect(outcome.with.passes, 'tests of that title').to.be.greaterThan(0)
      expect(outcome.without.failures, 'failures without it').not.to.deep.equal([])
      for (const { title, message, isAssertion } of outcome.without.failures)
        expect(isAssertion, `${title} found nothing wrong, but: ${message}`).to.equal(true)
    })
  }
})
