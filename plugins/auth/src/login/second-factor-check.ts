import type { Knex, RequestOrigin, SecurityEvents } from '@plinth/kernel'
import type { AccountLocks, GuessedSecret, SecondProof, User } from '@plinth/kernel/contracts'
import type { NeededStep, Preparations, SecondSteps } from './second-steps.js'

const GUESSED_SECRET: GuessedSecret = 'second factor'

/** A code to check. */
export interface CodeToCheck {
  readonly user: User
  readonly code: string
  /** What `prepare` returned for this user and code. */
  readonly preparations: Preparations
  /** The steps that the code may be for. */
  readonly steps: readonly NeededStep['step'][]
  /** The event that records a refusal. */
  readonly event: 'login' | 'login-confirmed'
}

interface SecondFactorCheckDeps {
  readonly accountLocks: AccountLocks
  readonly secondSteps: SecondSteps
  readonly securityEvents: SecurityEvents
}

/** Checks codes of second factors. Wrong codes are counted, and lock accounts, separately from wrong passwords. */
export class SecondFactorCheck {
  readonly #locks: AccountLocks
  readonly #steps: SecondSteps
  readonly #events: SecurityEvents

  constructor({ accountLocks, secondSteps, securityEvents }: SecondFactorCheckDeps) {
    this.#locks = accountLocks
    this.#steps = secondSteps
    this.#events = securityEvents
  }

  /** Does the slow work of a check. Call it before the transaction of `check`. */
  prepare(userIdentifier: string, code: string): Promise<Preparations> {
    return this.#steps.prepare(userIdentifier, code)
  }

  /**
   * Spends a code. Returns `undefined` if it is wrong, and records that in the transaction, which must be committed.
   * The transaction has locked the user, so that a burst of attempts cannot try more codes than the limit allows.
   */
  async check(
    origin: RequestOrigin,
    { user, code, preparations, steps, event }: CodeToCheck,
    transaction: Knex.Transaction,
  ): Promise<SecondProof | undefined> {
    const account = this.#locks.accountOf({ by: 'username', value: user.username }, user, GUESSED_SECRET)
    const isLocked = await this.#locks.isLocked(account, transaction)
    const needed = await this.#steps.neededBy(user, transaction)
    const mayProve = needed !== undefined && steps.includes(needed.step) && !isLocked
    const attempt = { user, code, origin, prepared: needed && preparations.get(needed.factor) }
    const proof = mayProve ? await this.#steps.prove(needed, attempt, transaction) : undefined
    if (proof) await this.#locks.clear(transaction, account)
    else await this.#recordRefusal(origin, { account, username: user.username, event, isLocked }, transaction)
    return proof
  }

  async #recordRefusal(
    origin: RequestOrigin,
    refusal: { account: string; username: string; event: CodeToCheck['event']; isLocked: boolean },
    transaction: Knex.Transaction,
  ): Promise<void> {
    const { account, username: target, event, isLocked } = refusal
    const lockSeconds = isLocked ? 0 : await this.#locks.countFailure(transaction, account)
    const reason = isLocked ? 'second factor locked' : 'wrong second factor'
    await this.#events.record(transaction, { event, origin, result: 'refused', target, details: { reason } })
    if (lockSeconds === 0) return
    const details = { seconds: lockSeconds, secret: GUESSED_SECRET }
    await this.#events.record(transaction, { event: 'account-locked', origin, target, details })
  }
}
