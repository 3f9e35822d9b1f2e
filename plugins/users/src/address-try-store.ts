import type { Database } from '@plinth/kernel'

/**
 * The table of tries by address, user or token and minute. Single statements, so that counts are exact across replicas.
 */
export class AddressTryStore {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** Counts a try of each; returns how many of each there are in that minute now. */
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

  /** Deletes some of those of earlier minutes; returns how many. */
  deleteBefore(minute: number, most: number): Promise<number> {
    return this.#database.write((transaction) => {
      const old = transaction('plinth_address_tries').select('address', 'minute').where('minute', '<', minute)
      return transaction('plinth_address_tries').whereIn(['address', 'minute'], old.limit(most)).delete()
    })
  }
}
