import type { ClientRequest, ServerResponse } from 'node:http'
import { CommandError } from '../commands/command-error.js'

/** Interval in ms of keep-alives while a service performs a task. */
const KEEP_ALIVE_INTERVAL_MS = 2_000
/** Maximum time in ms without data. A suspended process or machine sends nothing, but its socket stays open. */
const SILENCE_TIMEOUT_MS = 10_000

/**
 * Starts a response and writes white space to it until it ends, which shows the client that the task is still running.
 */
export function sendKeepAlives(response: ServerResponse, whiteSpace: ' ' | '\n'): void {
  const send = () => void (response.writableEnded || response.write(whiteSpace))
  send()
  const timer = setInterval(send, KEEP_ALIVE_INTERVAL_MS).unref()
  response.once('close', () => clearInterval(timer))
}

/** Fails a call with a `CommandError` if the service sends nothing for `SILENCE_TIMEOUT_MS`. */
export function expectKeepAlives(call: ClientRequest): ClientRequest {
  return call.setTimeout(SILENCE_TIMEOUT_MS, () => {
    call.destroy(
      new CommandError('The service that uses the database does not respond. Check whether its process is suspended.'),
    )
  })
}
