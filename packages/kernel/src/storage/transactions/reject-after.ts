import { DatabaseUnavailable } from '../database-unavailable.js'
import { TIMED_OUT } from './driver-errors.js'

/**
 * Returns a promise that rejects with a `DatabaseUnavailable` if another one is still pending after the timeout, and
 * never resolves. The code is `TIMED_OUT` if the database is connected, and otherwise `NO_RESPONSE`.
 */
export function rejectAfter(
  awaited: Promise<unknown>,
  timeoutMs: number,
  isConnected: () => boolean = () => false,
): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(
      () => reject(new DatabaseUnavailable(isConnected() ? timedOut() : noResponse())),
      timeoutMs,
    )
    const done = () => clearTimeout(timer)
    awaited.then(done, done)
  })
}

const timedOut = () => Object.assign(new Error('the database takes too long'), { code: TIMED_OUT })
const noResponse = () => Object.assign(new Error('the database does not respond'), { code: 'NO_RESPONSE' })
