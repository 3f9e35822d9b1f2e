import { type Authenticated, authenticators, type KernelServices, PlinthError, type Role } from '@plinth/kernel'
import type { Authenticator } from '@plinth/kernel/contracts'
import type { TestApp, TestAppOptions } from '../test-app.js'

/** The services that the suites use; every kernel has them. */
export type TestedServices = Pick<KernelServices, 'contributions' | 'database'>

/** An app with at least these services. */
interface TestedApp {
  readonly services: TestedServices
}

/** Options that a suite passes to `start`, to be passed on to `startTestApp`. */
export type StartOptions = Pick<TestAppOptions<unknown>, 'database' | 'on' | 'clock'>

/** A valid key, and the expected role of its holder. */
export interface IssuedKey {
  readonly key: string
  readonly role: Role
}

/** An authenticator, and how its suite can use it. */
export interface AuthenticatorUnderTest<Services extends TestedServices, Issued extends IssuedKey = IssuedKey> {
  /** The name of the authenticator, as its plugin contributes it. */
  readonly name: string
  /** Starts a kernel with the plugin. */
  readonly start: (options: StartOptions) => Promise<TestApp<Services>>
  /** Issues a key. The result, including any other members, is passed to the other functions. */
  readonly issue: (app: TestApp<Services>) => Promise<Issued>
  /**
   * Functions that revoke a key, by a name for test titles, such as `revocation`. The key must be invalid when the
   * promise resolves. Without any function, keys are assumed to be irrevocable.
   */
  readonly waysToRevoke?: Readonly<Record<string, (issued: Issued, app: TestApp<Services>) => Promise<unknown>>>
  /** Seconds after which an unused key expires. By default it never expires. */
  readonly expiresAfter?: number
  /** Changes the role of a key's holder, and returns the new role. Omit it if the role of a key never changes. */
  readonly changeRole?: (issued: Issued, app: TestApp<Services>) => Promise<Role>
}

/** Returns an app's authenticator by its name. */
export function authenticatorOf(app: TestedApp, name: string): Authenticator {
  const all = app.services.contributions.to(authenticators)
  const found = all.find((authenticator) => authenticator.name === name)
  if (found) return found
  const names = all.map((authenticator) => `"${authenticator.name}"`).join(', ') || 'none'
  throw new Error(`No plugin contributes an authenticator "${name}". Known: ${names}.`)
}

/** Returns the holder of a key, or `undefined` if the authenticator does not know it or throws 401. */
export async function holderOf(authenticator: Authenticator, key: string): Promise<Authenticated | undefined> {
  try {
    return await authenticator.authenticate(key)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** Returns the result of an authenticator's `confirm`, in a separate transaction. */
export function confirm(app: TestedApp, name: string, principal: Authenticated): Promise<Authenticated | undefined> {
  const authenticator = authenticatorOf(app, name)
  return app.services.database.write((transaction) => authenticator.confirm(principal, transaction))
}

/** Returns whether an error means that a key is not valid. */
export function isRefusal(error: unknown): boolean {
  return error instanceof PlinthError && error.status === 401
}
