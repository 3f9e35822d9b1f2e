import type { Clock, Database, KernelServices, RequestOrigin, SecurityEvents } from '@plinth/kernel'
import {
  type AccountLocks,
  type CheckedPassword,
  type Credentials,
  hasEnded,
  type PasswordCheck,
  type PasswordToCheck,
} from '@plinth/kernel/contracts'

interface CountedPasswordCheckDeps extends Pick<KernelServices, 'database' | 'clock' | 'securityEvents'> {
  readonly credentials: Credentials
  readonly accountLocks: AccountLocks
}

/** Counts wrong passwords in the database, so that the count is exact across replicas. */
export class CountedPasswordCheck implements PasswordCheck {
  readonly #database: Database
  readonly #clock: Clock
  readonly #credentials: Credentials
  readonly #locks: AccountLocks
  readonly #events: SecurityEvents

  constructor({ database, clock, credentials, accountLocks, securityEvents }: CountedPasswordCheckDeps) {
    this.#database = database
    this.#clock = clock
    this.#credentials = credentials
    this.#locks = accountLocks
    this.#events = securityEvents
  }

  async check(origin: RequestOrigin, wanted: PasswordToCheck): Promise<CheckedPassword> {
    const { account, user, password } = wanted
    const wasLocked = await this.#locks.isLocked(account)
    const proof = await this.#credentials.verify(wasLocked ? undefined : user?.identifier, password)
    return proof && user ? { proof } : { refusal: await this.#recordRefusal(origin, wanted, wasLocked) }
  }

  /**
   * Executes the same statements for a locked account as for a wrong password, so that both take the same time. Many
   * guesses can be checked before one of them locks the account: those that are recorded later are not counted.
   */
  #recordRefusal(
    origin: RequestOrigin,
    { account, user, event }: PasswordToCheck,
    wasLocked: boolean,
  ): Promise<'locked' | 'refused'> {
    const target = user?.username // an unknown name may be a password typed into the wrong field
    return this.#database.write(async (transaction) => {
      const isLocked = (await this.#locks.isLocked(account, transaction)) || wasLocked
      const reason = isLocked ? 'locked' : reasonOf(user, this.#clock.now())
      const lockSeconds = isLocked
        ? await this.#locks.matchFailureTiming(transaction, account)
        : await this.#locks.countFailure(transaction, account)
      await this.#events.record(transaction, { event, origin, result: 'refused', target, details: { reason } })
      const details = { seconds: lockSeconds }
      if (lockSeconds > 0) await this.#events.record(transaction, { event: 'account-locked', origin, target, details })
      return isLocked ? 'locked' : 'refused'
    })
  }
}

/** Returns the reason for a refusal. For a disabled user or an account that has ended, the password is not checked. */
function reasonOf(
  user: PasswordToCheck['user'],
  now: number,
): 'unknown name' | 'disabled' | 'account ended' | 'wrong password' {
  if (!user) return 'unknown name'
  if (user.isDisabled) return 'disabled'
  return hasEnded({ validUntil: user.validUntil ?? null }, now) ? 'account ended' : 'wrong password'
}
