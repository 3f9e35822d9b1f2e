import type { Authenticator } from '../contracts/authenticator.js'
import { PluginFault } from '../errors/plugin-fault.js'
import { copyPrincipal, problemOfPrincipal } from '../security/check-principal.js'
import type { Authenticated } from '../security/principal.js'
import type { Contributions } from './contributions.js'
import { authenticators } from './points.js'

/** A method of an authenticator, for messages, and how to call it. */
export interface Question {
  readonly method: 'authenticate' | 'confirm'
  readonly ask: (authenticator: Authenticator) => Promise<Authenticated | undefined>
  /** Returns whether an answer is about the caller that was asked about. */
  readonly isExpected?: (answer: Authenticated) => boolean
}

/**
 * Asks the contributed authenticators in order, and returns a copy of the first principal. This is the only place where
 * a principal enters the kernel. Throws a `PluginFault` if it is invalid.
 */
export async function askAuthenticators(
  contributions: Contributions,
  question: Question,
): Promise<Authenticated | undefined> {
  for (const authenticator of contributions.to(authenticators)) {
    const answer = await question.ask(authenticator)
    if (answer) return checkedAnswer(answer, question, () => subjectOf(authenticator, contributions))
  }
  return undefined
}

function checkedAnswer(
  answer: Authenticated,
  { method, isExpected = () => true }: Question,
  subject: () => string,
): Authenticated {
  const principal = copyPrincipal(answer) as Authenticated
  const problem = problemOfPrincipal(principal)
  if (problem !== undefined)
    throw new PluginFault(`${subject()} returned an invalid principal from ${method}(): ${problem}.`)
  if (!isExpected(principal)) throw new PluginFault(`${subject()} returned another caller from ${method}().`)
  return principal
}

function subjectOf(authenticator: Authenticator, contributions: Contributions): string {
  const plugin = contributions.contributorOf(authenticators, authenticator)
  return `The authenticator "${authenticator.name}" of the plugin "${plugin}"`
}
