import fc from 'fast-check'
import { CALLERS, type HostileRequest, PRIVILEGED_CALLERS, requestsFor } from './hostile-requests.js'
import type { Framing } from './http-text.js'
import type { Operation } from './operations.js'

type Requests = readonly [HostileRequest, ...HostileRequest[]]

/** One request in one packet. */
interface Whole {
  readonly how: 'whole'
  readonly requests: Requests
}

/** Several requests in one packet, often a logout before requests with the same key. */
export interface Pipelined {
  readonly how: 'pipelined'
  readonly requests: Requests
  /** The flaw in the head of each request, if any. */
  readonly flaws: readonly (Flaw | undefined)[]
}

/** The head of a request, and later its body: if `endsKey`, after the key of the caller has ended. */
export interface Parked {
  readonly how: 'parked'
  readonly requests: Requests
  readonly framing: Framing
  /** Whether the client waits for 100 Continue before it sends the body. */
  readonly expectsContinue: boolean
  readonly endsKey: boolean
}

/** Head and body in small pieces. */
export interface Slow {
  readonly how: 'slow'
  readonly requests: Requests
  readonly framing: Framing
  /** Ends of the pieces, in thousandths of the length. */
  readonly cuts: readonly number[]
}

/** The beginning of a request, then nothing more. */
export interface CutOff {
  readonly how: 'cut off'
  readonly requests: Requests
  readonly framing: Framing
  /** Where the request is cut, in thousandths of its length. */
  readonly cut: number
  readonly ending: 'half-close' | 'reset'
}

/** Hostile requests, and how they are sent. Each delivery has a connection of its own. */
export type Delivery = Whole | Pipelined | Parked | Slow | CutOff

/** Header lines after which a connection must be closed. */
export const FLAWS = {
  'a second host': ['Host: other.test'],
  'too many header lines': Array.from({ length: 101 }, () => 'X-Filler: 1'),
}
export type Flaw = keyof typeof FLAWS

/** The operation that ends the session whose key it is called with. */
export const LOGOUT = 'POST /users/logout'

const MAX_PIPELINED = 6

const thousandth = fc.nat(999)
/** Often near the end: in the last chunk, or in the end of a form. */
const cut = fc.oneof(thousandth, fc.integer({ min: 980, max: 999 }))

const framing: fc.Arbitrary<Framing> = fc.oneof(
  fc.constant('length' as const),
  fc.record({
    sizes: fc.array(fc.constantFrom(1, 2, 15, 16, 17, 255, 4_096), { minLength: 1, maxLength: 4 }),
    zeros: fc.constantFrom('', '0', '0000'),
    extension: fc.constantFrom('', ';a', ';a=b', ';a="0;b"'),
    trailer: fc.constantFrom('', 'X-Trailer: 1\r\n', `X-API-KEY: ${'A'.repeat(43)}\r\n`),
  }),
)

/** Callers who are mostly privileged, so that most bodies reach their route. */
const oftenPrivileged = fc.oneof(fc.constantFrom(...CALLERS), {
  weight: 3,
  arbitrary: fc.constantFrom(...PRIVILEGED_CALLERS),
})

const mostly = fc.constantFrom(true, true, true, false)

const flaw: fc.Arbitrary<Flaw | undefined> = fc.oneof(
  { weight: 14, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(FLAWS) as Flaw[])) },
)

/** Generates deliveries of every kind, with requests for these operations. */
export function deliveriesOf(operations: readonly Operation[]): fc.Arbitrary<Delivery> {
  const any = fc.oneof(...operations.map((operation) => requestsFor(operation)))
  const withBody = fc.oneof(...operations.filter(takesBody).map((operation) => requestsFor(operation, oftenPrivileged)))
  const one = (request: fc.Arbitrary<HostileRequest>) => fc.tuple(request)

  const whole: fc.Arbitrary<Whole> = fc.record({ how: fc.constant('whole'), requests: one(any) })
  const flawed = fc.record({ request: any, flaw })
  const pipelined: fc.Arbitrary<Pipelined> = fc
    .record({
      list: fc.tuple(flawed, fc.array(flawed, { minLength: 1, maxLength: MAX_PIPELINED - 1 })),
      beginsWithLogout: fc.boolean(),
    })
    .map(({ list: [first, others], beginsWithLogout }) => ({
      how: 'pipelined',
      requests: [
        beginsWithLogout ? logoutOf(others[0]?.request ?? first.request) : first.request,
        ...others.map((it) => it.request),
      ],
      flaws: [first, ...others].map((it) => it.flaw),
    }))
  const parked: fc.Arbitrary<Parked> = fc.record({
    how: fc.constant('parked'),
    requests: one(withBody),
    framing,
    expectsContinue: fc.boolean(),
    endsKey: mostly,
  })
  const slow: fc.Arbitrary<Slow> = fc.record({
    how: fc.constant('slow'),
    requests: one(any),
    framing,
    cuts: fc.array(thousandth, { minLength: 1, maxLength: 12 }),
  })
  const cutOff: fc.Arbitrary<CutOff> = fc.record({
    how: fc.constant('cut off'),
    requests: one(withBody),
    framing,
    cut,
    ending: fc.constantFrom('half-close', 'reset'),
  })
  return fc.oneof(
    { weight: 3, arbitrary: whole },
    { weight: 2, arbitrary: pipelined },
    { weight: 2, arbitrary: parked },
    { weight: 2, arbitrary: slow },
    { weight: 2, arbitrary: cutOff },
  )
}

/** Returns a logout with the key of a request. It does not end a third-party token. */
const logoutOf = ({ caller }: HostileRequest): HostileRequest => ({
  caller,
  operation: LOGOUT,
  keys: 'required',
  method: 'POST',
  path: '/users/logout',
  body: undefined,
  contentType: undefined,
})

const takesBody = ({ fields, takesFile }: Operation) => fields !== undefined || takesFile
