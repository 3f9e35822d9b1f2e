import { defineErrors } from '@plinth/kernel'
import { expect } from 'chai'

describe('a table of errors', () => {
  for (const [what, table] of [
    ['a status that is not an error', { OVEN_COLD: [200, 'Cold.'] }],
    ['a status that is not an integer', { OVEN_COLD: [404.5, 'Cold.'] }],
    ['a code in lower case', { oven_cold: [409, 'Cold.'] }],
    ['a placeholder of several words', { OVEN_COLD: [409, 'It has {how many} degrees.'] }],
    ['a placeholder without an end', { OVEN_COLD: [409, 'It has {degrees.'] }],
  ] as const)
    it(`rejects ${what}`, () => {
      expect(() => defineErrors(table as never)).to.throw(TypeError, /oven_cold|OVEN_COLD/)
    })
})
