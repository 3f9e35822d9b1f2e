import type { ClientRequest, ServerResponse } from 'node:http'
import { CommandError } from '../commands/command-error.js'

/** How often a service that is at a task says so. */
const SIGN_INTERVAL_MS = 2_000
/** How long a service may say nothing: a process that is stopped, or a machine that is, keeps its socket open. */
const SILENCE_TIMEOUT_MS = 10_000

/**
 * Begins an answer, and adds white space to it until it ends, so that whoever waits for a long task knows that it goes
 * on.
 */
export function giveSigns(answer: ServerResponse, whiteSpace: ' ' | '\n'): void {
  const give = () => void (answer.writableEnded || answer.write(whiteSpace))
  give()
  const timer = setInterval(give, SIGN_INTERVAL_MS).unref()
  answer.once('close', () => clearInterval(timer))
}

/**
 * Gives a call up whose service says nothing for a while, and then throws a `CommandError` where the call is waited
 * for.
 */
export function expectSigns(call: ClientRequest): ClientRequest {
  return call.setTimeout(SILENCE_TIMEOUT_MS, () => {
    call.destroy(
      new CommandError(
        'The service that has the database does not answer. See whether its process is stopped or frozen.',
      ),
    )
  })
}
