import { DatabaseAway } from '../database-away.js'
import { TIMED_OUT } from './lost-connection.js'

/**
 * Rejects when something takes longer than so many milliseconds; never resolves. A database that is connected by then
 * is busy, any other one is away.
 */
export function rejectAfter(
  awaited: Promise<unknown>,
  timeoutMs: number,
  isConnected: () => boolean = () => false,
): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new DatabaseAway(isConnected() ? tooSlow() : noAnswer())), timeoutMs)
    const done = () => clearTimeout(timer)
    awaited.then(done, done)
  })
}

const tooSlow = () => Object.assign(new Error('the database takes too long'), { code: TIMED_OUT })
const noAnswer = () => Object.assign(new Error('no answer'), { code: 'NO_ANSWER' })
