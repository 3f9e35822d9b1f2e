import { ADMIN, type Clock, type KernelServices, type Origin, type PluginLocals, type Principal } from '@plinth/kernel'
import { type RateLimiter, rateLimitErrors } from '@plinth/kernel/contracts'
import { networkOf, Sweeper } from '@plinth/kernel/tools'
import type { RateLimitStore } from './rate-limit-store.js'
import type { UsersSettings } from './settings.js'

const MINUTE_MS = 60_000
const ABOVE_ANY_LIMIT = Number.POSITIVE_INFINITY
/** Maximum number of callers whose attempts are counted in memory. */
const MAX_CALLERS = 100_000

interface StoredRateLimiterDeps extends Pick<KernelServices, 'database' | 'clock'>, PluginLocals<UsersSettings> {
  readonly rateLimitStore: RateLimitStore
}

/** Limits the attempts per minute of each address, user and token, counted exactly across replicas. */
export class StoredRateLimiter implements RateLimiter {
  readonly #clock: Clock
  readonly #store: RateLimitStore
  readonly #limit: number
  readonly #sweeper: Sweeper
  readonly #localCounts = new Map<string, number>()
  #minute = 0

  constructor({ database, clock, rateLimitStore, settings, log }: StoredRateLimiterDeps) {
    this.#clock = clock
    this.#store = rateLimitStore
    this.#limit = settings.rateLimit
    this.#sweeper = new Sweeper({ database, log, sweep: (max) => this.#sweep(max) })
  }

  start(): void {
    this.#sweeper.start()
  }

  stop(): Promise<void> {
    return this.#sweeper.stop()
  }

  countAttempt(address: string): Promise<void> {
    return this.#count([networkOf(address)])
  }

  async countAttemptBy({ principal, address = '' }: Origin): Promise<void> {
    if (principal === 'command' || isAdministrator(principal)) return
    await this.#count([networkOf(address), ...counterNameOf(principal)])
  }

  async #count(callers: readonly string[]): Promise<void> {
    const now = this.#clock.now()
    const minute = Math.floor(now / MINUTE_MS)
    const rateLimitError = () =>
      rateLimitErrors.RATE_LIMITED({}, { retryAfter: ((minute + 1) * MINUTE_MS - now) / 1_000 })
    if (this.#countLocally(callers, minute) > this.#limit) throw rateLimitError()
    const counts = await this.#store.count(callers, minute)
    const over = callers.filter((_, index) => (counts[index] ?? 0) > this.#limit)
    for (const caller of over) this.#localCounts.set(caller, ABOVE_ANY_LIMIT)
    if (over.length > 0) throw rateLimitError()
  }

  /**
   * Counts attempts in this process, so that callers above their limit are rejected without a query. Returns the
   * highest count.
   */
  #countLocally(callers: readonly string[], minute: number): number {
    if (minute !== this.#minute || this.#localCounts.size > MAX_CALLERS) this.#localCounts.clear()
    this.#minute = minute
    const counts = callers.map((caller) => (this.#localCounts.get(caller) ?? 0) + 1)
    for (const [index, caller] of callers.entries()) this.#localCounts.set(caller, counts[index] ?? 0)
    return Math.max(...counts)
  }

  #sweep(max: number): Promise<number> {
    return this.#store.deleteBefore(Math.floor(this.#clock.now() / MINUTE_MS) - 1, max)
  }
}

function isAdministrator(principal: Principal): boolean {
  return principal.kind !== 'anonymous' && principal.role.level <= ADMIN
}

/** Returns the name that counts the attempts of a user or token, and differs from every address; none without a key. */
function counterNameOf(principal: Principal): string[] {
  if (principal.kind === 'anonymous') return []
  return [principal.kind === 'user' ? `user ${principal.identifier}` : `token ${principal.tokenId}`]
}
