import type { ClientRequest, ServerResponse } from 'node:http'
import { CommandError } from '../commands/command-error.js'

/** Interval in ms of keep-alives while a service performs a task. */
const SIGN_INTERVAL_MS = 2_000
/** Maximum silence in ms: a process or machine that is suspended keeps its socket open. */
const SILENCE_TIMEOUT_MS = 10_000

/**
 * Starts a response and writes white space as keep-alives until it ends, so that the caller knows that the task runs.
 */
export function giveSigns(answer: ServerResponse, whiteSpace: ' ' | '\n'): void {
  const give = () => void (answer.writableEnded || answer.write(whiteSpace))
  give()
  const timer = setInterval(give, SIGN_INTERVAL_MS).unref()
  answer.once('close', () => clearInterval(timer))
}

/**
 * Fails a call with a `CommandError` if the service sends nothing for `SILENCE_TIMEOUT_MS`.
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
