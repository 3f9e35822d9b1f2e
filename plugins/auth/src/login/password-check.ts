import type { Clock, Database, RequestOrigin, SecurityEvents } from '@plinth/kernel'
import { type AccountLocks, type Credentials, hasEnded, type PasswordProof, type User } from '@plinth/kernel/contracts'

/** A password to check. */
export interface PasswordToCheck {
  /** The account under which wrong passwords are counted. */
  readonly account: string
  /** The user of the account, if there is one. */
  readonly user: Pick<User, 'identifier' | 'username' | 'isDisabled' | 'validUntil'> | undefined
  readonly password: string
  /** The event that records a refusal. */
  readonly event: 'login' | 'login-confirmed'
}

/** The result of a check: a proof, or why there is none. */
export type CheckedPassword =
  | { readonly proof: PasswordProof; readonly refusal?: never }
  | { readonly proof?: never; readonly refusal: 'locked' | 'refused' }

interface PasswordCheckDeps {
  readonly database: Database
  readonly clock: Clock
  readonly credentials: Credentials
  readonly accountLocks: AccountLocks
  readonly securityEvents: SecurityEvents
}

/** Checks passwords, counts wrong ones and locks their accounts. A refusal takes the same time, whatever its reason. */
export class PasswordCheck {
  readonly #database: Database
  readonly #clock: Clock
  readonly #credentials: Credentials
  readonly #locks: AccountLocks
  readonly #events: SecurityEvents

  constructor({ database, clock, credentials, accountLocks, securityEvents }: PasswordCheckDeps) {
    this.#database = database
    this.#clock = clock
    this.#credentials = credentials
    this.#locks = accountLocks
    this.#events = securityEvents
  }

  async check(origin: RequestOrigin, wanted: PasswordToCheck): Promise<CheckedPassword> {
    const { account, user, password } = wanted
    const isLocked = await this.#locks.isLocked(account)
    const proof = await this.#credentials.verify(isLocked ? undefined : user?.identifier, password)
    if (proof && user) return { proof }
    await this.#recordRefusal(origin, wanted, isLocked)
    return { refusal: isLocked ? 'locked' : 'refused' }
  }

  /** Executes the same statements for a locked account as for a wrong password, so that both take the same time. */
  #recordRefusal(origin: RequestOrigin, { account, user, event }: PasswordToCheck, isLocked: boolean): Promise<void> {
    const target = user?.username // an unknown name may be a password typed into the wrong field
    const reason = isLocked ? 'locked' : reasonOf(user, this.#clock.now())
    return this.#database.write(async (transaction) => {
      const wait = isLocked
        ? await this.#locks.matchFailureTiming(transaction, account)
        : await this.#locks.countFailure(transaction, account)
      await this.#events.record(transaction, { event, origin, result: 'refused', target, details: { reason } })
      if (wait === 0) return
      await this.#events.record(transaction, { event: 'account-locked', origin, target, details: { seconds: wait } })
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
  return hasEnded(user, now) ? 'account ended' : 'wrong password'
}
