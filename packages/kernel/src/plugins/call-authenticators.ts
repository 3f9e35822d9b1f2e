import type { Authenticator } from '../contracts/authenticator.js'
import { PluginFault } from '../errors/plugin-fault.js'
import { copyPrincipal, principalProblem } from '../security/check-principal.js'
import type { Authenticated } from '../security/principal.js'
import { faultOfContribution } from './call-contribution.js'
import type { Contributions } from './contributions.js'
import { authenticators } from './points.js'

/** A method of an authenticator, for messages, and how to call it. */
export interface AuthenticatorCall {
  readonly method: 'authenticate' | 'confirm'
  readonly call: (authenticator: Authenticator) => Promise<Authenticated | undefined>
  /** Returns whether a result is the principal that the caller expects. Default: any is. */
  readonly isExpected?: (result: Authenticated) => boolean
}

/**
 * Calls the contributed authenticators in order, and returns a checked copy of the first principal that one returns.
 * Throws a `PluginFault` if the principal is invalid. No other code accepts principals from plugins.
 */
export async function callAuthenticators(
  contributions: Contributions,
  authenticatorCall: AuthenticatorCall,
): Promise<Authenticated | undefined> {
  for (const authenticator of contributions.to(authenticators)) {
    const result = await resultOf(authenticator, authenticatorCall, contributions)
    if (result) return checkedCopy(result, authenticatorCall, () => subjectOf(authenticator, contributions))
  }
  return undefined
}

async function resultOf(
  authenticator: Authenticator,
  { method, call }: AuthenticatorCall,
  contributions: Contributions,
): Promise<Authenticated | undefined> {
  try {
    return await call(authenticator)
  } catch (error) {
    if (method === 'confirm') throw error // unwrapped: the transaction recognises database errors by their code
    throw faultOfContribution(error, `${subjectOf(authenticator, contributions)} failed.`)
  }
}

function checkedCopy(
  result: Authenticated,
  { method, isExpected = () => true }: AuthenticatorCall,
  subject: () => string,
): Authenticated {
  const principal = copyPrincipal(result) as Authenticated
  const problem = principalProblem(principal)
  if (problem !== undefined)
    throw new PluginFault(`${subject()} returned an invalid principal from ${method}(): ${problem}.`)
  if (!isExpected(principal)) throw new PluginFault(`${subject()} returned another caller from ${method}().`)
  return principal
}

function subjectOf(authenticator: Authenticator, contributions: Contributions): string {
  const plugin = contributions.contributorOf(authenticators, authenticator)
  return `The authenticator "${authenticator.name}" of the plugin "${plugin}"`
}
