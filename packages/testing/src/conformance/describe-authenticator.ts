import assert from 'node:assert/strict'
import type { Authenticated, Role } from '@plinth/kernel'
import type { Authenticator } from '@plinth/kernel/contracts'
import { isSomebodyWaiting } from '../is-somebody-waiting.js'
import { ManualClock } from '../manual-clock.js'
import type { TestApp } from '../test-app.js'
import { forEachDatabase, type TestDatabase } from '../test-databases.js'
import { until } from '../until.js'
import {
  type AuthenticatorUnderTest,
  authenticatorOf,
  confirmed,
  holderOf,
  type IssuedKey,
  isRefusal,
  type TestedServices,
} from './authenticator-under-test.js'
import { alteredKeys, UNRECOGNIZED_KEYS } from './foreign-keys.js'

/** Unknown principals, such as other authenticators might return. */
const FOREIGN_PRINCIPALS: readonly Authenticated[] = [
  { kind: 'user', identifier: 'foreign', username: 'foreign', sessionId: 'foreign', role: { name: 'sudo', level: 0 } },
  { kind: 'user', identifier: 'foreign', username: 'foreign', sessionId: '1', role: { name: 'sudo', level: 0 } },
  { kind: 'third-party', tokenId: 'foreign', role: { name: 'sudo', level: 0 } },
]

/**
 * Defines the tests that every authenticator must pass, for each database. Call it in a test file of mocha.
 *
 * @example
 * describeAuthenticator({
 *   name: 'badges',
 *   start: (options) => startTestApp({ ...options, kernel: (more) => createStandardKernel(more).use(badges) }),
 *   issue: async (app) => ({ key: await app.services.badgeService.issue(), role: { name: 'guest', level: 256 } }),
 *   ends: { revocation: ({ key }, app) => app.services.badgeService.revoke(key) },
 * })
 */
export function describeAuthenticator<Services extends TestedServices, Issued extends IssuedKey>(
  tested: AuthenticatorUnderTest<Services, Issued>,
): void {
  describe(`the authenticator "${tested.name}"`, () => {
    forEachDatabase((database) => new AuthenticatorSuite(tested, database).define())
  })
}

class AuthenticatorSuite<Services extends TestedServices, Issued extends IssuedKey> {
  readonly #tested: AuthenticatorUnderTest<Services, Issued>
  readonly #database: TestDatabase
  readonly #clock = new ManualClock()
  #app!: TestApp<Services>
  /** Another kernel on the same database; on SQLite the same kernel. */
  #replica!: TestApp<Services>

  constructor(tested: AuthenticatorUnderTest<Services, Issued>, database: TestDatabase) {
    this.#tested = tested
    this.#database = database
  }

