import { ADMIN, type Clock, type Logger, type Origin, type Principal } from '@plinth/kernel'
import { type AddressThrottle, throttleErrors } from '@plinth/kernel/contracts'
import { networkOf, Sweeper } from '@plinth/kernel/tools'
import type { AddressTryStore } from './address-try-store.js'
import type { UsersSettings } from './settings.js'

const MINUTE_MS = 60_000
/** Exceeds any rate. */
const TOO_MANY = Number.POSITIVE_INFINITY
/** Maximum number of callers counted in memory, for a minute. */
const MAX_TRIERS = 100_000

interface StoredAddressThrottleNeeds {
  readonly clock: Clock
  readonly addressTryStore: AddressTryStore
  readonly settings: UsersSettings
  readonly log: Logger
}

/** Limits the attempts per minute of each address, user and token, counted exactly across replicas. */
export class StoredAddressThrottle implements AddressThrottle {
  readonly #clock: Clock
  readonly #tries: AddressTryStore
  readonly #rate: number
  readonly #sweeper: Sweeper
  readonly #triesHere = new Map<string, number>()
  #minute = 0

  constructor({ clock, addressTryStore, settings, log }: StoredAddressThrottleNeeds) {
    this.#clock = clock
    this.#tries = addressTryStore
    this.#rate = settings.loginRate
    this.#sweeper = new Sweeper({ log, sweep: (max) => this.#sweep(max) })
  }

  start(): void {
    this.#sweeper.start()
  }

  stop(): Promise<void> {
    return this.#sweeper.stop()
  }

  countTry(address: string): Promise<void> {
    return this.#count([networkOf(address)])
  }

  async countTryBy({ principal, address = '' }: Origin): Promise<void> {
    if (principal === 'command' || isAdministrator(principal)) return
    await this.#count([networkOf(address), ...holderOf(principal)])
  }

  async #count(triers: readonly string[]): Promise<void> {
    const now = this.#clock.now()
    const minute = Math.floor(now / MINUTE_MS)
    const tooMany = () => throttleErrors.TOO_MANY_TRIES({}, { retryAfter: ((minute + 1) * MINUTE_MS - now) / 1_000 })
    if (this.#countHere(triers, minute) > this.#rate) throw tooMany()
    const tries = await this.#tries.count(triers, minute)
    const over = triers.filter((_, index) => (tries[index] ?? 0) > this.#rate)
    for (const trier of over) this.#triesHere.set(trier, TOO_MANY)
    if (over.length > 0) throw tooMany()
  }

  /**
   * Counts attempts in this process; returns the highest count. Callers over their rate must not cost the database
   * anything.
   */
  #countHere(triers: readonly string[], minute: number): number {
    if (minute !== this.#minute || this.#triesHere.size > MAX_TRIERS) this.#triesHere.clear()
    this.#minute = minute
    const tries = triers.map((trier) => (this.#triesHere.get(trier) ?? 0) + 1)
    for (const [index, trier] of triers.entries()) this.#triesHere.set(trier, tries[index] ?? 0)
    return Math.max(...tries)
  }

  #sweep(max: number): Promise<number> {
    return this.#tries.deleteBefore(Math.floor(this.#clock.now() / MINUTE_MS) - 1, max)
  }
}

function isAdministrator(principal: Principal): boolean {
  return principal.kind !== 'anonymous' && principal.role.level <= ADMIN
}

/** Names the holder of the key; no address looks like this. */
function holderOf(principal: Principal): string[] {
  if (principal.kind === 'anonymous') return []
  return [principal.kind === 'user' ? `user ${principal.identifier}` : `token ${principal.tokenId}`]
}
