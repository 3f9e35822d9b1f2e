import { httpErrors, PlinthError } from '@plinth/kernel'
import { compileCheck } from '@plinth/kernel/composition'
import { expect } from 'chai'
import { array, number, object, string } from 'yup'

const schema = object({
  username: string().required(),
  limit: number(),
  values: array(array(number().required()).required()),
})
const check = compileCheck(schema, httpErrors.INVALID_BODY)

/** Counts how often values of the observed objects and arrays are read. */
class ReadCounter {
  reads = 0

  observe<T extends object>(observed: T): T {
    return new Proxy(observed, {
      get: (target, name) => {
        if (Object.hasOwn(target, name) && name !== 'length') this.reads += 1
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
  for (const [what, body, problems, maxReads] of [
    [
      'a million values',
      (counter: ReadCounter) => ({ username: counter.observe(Array(1_000_000).fill(0)) }),
      TOO_MANY,
      0,
    ],
    ['20,000 unknown fields', (counter: ReadCounter) => counter.observe(unknownFields(20_000)), TOO_MANY, 0],
    [
      'a million values in lists of a thousand',
      (counter: ReadCounter) => ({
        username: 'a',
        values: Array.from({ length: 1_000 }, () => counter.observe(Array(1_000).fill(0))),
      }),
      TOO_MANY,
      10_000,
    ],
    [
      '9,999 values where a string is expected',
      (counter: ReadCounter) => ({ username: counter.observe(Array(9_999).fill(0)) }),
      WRONG_TYPE,
      9_999,
    ],
    [
      '9,000 unknown fields',
      (counter: ReadCounter) => counter.observe({ username: 'a', ...unknownFields(9_000) }),
      UNKNOWN,
      9_002, // each field once, and the known one again
    ],
  ] as const) {
    it(`refuses a body with ${what}, and reads at most ${maxReads} of its values`, () => {
      const counter = new ReadCounter()

      const problem = problemOf(() => check(body(counter)))

      expect(problem?.fields).to.deep.equal(problems)
      expect(counter.reads).to.be.at.most(maxReads)
    })
  }

  it('refuses objects and arrays nested deeper than 32 levels, counting the body as the first', () => {
    const nested = (levels: number) => JSON.parse(`{"username":${'['.repeat(levels)}${']'.repeat(levels)}}`)

    const problems = [31, 32].map((levels) => problemOf(() => check(nested(levels)))?.fields)

    expect(problems).to.deep.equal([WRONG_TYPE, [{ field: '', message: 'is nested deeper than 32 levels' }]])
  })

  it('describes each problem without the name of its field, which it lists separately', () => {
    const strict = compileCheck(
      object({
        limit: number().min(1),
        colour: string().oneOf(['red']),
        places: array(object({ hall: string().max(2) })),
      }),
      httpErrors.INVALID_BODY,
    )

    const problem = problemOf(() => strict({ limit: 0, colour: 'blue', places: [{ hall: 'long' }] }))

    expect(problem?.fields).to.deep.equal([
      { field: 'limit', message: 'must be greater than or equal to 1' },
      { field: 'colour', message: 'must be one of the following values: red' },
      { field: 'places[0].hall', message: 'must be at most 2 characters' },
    ])
  })

  it('accepts 10,000 values', () => {
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