  define(): void {
    const { ends = {}, expiresAfter, changeRole } = this.#tested
    before(() => this.#start())
    after(() => this.#stop())

    it('recognises a key, with the role that it was given', () => this.#recognisesKey())
    it('leaves keys that it does not know to other authenticators', () => this.#leavesForeignKeys())
    it('does not recognise a key that was altered', () => this.#refusesAlteredKeys())
    it('puts the key neither into the principal nor into the log', () => this.#hidesKey())
    it('confirms a principal in a transaction', () => this.#confirmsPrincipal())
    it('confirms nobody whom it has not recognised', () => this.#confirmsNobodyElse())
    for (const [name, end] of Object.entries(ends)) {
      it(`ends one key, on every replica, by: ${name}`, () => this.#endsKey(end))
      it(`keeps a confirmed key from ending before the transaction by: ${name}`, () => this.#holdsKey(end))
    }
    if (changeRole) it('gives a key the role of now', () => this.#givesRoleOfNow(changeRole))
    it('throws when the database cannot be read, and does not take that for an unknown key', () => this.#tellsFaults())
    if (expiresAfter !== undefined)
      it(`ends a key after ${expiresAfter} seconds, and not before`, () => this.#expires(expiresAfter))
  }

  async #start(): Promise<void> {
    const options = { database: this.#database, clock: this.#clock }
    this.#app = await this.#tested.start(options)
    const mayShare = this.#database.name === 'PostgreSQL'
    this.#replica = mayShare ? await this.#tested.start({ ...options, on: this.#app.database }) : this.#app
  }

  async #stop(): Promise<void> {
    if (this.#replica !== this.#app) await this.#replica?.stopOnly()
    await this.#app?.stop()
  }

  get #authenticator(): Authenticator {
    return authenticatorOf(this.#app, this.#tested.name)
  }

  async #recognisesKey(): Promise<void> {
    const { key, role } = await this.#issue()

    const principal = await this.#authenticator.authenticate(key)
    const caller = await this.#app.kernel.authenticate({ headers: { 'x-api-key': key } }, 'authenticated')

    assert.ok(principal, 'authenticate() does not know the key')
    assertShape(principal)
    assertRole(principal, role)
    assert.deepEqual(caller, principal, 'a request with the key has another principal')
  }

  async #leavesForeignKeys(): Promise<void> {
    for (const [what, key] of Object.entries(UNRECOGNIZED_KEYS)) {
      const answer = await this.#authenticator.authenticate(key).catch((error: unknown) => error)
      assert.equal(answer, undefined, `authenticate() must resolve to undefined for ${what}`)
    }
  }

  async #refusesAlteredKeys(): Promise<void> {
    const { key } = await this.#issue()
    for (const [what, altered] of Object.entries(alteredKeys(key))) {
      const holder = await holderOf(this.#authenticator, altered)
      assert.equal(holder, undefined, `authenticate() recognises a key with ${what}`)
    }
  }

  async #hidesKey(): Promise<void> {
    const { key } = await this.#issue()
    const principal = await this.#authenticator.authenticate(key)
    assert.ok(!JSON.stringify(principal).includes(key), 'the principal has the key, and principals are logged')
    const line = this.#app.logLines.find((candidate) => candidate.includes(key))
    assert.equal(line, undefined, 'the log has the key')
  }

  async #confirmsPrincipal(): Promise<void> {
    const { key, role } = await this.#issue()
    const principal = await this.#holder(key)
    const now = await confirmed(this.#app, this.#tested.name, principal)
    assert.ok(now, 'confirm() does not know a principal that authenticate() has recognised')
    assertShape(now)
    assertRole(now, role)
  }

  async #confirmsNobodyElse(): Promise<void> {
    await this.#holder((await this.#issue()).key) // a valid principal that could be confused with them
    for (const principal of FOREIGN_PRINCIPALS) {
      const now = await confirmed(this.#app, this.#tested.name, principal).catch((error: unknown) => error)
      assert.equal(now, undefined, `confirm() must resolve to undefined for ${JSON.stringify(principal)}`)
    }
  }

  async #endsKey(end: End<Services, Issued>): Promise<void> {
    const [issued, other] = [await this.#issue(), await this.#issue()]
    const principal = await this.#holder(issued.key)
    const there = authenticatorOf(this.#replica, this.#tested.name)
    assert.ok(await there.authenticate(issued.key), 'another replica does not know the key')

    await end(issued, this.#app)

    assert.equal(await holderOf(there, issued.key), undefined, 'authenticate() recognises it on another replica')
    assert.equal(await holderOf(this.#authenticator, issued.key), undefined, 'authenticate() still recognises it')
    const now = await confirmed(this.#app, this.#tested.name, principal)
    assert.equal(now, undefined, 'confirm() still confirms it')
    assert.ok(await holderOf(this.#authenticator, other.key), 'another key has ended too')
  }

  async #holdsKey(end: End<Services, Issued>): Promise<void> {
    const issued = await this.#issue()
    const principal = await this.#holder(issued.key)
    const { database } = this.#app.services
    let hasEnded = false

    const ending = await database.write(async (transaction) => {
      assert.ok(await this.#authenticator.confirm(principal, transaction), 'confirm() does not know the principal')
      const ending = end(issued, this.#app).then(() => {
        hasEnded = true
      })
      await until(async () => hasEnded || (await isSomebodyWaiting(database)))
      assert.equal(hasEnded, false, 'confirm() must lock the row that says whether the key is good')
      return { ending }
    })
    await ending.ending
  }

  async #givesRoleOfNow(changeRole: (issued: Issued, app: TestApp<Services>) => Promise<Role>): Promise<void> {
    const issued = await this.#issue()
    const principal = await this.#holder(issued.key)

    const role = await changeRole(issued, this.#app)

    assert.notDeepEqual(role, issued.role, 'changeRole() must give another role')
    assertRole(await this.#holder(issued.key), role)
    const now = await confirmed(this.#app, this.#tested.name, principal)
    assert.ok(now, 'confirm() does not know a principal whose role has changed')
    assertRole(now, role)
  }

  /** Closes the database, which makes it unavailable on SQLite and PostgreSQL alike. */
  async #tellsFaults(): Promise<void> {
    const app = await this.#tested.start({ database: this.#database, clock: this.#clock })
    const authenticator = authenticatorOf(app, this.#tested.name)
    const { key } = await this.#tested.issue(app)
    await app.stopOnly()

    const answer = await authenticator.authenticate(key).catch((error: unknown) => error ?? 'nothing')

    await app.stop()
    assert.ok(answer !== undefined && !isRefusal(answer), 'the key of somebody is refused, which is no fault of theirs')
  }

  async #expires(seconds: number): Promise<void> {
    const [early, late] = [await this.#issue(), await this.#issue()]
    const principal = await this.#holder(late.key)

    this.#clock.advance(seconds - 1)
    assert.ok(await holderOf(this.#authenticator, early.key), 'it has ended a second too early')
    this.#clock.advance(1)

    assert.equal(await confirmed(this.#app, this.#tested.name, principal), undefined, 'confirm() still confirms it')
    assert.equal(await holderOf(this.#authenticator, late.key), undefined, 'authenticate() still recognises it')
  }

  #issue(): Promise<Issued> {
    return this.#tested.issue(this.#app)
  }

  async #holder(key: string): Promise<Authenticated> {
    const principal = await this.#authenticator.authenticate(key)
    assert.ok(principal, 'authenticate() does not know the key')
    return principal
  }
}

type End<Services, Issued> = (issued: Issued, app: TestApp<Services>) => Promise<unknown>

function assertRole({ role }: Authenticated, { name, level }: Role): void {
  assert.deepEqual({ name: role.name, level: role.level }, { name, level })
}

function assertShape(principal: Authenticated): void {
  const texts: Readonly<Record<string, unknown>> =
    principal.kind === 'user'
      ? { identifier: principal.identifier, username: principal.username, sessionId: principal.sessionId }
      : { tokenId: principal.tokenId }
  for (const [name, text] of Object.entries(texts))
    assert.ok(typeof text === 'string' && text !== '', `the principal must have a text as ${name}`)
}
