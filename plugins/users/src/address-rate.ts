import { type AddressThrottle, type Clock, type Database, type Logger, Sweeper, throttleErrors } from '@plinth/kernel'
import type { Knex } from 'knex'
import { networkOf } from './network-of.js'
import type { UsersSettings } from './settings.js'

const MINUTE = 60_000

interface AddressRateNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly settings: UsersSettings
  readonly log: Logger
}

/** Gives each address so many tries a minute, counted exactly across replicas. */
export class AddressRate implements AddressThrottle {
  readonly #database: Database
  readonly #clock: Clock
  readonly #rate: number
  readonly #sweeper: Sweeper

  constructor({ database, clock, settings, log }: AddressRateNeeds) {
    this.#database = database
    this.#clock = clock
    this.#rate = settings.loginRate
    this.#sweeper = new Sweeper({ log, sweep: (most) => this.#sweep(most) })
  }

  start(): void {
    this.#sweeper.start()
  }

  stop(): Promise<void> {
    return this.#sweeper.stop()
  }

  async countTry(address: string): Promise<void> {
    const now = this.#clock.now()
    const minute = Math.floor(now / MINUTE)
    const tries = await this.#database.write((transaction) => count(transaction, networkOf(address), minute))
    if (tries <= this.#rate) return
    throw throttleErrors.TOO_MANY_TRIES({}, { retryAfter: ((minute + 1) * MINUTE - now) / 1_000 })
  }

  #sweep(most: number): Promise<number> {
    const lastMinute = Math.floor(this.#clock.now() / MINUTE) - 1
    return this.#database.write((transaction) => {
      const old = transaction('plinth_address_tries').select('address', 'minute').where('minute', '<', lastMinute)
      return transaction('plinth_address_tries').whereIn(['address', 'minute'], old.limit(most)).delete()
    })
  }
}

/** One statement, so that two at once are two. Returns how many there are now. */
async function count(transaction: Knex.Transaction, address: string, minute: number): Promise<number> {
  const [row] = await transaction('plinth_address_tries')
    .insert({ address, minute, tries: 1 })
    .onConflict(['address', 'minute'])
    .merge({ tries: transaction.raw('plinth_address_tries.tries + 1') })
    .returning('tries')
  return Number(row.tries)
}
