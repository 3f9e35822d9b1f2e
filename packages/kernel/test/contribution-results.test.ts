import {
  ADMIN,
  ANONYMOUS,
  type Authenticated,
  authenticators,
  callerRestrictions,
  createKernel,
  defineErrors,
  definePlugin,
  defineRoute,
  denialObservers,
  type KernelOptions,
  type KernelServices,
  OPERATOR,
  type Origin,
  Reply,
  requestObservers,
  SUDO,
  type ThirdPartyPrincipal,
  type UserPrincipal,
} from '@plinth/kernel'
import { expectOrigin } from '@plinth/kernel/tools'
import { startTestApp, type TestApp, until } from '@plinth/testing'
import { expect } from 'chai'
import { number, object } from 'yup'
import { sqlite } from './support/kernels.js'

const USER: UserPrincipal = {
  kind: 'user',
  identifier: 'u1',
  username: 'anna',
  sessionId: 's1',
  role: { name: 'admin', level: ADMIN },
}
const TOKEN: ThirdPartyPrincipal = { kind: 'third-party', tokenId: 't1', role: { name: 'admin', level: ADMIN } }
const withLevel = (level: unknown) => ({ ...TOKEN, role: { name: 'admin', level } })

const LEVEL = 'its role.level must be a whole number of 0 or more'
const KIND = 'its kind must be "user" or "third-party"'
/** Values that are not valid principals, and what is wrong with them. */
const INVALID: readonly [what: string, value: unknown, problem: string][] = [
  ['without a level', { ...TOKEN, role: { name: 'admin' } }, LEVEL],
  ['with a level of null', withLevel(null), LEVEL],
  ['with a level of NaN', withLevel(Number.NaN), LEVEL],
  ['with a negative level', withLevel(-1), LEVEL],
  ['with a fraction as level', withLevel(0.5), LEVEL],
  ['with an infinite level', withLevel(Number.NEGATIVE_INFINITY), LEVEL],
  ['with a string as level', withLevel('0'), LEVEL],
  ['with an empty string as level', withLevel(''), LEVEL],
  ['with a list as level', withLevel([]), LEVEL],
  ['with false as level', withLevel(false), LEVEL],
  ['with a big integer as level', withLevel(0n), LEVEL],
  ['with an object as level', withLevel({ valueOf: () => 0 }), LEVEL],
  ['without a role', { kind: 'third-party', tokenId: 't1' }, 'its role must be an object'],
  ['with a role of null', { ...TOKEN, role: null }, 'its role must be an object'],
  ['with the name of a role as role', { ...TOKEN, role: 'admin' }, 'its role must be an object'],
  ['without the name of its role', { ...TOKEN, role: { level: SUDO } }, 'its role.name must be a non-empty string'],
  ['without an id of the token', { ...TOKEN, tokenId: undefined }, 'its tokenId must be a non-empty string'],
  ['with an empty id of the token', { ...TOKEN, tokenId: '' }, 'its tokenId must be a non-empty string'],
  ['without an identifier', { ...USER, identifier: undefined }, 'its identifier must be a non-empty string'],
  ['with a number as identifier', { ...USER, identifier: 7 }, 'its identifier must be a non-empty string'],
  ['without a username', { ...USER, username: null }, 'its username must be a non-empty string'],
  ['without a session', { ...USER, sessionId: undefined }, 'its sessionId must be a non-empty string'],
  [
    'with a word as mustChangePassword',
    { ...USER, mustChangePassword: 'yes' },
    'its mustChangePassword must be true or',
  ],
  ['with 1 as mustChangePassword', { ...USER, mustChangePassword: 1 }, 'its mustChangePassword must be true or false'],
  ['with a profile without an address', { ...USER, profile: { name: 'Anna' } }, 'its profile must have'],
  ['of no kind', { ...TOKEN, kind: undefined }, KIND],
  ['of an unknown kind', { ...TOKEN, kind: 'admin' }, KIND],
  ['of the kind "constructor"', { ...TOKEN, kind: 'constructor' }, KIND],
  ['that is anonymous', ANONYMOUS, KIND],
  ['that is the word "command"', 'command', 'it must be an object'],
  ['that is true', true, 'it must be an object'],
  ['that is a list', [TOKEN], KIND],
]

