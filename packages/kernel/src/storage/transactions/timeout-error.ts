import { DatabaseUnavailable } from '../database-unavailable.js'
import { TIMED_OUT } from './driver-errors.js'

/**
 * Returns the error of a timeout. The code of its cause is `TIMED_OUT` if the database is connected, and otherwise
 * `NO_RESPONSE`.
 */
export function timeoutError(isConnected = false): DatabaseUnavailable {
  return new DatabaseUnavailable(isConnected ? timedOut() : noResponse())
}

const timedOut = () => Object.assign(new Error('the database takes too long'), { code: TIMED_OUT })
const noResponse = () => Object.assign(new Error('the database does not respond'), { code: 'NO_RESPONSE' })
