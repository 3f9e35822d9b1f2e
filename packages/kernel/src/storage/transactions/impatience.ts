import { DatabaseAway } from '../database-away.js'

/** Rejects when something takes longer than so many milliseconds; never resolves. */
export function impatience(awaited: Promise<unknown>, patience: number): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new DatabaseAway(new Error('no answer'))), patience)
    const done = () => clearTimeout(timer)
    awaited.then(done, done)
  })
}
