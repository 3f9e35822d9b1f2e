import { type AddressThrottle, type Clock, type Logger, networkOf, Sweeper, throttleErrors } from '@plinth/kernel'
import type { AddressTryStore } from './address-try-store.js'
import type { UsersSettings } from './settings.js'

const MINUTE = 60_000

interface AddressRateNeeds {
  readonly clock: Clock
  readonly addressTryStore: AddressTryStore
  readonly settings: UsersSettings
  readonly log: Logger
}

/** Gives each address so many tries a minute, counted exactly across replicas. */
export class AddressRate implements AddressThrottle {
  readonly #clock: Clock
  readonly #tries: AddressTryStore
  readonly #rate: number
  readonly #sweeper: Sweeper

  constructor({ clock, addressTryStore, settings, log }: AddressRateNeeds) {
    this.#clock = clock
    this.#tries = addressTryStore
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
    const tries = await this.#tries.count(networkOf(address), minute)
    if (tries <= this.#rate) return
    throw throttleErrors.TOO_MANY_TRIES({}, { retryAfter: ((minute + 1) * MINUTE - now) / 1_000 })
  }

  #sweep(most: number): Promise<number> {
    return this.#tries.deleteBefore(Math.floor(this.#clock.now() / MINUTE) - 1, most)
  }
}
