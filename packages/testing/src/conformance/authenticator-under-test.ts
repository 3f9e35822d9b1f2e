import { type Authenticated, authenticators, type KernelServices, PlinthError, type Role } from '@plinth/kernel'
import type { Authenticator } from '@plinth/kernel/contracts'
import type { TestApp, TestAppOptions } from '../test-app.js'

/** The services that the suites use; every kernel has them. */
export type TestedServices = Pick<KernelServices, 'contributions' | 'database'>

/** An app, as far as it does not matter which other services it has. */
interface TestedApp {
  readonly services: TestedServices
}

/** What a suite asks of an app; hand it on to `startTestApp`. */
export type StartOptions = Pick<TestAppOptions<unknown>, 'database' | 'on' | 'clock'>

/** A good key, and the role that its holder must be recognised with. */
export interface IssuedKey {
  readonly key: string
  readonly role: Role
}

/** An authenticator, and what its suite has to know of it. */
export interface AuthenticatorUnderTest<Services extends TestedServices, Issued extends IssuedKey = IssuedKey> {
  /** The name of the authenticator, as its plugin contributes it. */
  readonly name: string
  /** Starts a kernel with the plugin. */
  readonly start: (options: StartOptions) => Promise<TestApp<Services>>
  /** Issues a key. What else it returns is given back to the other functions. */
  readonly issue: (app: TestApp<Services>) => Promise<Issued>
  /**
   * The ways to end a key, by name. A key must have ended when one resolves. Without any, keys are taken to be good for
   * ever.
   */
  readonly ends?: Readonly<Record<string, (issued: Issued, app: TestApp<Services>) => Promise<unknown>>>
  /** The seconds after which an unused key ends by itself; never unless given. */
  readonly expiresAfter?: number
  /** Gives the holder of a key another role, and returns it. Left out where a key keeps its role. */
  readonly changeRole?: (issued: Issued, app: TestApp<Services>) => Promise<Role>
}

/** The authenticator of that name in an app. */
export function authenticatorOf(app: TestedApp, name: string): Authenticator {
  const all = app.services.contributions.of(authenticators)
  const found = all.find((authenticator) => authenticator.name === name)
  if (found) return found
  const names = all.map((authenticator) => `"${authenticator.name}"`).join(', ') || 'none'
  throw new Error(`No plugin contributes an authenticator "${name}". There are: ${names}.`)
}

/** What an authenticator says of a key: whose it is, or `undefined` also where it throws 401 to say why not. */
export async function holderOf(authenticator: Authenticator, key: string): Promise<Authenticated | undefined> {
  try {
    return await authenticator.authenticate(key)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** What an authenticator says of a principal in a transaction of its own. */
export function confirmed(app: TestedApp, name: string, principal: Authenticated): Promise<Authenticated | undefined> {
  const authenticator = authenticatorOf(app, name)
  return app.services.database.write((transaction) => authenticator.confirm(principal, transaction))
}

/** Whether an error says that a key is no good. */
export function isRefusal(error: unknown): boolean {
  return error instanceof PlinthError && error.status === 401
}
