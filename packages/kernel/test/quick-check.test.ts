import { inspect } from 'node:util'
import { expect } from 'chai'
import { number, object, string } from 'yup'
import { compileQuickCheck } from '../src/http/body/quick-check.js'

const schema = object({
  username: string().required().max(5),
  limit: number().integer().min(1).max(1_000),
})
  .noUnknown()
  .strict()

const values: readonly object[] = [
  { username: 'alice' },
  { username: 'alice', limit: 1 },
  { username: 'alice', limit: 1_000 },
  { username: 'alice', limit: undefined },
  { username: '' },
  { username: 'alicia' },
  { username: null },
  { username: 7 },
  {},
  { username: 'alice', limit: 0 },
  { username: 'alice', limit: 1_001 },
  { username: 'alice', limit: 1.5 },
  { username: 'alice', limit: null },
  { username: 'alice', limit: '1' },
  { username: 'alice', limit: Number.NaN },
  { username: 'alice', other: 1 },
]

describe('the quick check of plain fields', () => {
  for (const value of values) {
    it(`agrees with yup about ${inspect(value)}`, () => {
      expect(compileQuickCheck(schema)?.(value)).to.equal(schema.isValidSync(value))
    })
  }

  it('returns undefined for an unsupported schema, so that yup checks it', () => {
    const unsupported = [
      object({ role: string().oneOf(['admin']) }),
      object({ role: string().test('mine', () => false) }),
      object({ role: string().matches(/a/) }),
      object({ role: object({ name: string() }) }),
      object({ role: string().when('limit', ([limit], role) => (limit ? role.required() : role)), limit: number() }),
      object({ role: string() }).test('whole', () => false),
    ]

    expect(unsupported.map(compileQuickCheck)).to.deep.equal(unsupported.map(() => undefined))
  })
})
