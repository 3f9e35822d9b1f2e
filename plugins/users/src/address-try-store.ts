import type { Database } from '@plinth/kernel'

/** Counts attempts by address, user or token per minute. Single statements keep the counts exact across replicas. */
export class AddressTryStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** Counts an attempt of each; returns their counts in that minute. */
  count(triers: readonly string[], minute: number): Promise<number[]> {
    return this.#database.write(async (transaction) => {
      const tries: number[] = []
      for (const address of triers) {
        const [row] = await transaction('plinth_address_tries')
          .insert({ address, minute, tries: 1 })
          .onConflict(['address', 'minute'])
          .merge({ tries: transaction.raw('plinth_address_tries.tries + 1') })
          .returning('tries')
        tries.push(Number(row.tries))
      }
      return tries
    })
  }

  /** Deletes at most `max` counts of earlier minutes; returns how many. */
  deleteBefore(minute: number, max: number): Promise<number> {
    return this.#database.write((transaction) => {
      const old = transaction('plinth_address_tries').select('address', 'minute').where('minute', '<', minute)
      return transaction('plinth_address_tries').whereIn(['address', 'minute'], old.limit(max)).delete()
    })
  }
}
