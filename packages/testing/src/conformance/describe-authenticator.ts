import assert from 'node:assert/strict'
import { AsyncResource } from 'node:async_hooks'
import type { Authenticated, Role } from '@plinth/kernel'
import type { Authenticator } from '@plinth/kernel/contracts'
import { isLockAwaited } from '../is-lock-awaited.js'
import { ManualClock } from '../manual-clock.js'
import type { TestApp } from '../test-app.js'
import { forEachDatabase, type TestDatabase } from '../test-databases.js'
import { until } from '../until.js'
import {
  type AuthenticatorUnderTest,
  authenticatorOf,
  confirm,
  holderOf,
  type IssuedKey,
  isRefusal,
  type TestedServices,
} from './authenticator-under-test.js'
import { alteredKeys, UNRECOGNIZED_KEYS } from './unrecognized-keys.js'

/** Principals that the authenticator under test has never returned, such as those of another authenticator. */
const UNKNOWN_PRINCIPALS: readonly Authenticated[] = [
  { kind: 'user', identifier: 'unknown', username: 'unknown', sessionId: 'unknown', role: { name: 'sudo', level: 0 } },
  { kind: 'user', identifier: 'unknown', username: 'unknown', sessionId: '1', role: { name: 'sudo', level: 0 } },
  { kind: 'third-party', tokenId: 'unknown', role: { name: 'sudo', level: 0 } },
]

