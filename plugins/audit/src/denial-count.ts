import { ANONYMOUS, type Clock, type Database, type Logger, type SecurityEvents } from '@plinth/kernel'
import type { Denial, DenialObserver } from '@plinth/kernel/contracts'
import { networkOf, withoutSecrets } from '@plinth/kernel/tools'

const MINUTE = 60_000
/** Addresses that are told apart in a minute; more would let whoever has many fill the memory. */
const MAX_ADDRESSES = 100
/** Stands for all the others. */
const OTHERS = 'others'

interface DenialCountNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly securityEvents: SecurityEvents
  readonly log: Logger
}

/**
 * Counts requests that are turned away by address, and records them once a minute: a row each would let anybody fill
 * the disk.
 */
export class DenialCount implements DenialObserver {
  readonly #database: Database
  readonly #clock: Clock
  readonly #events: SecurityEvents
  readonly #log: Logger
  /** By address, then by code. */
  #counts = new Map<string, Record<string, number>>()
  #timer: NodeJS.Timeout | undefined
  #recording: Promise<void> = Promise.resolve()

  constructor({ database, clock, securityEvents, log }: DenialCountNeeds) {
    this.#database = database
    this.#clock = clock
    this.#events = securityEvents
    this.#log = log
  }

  /** Records what a minute has brought when it is over, by the clock. */
  start(): void {
    this.#timer = setTimeout(
      () => {
        this.#recording = this.#record()
        this.start()
      },
      MINUTE - (this.#clock.now() % MINUTE),
    )
    this.#timer.unref()
  }

  /** Resolves once the rest is recorded, as far as that can be. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#recording
    await this.#record()
  }

  requestDenied({ address, code }: Denial): void {
    const network = networkOf(address)
    const isKnown = this.#counts.has(network) || this.#counts.size < MAX_ADDRESSES
    const key = isKnown ? network : OTHERS
    const codes = this.#counts.get(key) ?? {}
    codes[code] = (codes[code] ?? 0) + 1
    this.#counts.set(key, codes)
  }

  /** Never rejects. Counts that cannot be recorded now are recorded with those of the next minute. */
  async #record(): Promise<void> {
    const counts = this.#counts
    if (counts.size === 0) return
    this.#counts = new Map()
    try {
      await this.#database.write(async (transaction) => {
        for (const [address, details] of counts) {
          const origin = { principal: ANONYMOUS, address, requestId: '' }
          await this.#events.record(transaction, { event: 'requests-denied', result: 'refused', origin, details })
        }
      })
    } catch (error) {
      this.#log.warn({ err: withoutSecrets(error) }, 'denied requests could not be recorded; it is tried again')
      for (const [address, codes] of counts) this.#add(address, codes)
    }
  }

  #add(address: string, codes: Readonly<Record<string, number>>): void {
    const sum = this.#counts.get(address) ?? {}
    for (const [code, count] of Object.entries(codes)) sum[code] = (sum[code] ?? 0) + count
    this.#counts.set(address, sum)
  }
}
