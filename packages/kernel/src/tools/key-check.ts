import { within } from '../async/within.js'
import { PlinthError } from '../errors/plinth-error.js'
import type { Callers } from '../security/callers.js'
import type { Authenticated } from '../security/principal.js'
import type { Clock } from '../storage/clock.js'
import type { Database } from '../storage/database.js'

/** Maximum time in ms for which a key may stay unconfirmed on SQLite. */
const MAX_UNCONFIRMED_MS = 60_000

type Result = 'valid' | 'ended' | 'unknown'

/** Checks from time to time, during a long response, whether the key of its request is still valid. */
export class KeyCheck {
  readonly #database: Database
  readonly #callers: Callers
  readonly #clock: Clock
  readonly #principal: Authenticated
  #confirmedAt = performance.now()
  #pending: Promise<Result> | undefined

  constructor(
    { database, callers, clock }: { database: Database; callers: Callers; clock: Clock },
    principal: Authenticated,
  ) {
    this.#database = database
    this.#callers = callers
    this.#clock = clock
    this.#principal = principal
  }

  /**
   * Returns whether the response may go on: not if the key has ended, if its role has become less privileged, or if the
   * key cannot be checked within the timeout. On SQLite an unchecked key is accepted for up to a minute: there a long
   * transaction, such as an import, lets nobody else write, so that nothing can end a key meanwhile.
   */
  async isValid(timeoutMs: number): Promise<boolean> {
    this.#pending ??= this.#confirm().finally(() => {
      this.#pending = undefined
    })
    const result = await within(timeoutMs, this.#pending, 'unknown')
    if (result === 'valid') this.#confirmedAt = performance.now()
    if (result !== 'unknown') return result === 'valid'
    return !this.#database.dialect.isShared && performance.now() - this.#confirmedAt < MAX_UNCONFIRMED_MS
  }

  #confirm(): Promise<Result> {
    const origin = { principal: this.#principal }
    return this.#database
      .write((transaction) => this.#callers.currentCaller(origin, transaction))
      .then(
        (current) => (this.#isAsBefore(current) ? 'valid' : 'ended'),
        (error) => (error instanceof PlinthError && error.status < 500 ? 'ended' : 'unknown'),
      )
  }

  #isAsBefore({ role, expiresAt }: Authenticated): boolean {
    return role.level <= this.#principal.role.level && (expiresAt ?? Number.POSITIVE_INFINITY) > this.#clock.now()
  }
}