/**
 * Defines the tests that every authenticator must pass, for each database. Call it in a test file of mocha.
 *
 * @example
 * describeAuthenticator({
 *   name: 'badges',
 *   start: (options) =>
 *     startTestApp({ ...options, kernel: (kernelOptions) => createStandardKernel(kernelOptions).use(badges) }),
 *   issue: async (app) => ({ key: await app.services.badgeService.issue(), role: { name: 'guest', level: 256 } }),
 *   waysToRevoke: { revocation: ({ key }, app) => app.services.badgeService.revoke(key) },
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
    const { waysToRevoke = {}, expiresAfter, changeRole } = this.#tested
    before(() => this.#start())
    after(() => this.#stop())

    it('recognises an issued key, and returns its role', () => this.#recognisesKey())
    it('leaves unknown keys to other authenticators', () => this.#leavesUnknownKeys())
    it('does not recognise an altered key', () => this.#refusesAlteredKeys())
    it('puts the key neither into the principal nor into the log', () => this.#hidesKey())
    it('confirms a principal in a transaction', () => this.#confirmsPrincipal())
    it('does not confirm an unknown principal', () => this.#refusesUnknownPrincipals())
    for (const [name, revoke] of Object.entries(waysToRevoke)) {
      it(`ends that key only, on every replica, by ${name}`, () => this.#endsKey(revoke))
      it(`delays ${name} of a confirmed key until the transaction has ended`, () => this.#delaysRevocation(revoke))
    }
    if (changeRole) it('returns the current role of a key', () => this.#returnsCurrentRole(changeRole))
    it('throws if the database cannot be read, instead of treating the key as unknown', () => this.#throwsOnFault())
    if (expiresAfter !== undefined)
      it(`lets a key expire after ${expiresAfter} seconds, not earlier`, () => this.#expires(expiresAfter))
  }

  async #start(): Promise<void> {
    const options = { database: this.#database, clock: this.#clock }
    this.#app = await this.#tested.start(options)
    const mayShare = this.#database.name === 'PostgreSQL'
    this.#replica = mayShare ? await this.#tested.start({ ...options, on: this.#app.database }) : this.#app
  }

  async #stop(): Promise<void> {
    if (this.#replica !== this.#app) await this.#replica?.stopAndKeepDatabase()
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
    assert.deepEqual(caller, principal, 'a request with the key has a different principal')
  }

  async #leavesUnknownKeys(): Promise<void> {
    for (const [what, key] of Object.entries(UNRECOGNIZED_KEYS)) {
      const result = await this.#authenticator.authenticate(key).catch((error: unknown) => error)
      assert.equal(result, undefined, `authenticate() must resolve to undefined for ${what}`)
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
    assert.ok(!JSON.stringify(principal).includes(key), 'the principal contains the key, but principals are logged')
    const line = this.#app.logLines.find((candidate) => candidate.includes(key))
    assert.equal(line, undefined, 'the log contains the key')
  }

  async #confirmsPrincipal(): Promise<void> {
    const { key, role } = await this.#issue()
    const principal = await this.#holder(key)
    const current = await confirm(this.#app, this.#tested.name, principal)
    assert.ok(current, 'confirm() does not know a principal that authenticate() has recognised')
    assertShape(current)
    assertRole(current, role)
  }

  async #refusesUnknownPrincipals(): Promise<void> {
    await this.#holder((await this.#issue()).key) // a valid key, with which the unknown principals could be confused
    for (const principal of UNKNOWN_PRINCIPALS) {
      const current = await confirm(this.#app, this.#tested.name, principal).catch((error: unknown) => error)
      assert.equal(current, undefined, `confirm() must resolve to undefined for ${JSON.stringify(principal)}`)
    }
  }

  async #endsKey(revoke: Revoke<Services, Issued>): Promise<void> {
    const [issued, other] = [await this.#issue(), await this.#issue()]
    const principal = await this.#holder(issued.key)
    const onReplica = authenticatorOf(this.#replica, this.#tested.name)
    assert.ok(await onReplica.authenticate(issued.key), 'another replica does not know the key')

    await revoke(issued, this.#app)

    assert.equal(
      await holderOf(onReplica, issued.key),
      undefined,
      'authenticate() still recognises the ended key on another replica',
    )
    assert.equal(
      await holderOf(this.#authenticator, issued.key),
      undefined,
      'authenticate() still recognises the ended key',
    )
    const current = await confirm(this.#app, this.#tested.name, principal)
    assert.equal(current, undefined, 'confirm() still confirms the ended key')
    assert.ok(await holderOf(this.#authenticator, other.key), 'another key has ended too')
  }

  async #delaysRevocation(revoke: Revoke<Services, Issued>): Promise<void> {
    const issued = await this.#issue()
    const principal = await this.#holder(issued.key)
    const { database } = this.#app.services
    const revokeByAnother = AsyncResource.bind(() => revoke(issued, this.#app)) // not as a write inside the one below
    let isRevoked = false

    const { revoking } = await database.write(async (transaction) => {
      assert.ok(await this.#authenticator.confirm(principal, transaction), 'confirm() does not know the principal')
      const revoking = revokeByAnother().then(() => {
        isRevoked = true
      })
      await until(async () => isRevoked || (await isLockAwaited(database, transaction)))
      assert.equal(isRevoked, false, 'confirm() must lock the row that makes the key valid')
      return { revoking } // not the promise itself: write() would wait for it, and it waits for the transaction
    })
    await revoking
  }

  async #returnsCurrentRole(changeRole: (issued: Issued, app: TestApp<Services>) => Promise<Role>): Promise<void> {
    const issued = await this.#issue()
    const principal = await this.#holder(issued.key)

    const role = await changeRole(issued, this.#app)

    assert.notDeepEqual(role, issued.role, 'changeRole() must return a different role')
    assertRole(await this.#holder(issued.key), role)
    const current = await confirm(this.#app, this.#tested.name, principal)
    assert.ok(current, 'confirm() does not know a principal whose role has changed')
    assertRole(current, role)
  }

  /** Closes the database, which makes it unavailable on SQLite and PostgreSQL alike. */
  async #throwsOnFault(): Promise<void> {
    const app = await this.#tested.start({ database: this.#database, clock: this.#clock })
    const authenticator = authenticatorOf(app, this.#tested.name)
    const { key } = await this.#tested.issue(app)
    await app.stopAndKeepDatabase()

    const result = await authenticator.authenticate(key).catch((error: unknown) => error ?? 'no error')

    await app.stop()
    assert.ok(result !== undefined && !isRefusal(result), 'a valid key is refused because of a database error')
  }

  async #expires(seconds: number): Promise<void> {
    const [early, late] = [await this.#issue(), await this.#issue()]
    const principal = await this.#holder(late.key)

    this.#clock.advance(seconds - 1)
    assert.ok(await holderOf(this.#authenticator, early.key), 'the key expired a second too early')
    this.#clock.advance(1)

    assert.equal(
      await confirm(this.#app, this.#tested.name, principal),
      undefined,
      'confirm() still confirms the expired key',
    )
    assert.equal(
      await holderOf(this.#authenticator, late.key),
      undefined,
      'authenticate() still recognises the expired key',
    )
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

type Revoke<Services, Issued> = (issued: Issued, app: TestApp<Services>) => Promise<unknown>

function assertRole({ role }: Authenticated, { name, level }: Role): void {
  assert.deepEqual({ name: role.name, level: role.level }, { name, level })
}

function assertShape(principal: Authenticated): void {
  const ids: Readonly<Record<string, unknown>> =
    principal.kind === 'user'
      ? { identifier: principal.identifier, username: principal.username, sessionId: principal.sessionId }
      : { tokenId: principal.tokenId }
  for (const [name, id] of Object.entries(ids))
    assert.ok(typeof id === 'string' && id !== '', `the principal must have a non-empty string as ${name}`)
}
