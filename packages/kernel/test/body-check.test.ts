import { expect } from 'chai'
import { array, number, object, string } from 'yup'
import { PlinthError } from '../src/errors/plinth-error.js'
import { compileCheck } from '../src/http/body/validate.js'
import { httpErrors } from '../src/http/http-errors.js'

const schema = object({
  username: string().required(),
  limit: number(),
  values: array(array(number().required()).required()),
})
const check = compileCheck(schema, httpErrors.INVALID_BODY)

/** Counts how often a value in some objects and arrays is looked at. */
class Watch {
  looks = 0

  over<T extends object>(watched: T): T {
    return new Proxy(watched, {
      get: (target, name) => {
        if (Object.hasOwn(target, name) && name !== 'length') this.looks += 1
        return Reflect.get(target, name)
      },
    })
  }
}

const unknownFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))

const TOO_MANY = [{ field: '', message: 'has more than 10000 values' }]
const WRONG_TYPE = [{ field: 'username', message: 'must be of type string' }]
const UNKNOWN = Array.from({ length: 20 }, (_, index) => ({
  field: `f${index}`,
  message: 'is not a field of this request',
}))

describe('the check of a body', () => {
  for (const [what, body, problems, looks] of [
    ['a million values', (watch: Watch) => ({ username: watch.over(Array(1_000_000).fill(0)) }), TOO_MANY, 0],
    ['20,000 unknown fields', (watch: Watch) => watch.over(unknownFields(20_000)), TOO_MANY, 0],
    [
      'a million values in lists of a thousand',
      (watch: Watch) => ({
        username: 'a',
        values: Array.from({ length: 1_000 }, () => watch.over(Array(1_000).fill(0))),
      }),
      TOO_MANY,
      10_000,
    ],
    ['9,999 values in a text', (watch: Watch) => ({ username: watch.over(Array(9_999).fill(0)) }), WRONG_TYPE, 9_999],
    [
      '9,000 unknown fields',
      (watch: Watch) => watch.over({ username: 'a', ...unknownFields(9_000) }),
      UNKNOWN,
      9_010, // the fields that are known are looked at again
    ],
  ] as const) {
    it(`looks at ${looks} values at most of one with ${what}`, () => {
      const watch = new Watch()

      const problem = problemOf(() => check(body(watch)))

      expect(problem?.fields).to.deep.equal(problems)
      expect(watch.looks).to.be.at.most(looks)
    })
  }

  it('refuses objects and arrays in one another beyond 32 levels, the body being the first', () => {
    const nested = (levels: number) => JSON.parse(`{"username":${'['.repeat(levels)}${']'.repeat(levels)}}`)

    const problems = [31, 32].map((levels) => problemOf(() => check(nested(levels)))?.fields)

    expect(problems).to.deep.equal([WRONG_TYPE, [{ field: '', message: 'is nested deeper than 32 levels' }]])
  })

  it('takes 10,000 values', () => {
    const body = { username: 'a', limit: 1, values: [Array(9_996).fill(0)] }

    expect(check(body)).to.equal(body)
  })
})

function problemOf(act: () => unknown): PlinthError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof PlinthError) return error
    throw error
  }
}