const badgeErrors = defineErrors({ BADGE_EXPIRED: [403, 'Your badge has expired.'] })

/** What the contributions of the plugin return or do, set by each test. */
const results = {
  authenticate: undefined as unknown,
  confirm: undefined as unknown,
  isRestricted: false as unknown,
  observe: (): void => undefined,
}

/** A contribution with state, as a class. */
class Restriction {
  readonly error = badgeErrors.BADGE_EXPIRED
  readonly #results = results

  appliesTo(): boolean {
    if (this.#results.isRestricted === 'broken') fail()
    return this.#results.isRestricted as boolean
  }
}

const badges = definePlugin<KernelServices>()({
  name: 'badges',
  contributes: () => [
    authenticators.of({
      name: 'badge',
      authenticate: async () => (results.authenticate === 'broken' ? fail() : (results.authenticate as Authenticated)),
      confirm: async () => results.confirm as Authenticated,
    }),
    callerRestrictions.of(new Restriction()),
    denialObservers.of({ requestDenied: () => void results.observe() }),
    requestObservers.of({ requestFinished: () => results.observe() }),
  ],
  routes: ({ callers, database }) => [
    defineRoute({
      method: 'GET',
      path: '/door',
      summary: 'Open the door',
      access: 'authenticated',
      responses: { 200: object({ level: number() }) },
      handle: async ({ principal }) => {
        const level = principal.role.level
        Object.assign(principal.role, { level: SUDO }) // affects this request only
        return Reply.json({ level })
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/gate',
      summary: 'Open the gate',
      access: { maxLevel: OPERATOR },
      responses: { 200: object({}) },
      handle: async (request) => {
        await database.write((transaction) => callers.confirm(request, transaction))
        return Reply.json({})
      },
    }),
  ],
})

describe('what a plugin returns to decide about access', () => {
  let app: TestApp<KernelServices>
  before(async () => {
    const kernel = (options: KernelOptions) => createKernel(options).use(badges)
    app = await startTestApp({ database: sqlite, faults: 'answered', kernel })
  })
  after(() => app.stop())
  beforeEach(() => {
    Object.assign(results, { authenticate: TOKEN, confirm: TOKEN, isRestricted: false, observe: () => undefined })
  })

  const knock = (path: string) => app.withKey('a badge').get(path)
  const lastFault = () =>
    JSON.parse(app.logLines.findLast((line) => line.includes('request failed')) ?? '{}').err?.fault

  for (const [what, value, problem] of INVALID) {
    it(`is refused if it is a principal ${what}`, async () => {
      results.authenticate = value

      const { status, body } = await knock('/door')

      expect([status, body.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
      const by = 'The authenticator "badge" of the plugin "badges" returned an invalid principal from authenticate(): '
      expect(lastFault()).to.include(by + problem)
    })

    it(`is refused if it confirms a principal ${what}`, async () => {
      results.confirm = value

      const { status, body } = await knock('/gate')

      expect([status, body.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
      expect(lastFault()).to.include(`returned an invalid principal from confirm(): ${problem}`)
    })

    if (value === 'command' || value === ANONYMOUS) continue // valid in an origin

    it(`cannot be the principal of an origin if it is a principal ${what}`, () => {
      expect(() => expectOrigin({ principal: value, address: '::1' }, 'x()')).to.throw(
        TypeError,
        'x() needs the origin',
      )
    })
  }

  it('may be a principal with all optional fields', async () => {
    const profile = { email: 'anna@plant.test', name: 'Anna', lastname: null }
    results.authenticate = { ...USER, mustChangePassword: false, profile }

    expect((await knock('/door')).status).to.equal(200)
    expect(() => expectOrigin({ principal: results.authenticate } as Origin, 'x()')).not.to.throw()
  })

  it('may be an instance of a class with accessors', async () => {
    class Badge {
      readonly kind = 'third-party'
      readonly #id = 't1'
      get tokenId() {
        return this.#id
      }
      get role() {
        return { name: 'operator', level: OPERATOR }
      }
    }
    results.authenticate = new Badge()

    expect((await knock('/door')).body).to.deep.equal({ level: OPERATOR })
  })

  for (const nobody of [undefined, null, false]) {
    it(`means an unknown key if it is ${nobody}`, async () => {
      results.authenticate = nobody

      const { status, body } = await knock('/door')

      expect([status, body.code]).to.deep.equal([401, 'TOKEN_INVALID'])
    })
  }

  it('is copied, so that nobody can change the principal of a request that is running, or of the next one', async () => {
    const shared = { ...TOKEN, role: { name: 'operator', level: OPERATOR } }
    results.authenticate = shared

    const [first, second] = [await knock('/door'), await knock('/door')]
    const caller = await app.kernel.authenticate({ headers: { 'x-api-key': 'a badge' } }, 'authenticated')
    shared.role.level = SUDO

    expect([first.body, second.body]).to.deep.equal([{ level: OPERATOR }, { level: OPERATOR }])
    expect(caller.role.level).to.equal(OPERATOR)
  })

  for (const [what, other] of [
    ['another token', { ...TOKEN, tokenId: 't2' }],
    ['a user', USER],
  ]) {
    it(`may not confirm ${what} instead of the caller`, async () => {
      results.confirm = other

      expect((await knock('/gate')).status).to.equal(500)
      expect(lastFault()).to.include('returned another caller from confirm()')
    })
  }

  it('confirms a caller whose role is more privileged now, and refuses one whose role is less privileged', async () => {
    results.confirm = withLevel(SUDO)
    const promoted = await knock('/gate')
    results.confirm = withLevel(OPERATOR)
    const demoted = await knock('/gate')

    expect([promoted.status, demoted.status, demoted.body.code]).to.deep.equal([200, 403, 'ROLE_INSUFFICIENT'])
  })

  it('cannot confirm a caller whose own level is invalid', async () => {
    const { callers, database } = app.services
    for (const level of [undefined, null, Number.NaN, 'admin']) {
      const principal = withLevel(level) as Authenticated
      const confirmed = database.write((transaction) => callers.confirm({ principal }, transaction))
      expect(await confirmed.then(String, ({ code }) => code), String(level)).to.equal('ROLE_INSUFFICIENT')
    }
  })

  it('decides whether a caller is restricted', async () => {
    results.isRestricted = true

    expect((await knock('/door')).body.code).to.equal('BADGE_EXPIRED')
  })

  for (const value of [undefined, null, 0, 'no', Promise.resolve(false)]) {
    it(`is refused if it is ${value} where true or false is expected`, async () => {
      results.isRestricted = value

      expect((await knock('/door')).status).to.equal(500)
      expect(lastFault()).to.include('The plugin "badges" has a caller restriction whose appliesTo() returned neither')
    })
  }

  it('is an error that names the plugin if its authenticator or its restriction throws', async () => {
    results.authenticate = 'broken'
    const unauthenticated = [(await knock('/door')).status, lastFault()]
    Object.assign(results, { authenticate: TOKEN, isRestricted: 'broken' })
    const unrestricted = [(await knock('/door')).status, lastFault()]

    expect(unauthenticated).to.deep.equal([500, 'The authenticator "badge" of the plugin "badges" failed.'])
    expect(unrestricted).to.deep.equal([500, 'The plugin "badges" has a caller restriction that failed.'])
    expect(app.logLines.join()).to.not.include('zebra')
  })

  for (const [how, observe] of [
    ['throw', () => fail()],
    ['reject', () => Promise.reject(new Error('zebra'))],
  ] as const) {
    it(`has no effect on a request if it comes from an observer whose calls ${how}, and the failure is logged`, async () => {
      results.observe = observe
      const lineCount = app.logLines.length

      const { status } = await app.get('/door')

      const newLines = () => app.logLines.slice(lineCount).filter((line) => line.includes('an observer failed'))
      await until(() => newLines().length === (how === 'throw' ? 2 : 1))
      expect(status).to.equal(401)
      expect(newLines().join()).to.include('the plugin \\"badges\\"').and.not.include('zebra')
    })
  }
})

function fail(): never {
  throw new Error('zebra')
}
