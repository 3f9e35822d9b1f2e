import type { Database } from '@plinth/kernel'

/** Counts attempts per minute by address, user or token. Atomic increments keep the counts exact across replicas. */
export class RateLimitStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /**
   * Counts one attempt for each caller: an address, or the name of a user or token. Returns the counts of the minute.
   */
  count(callers: readonly string[], minute: number): Promise<number[]> {
    return this.#database.write(async (transaction) => {
      const counts: number[] = []
      for (const caller of callers) {
        const [row] = await transaction('plinth_rate_limits')
          .insert({ address: caller, minute, attempts: 1 })
          .onConflict(['address', 'minute'])
          .merge({ attempts: transaction.raw('plinth_rate_limits.attempts + 1') })
          .returning('attempts')
        counts.push(Number(row.attempts))
      }
      return counts
    })
  }

  /** Deletes at most `max` counts of earlier minutes. Returns how many it deleted. */
  deleteBefore(minute: number, max: number): Promise<number> {
    return this.#database.write((transaction) => {
      const old = transaction('plinth_rate_limits').select('address', 'minute').where('minute', '<', minute)
      return transaction('plinth_rate_limits').whereIn(['address', 'minute'], old.limit(max)).delete()
    })
  }
}
