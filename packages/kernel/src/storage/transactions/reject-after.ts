import { DatabaseUnavailable } from '../database-unavailable.js'
import { TIMED_OUT } from './driver-errors.js'

/**
 * Rejects with a `DatabaseUnavailable` if a promise is still pending after the timeout; never resolves. The error says
 * whether the database is connected, and so busy, or does not respond.
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
