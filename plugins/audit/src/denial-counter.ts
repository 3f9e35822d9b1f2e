import { ANONYMOUS, type Clock, type Database, type Logger, type SecurityEvents } from '@plinth/kernel'
import type { Denial, DenialObserver } from '@plinth/kernel/contracts'
import { networkOf, withoutSecrets } from '@plinth/kernel/tools'

const MINUTE_MS = 60_000
/** Maximum number of addresses that are counted separately per minute, to limit memory. */
const MAX_ADDRESSES = 100
/** Key that all further addresses are counted under. */
const OTHER_ADDRESSES = 'others'

interface DenialCounterDeps {
  readonly database: Database
  readonly clock: Clock
  readonly securityEvents: SecurityEvents
  readonly log: Logger
}

/**
 * Counts denied requests per address, and records the counts once a minute. With a row for each request, an attacker
 * could fill the disk.
 */
export class DenialCounter implements DenialObserver {
  readonly #database: Database
  readonly #clock: Clock
  readonly #events: SecurityEvents
  readonly #log: Logger
  /** Counts per address, then per error code. */
  #counts = new Map<string, Record<string, number>>()
  #timer: NodeJS.Timeout | undefined
  #recording: Promise<void> = Promise.resolve()

  constructor({ database, clock, securityEvents, log }: DenialCounterDeps) {
    this.#database = database
    this.#clock = clock
    this.#events = securityEvents
    this.#log = log
  }

  /** Records the counts at the end of each minute of the clock. */
  start(): void {
    this.#timer = setTimeout(
      () => {
        this.#recording = this.#record()
        this.start()
      },
      MINUTE_MS - (this.#clock.now() % MINUTE_MS),
    )
    this.#timer.unref()
  }

  /** Stops the timer. Resolves after an attempt to record the remaining counts. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#recording
    await this.#record()
  }

  requestDenied({ address, code }: Denial): void {
    const network = networkOf(address)
    const hasOwnCount = this.#counts.has(network) || this.#counts.size < MAX_ADDRESSES
    const key = hasOwnCount ? network : OTHER_ADDRESSES
    const codes = this.#counts.get(key) ?? {}
    codes[code] = (codes[code] ?? 0) + 1
    this.#counts.set(key, codes)
  }

  /** Records the counts. Never rejects: counts that cannot be recorded are added to those of the next minute. */
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
      this.#log.warn(
        { err: withoutSecrets(error) },
        'denied requests could not be recorded; retrying in the next minute',
      )
      for (const [address, codes] of counts) this.#add(address, codes)
    }
  }

  #add(address: string, codes: Readonly<Record<string, number>>): void {
    const sum = this.#counts.get(address) ?? {}
    for (const [code, count] of Object.entries(codes)) sum[code] = (sum[code] ?? 0) + count
    this.#counts.set(address, sum)
  }
}
