import { type KernelServices, type Knex, PlinthError, type RequestOrigin } from '@plinth/kernel'
import type {
  AccountLocks,
  Credentials,
  RateLimiter,
  SessionRevoker,
  User,
  UserDirectory,
} from '@plinth/kernel/contracts'
import { expectLoginName, expectOrigin, expectText, type LoginName, readOneTimeCode } from '@plinth/kernel/tools'
import type { CodeDigests, CodeOwner } from './code-digests.js'
import type { CodeStore, StoredCode } from './code-store.js'
import { errors } from './errors.js'
import { mayIssueCode } from './may-issue-code.js'

/** An identifier that no user has. */
const NO_USER = ''

/** A code, and the password that replaces the user's. */
export interface NewPassword {
  readonly code: string
  readonly newPassword: string
}

interface CodeRedemptionDeps extends Pick<KernelServices, 'database' | 'clock' | 'securityEvents'> {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly sessionRevoker: SessionRevoker
  readonly accountLocks: AccountLocks
  readonly rateLimiter: RateLimiter
  readonly codeStore: CodeStore
  readonly codeDigests: CodeDigests
}

/** A refused attempt. Only a wrong code or name is counted. */
interface RefusedAttempt {
  readonly account: string
  readonly user: User | undefined
  readonly reason: 'unknown name' | 'no such code' | 'locked' | 'no longer valid'
}

/** Lets the holder of a code set the password of its user. */
export class CodeRedemption {
  readonly #deps: CodeRedemptionDeps
  readonly #results = { accepted: 0, refused: 0, locked: 0 }

  constructor(deps: CodeRedemptionDeps) {
    const { database, clock, userDirectory, credentials, sessionRevoker, accountLocks, rateLimiter } = deps
    const { securityEvents, codeStore, codeDigests } = deps
    this.#deps = {
      database,
      clock,
      userDirectory,
      credentials,
      sessionRevoker,
      accountLocks,
      rateLimiter,
      securityEvents,
      codeStore,
      codeDigests,
    }
  }

  /**
   * Sets the password of a user, ends all their sessions, unlocks the account, and spends the code. Throws
   * `RATE_LIMITED`, or `BUSY` or `PASSWORD_REFUSED` without spending the code. Throws `CODE_INVALID` for an unknown
   * name, a wrong, spent or expired code, or a locked account, always after the same time, and for a right code whose
   * issuer may no longer issue it.
   */
  async redeem(origin: RequestOrigin, name: LoginName, { code, newPassword }: NewPassword): Promise<User> {
    expectOrigin(origin, 'codeRedemption.redeem()', { ofRequest: true })
    expectLoginName(name, 'codeRedemption.redeem()')
    expectText(code, 'codeRedemption.redeem()', 'the code')
    expectText(newPassword, 'codeRedemption.redeem()', 'the newPassword')
    const { userDirectory, accountLocks, rateLimiter, credentials, codeStore } = this.#deps
    await rateLimiter.countAttempt(origin.address)
    const user = await (name.by === 'username' ? userDirectory.find(name.value) : userDirectory.findByEmail(name.value))
    const account = accountLocks.accountOf(name, user, 'code')
    const identifier = user?.identifier ?? NO_USER // queries for an unknown user too, to take as long
    const [isLocked, passwordVersion, stored] = await Promise.all([
      accountLocks.isLocked(account),
      credentials.passwordVersion(identifier),
      codeStore.find(identifier),
    ])
    if (!user || isLocked || !this.#isValid(stored, code, { identifier, passwordVersion })) {
      const reason = isLocked ? 'locked' : user ? 'no such code' : 'unknown name'
      await this.#refuse(origin, { account, user, reason })
      throw errors.CODE_INVALID()
    }
    try {
      await this.#setPassword(origin, { user, account, stored, code, newPassword })
    } catch (error) {
      if (isInvalidCode(error)) await this.#refuse(origin, { account, user, reason: 'no longer valid' })
      throw error
    }
    this.#results.accepted += 1
    return user
  }

  /** Number of attempts since the start, by result. */
  get results(): Readonly<Record<'accepted' | 'refused' | 'locked', number>> {
    return this.#results
  }

  /** Ignores a code that was issued further in the future than it lasts: a wrong clock has dated it. */
  #isValid(stored: StoredCode | undefined, code: string, owner: CodeOwner): stored is StoredCode {
    const characters = readOneTimeCode(code)
    if (!stored || characters === undefined) return false
    const { createdAt, expiresAt, digest } = stored
    const now = this.#deps.clock.now()
    if (now >= expiresAt || createdAt - now >= expiresAt - createdAt) return false
    return this.#deps.codeDigests.matches(characters, owner, digest)
  }

  /** The code is spent in the transaction that sets the password: of concurrent attempts, one succeeds. */
  async #setPassword(origin: RequestOrigin, attempt: ValidAttempt): Promise<void> {
    const { credentials, sessionRevoker, accountLocks, securityEvents } = this.#deps
    const { user, newPassword, stored } = attempt
    const { identifier, username } = user
    const details = { purpose: stored.purpose, issued_by: stored.issuedBy }
    await credentials.replace(identifier, newPassword, {
      before: (transaction) => this.#spend(transaction, attempt),
      alongside: (transaction) =>
        Promise.all([
          sessionRevoker.endSessions({ identifier }, transaction),
          accountLocks.unlock(username, transaction),
          securityEvents.record(transaction, { event: 'code-redeemed', origin, target: username, details }),
        ]),
    })
  }

  /**
   * Deletes the code, and throws `CODE_INVALID` unless it is still valid: it may have been used, withdrawn or replaced
   * since, the user may have been promoted, or the issuer may have lost the right to issue it.
   */
  async #spend(transaction: Knex.Transaction, { user, account, code, stored }: ValidAttempt): Promise<void> {
    const { userDirectory, credentials, accountLocks, codeStore } = this.#deps
    const { identifier } = user
    const { issuerIdentifier } = stored
    const locked = await userDirectory.lock(transaction, [identifier, ...(issuerIdentifier ? [issuerIdentifier] : [])])
    const target = locked.find((lockedUser) => lockedUser.identifier === identifier)
    const issuer = issuerIdentifier === null ? 'command' : locked.find((other) => other.identifier === issuerIdentifier)
    const passwordVersion = await credentials.passwordVersion(identifier, transaction)
    const taken = await codeStore.take(transaction, identifier)
    const isUnlocked = await accountLocks.clearUnlessLocked(transaction, account)
    const isValid = this.#isValid(taken, code, { identifier, passwordVersion })
    if (!target || !issuer || !isValid || !isUnlocked || !mayIssueCode(issuer, target, taken.purpose))
      throw errors.CODE_INVALID()
  }

  /** Executes the same statements for every name, so that all refusals take the same time. */
  async #refuse(origin: RequestOrigin, { account, user, reason }: RefusedAttempt): Promise<void> {
    const { database, clock, accountLocks, codeStore, securityEvents } = this.#deps
    this.#results[reason === 'locked' ? 'locked' : 'refused'] += 1
    const isCounted = reason !== 'locked' && reason !== 'no longer valid'
    const target = user?.username
    await database.write(async (transaction) => {
      const isLocked = await accountLocks.isLocked(account, transaction) // by concurrent attempts, during the check
      const lockSeconds =
        isCounted && !isLocked
          ? await accountLocks.countFailure(transaction, account)
          : await accountLocks.matchFailureTiming(transaction, account)
      await codeStore.deleteExpiredOf(transaction, user?.identifier ?? NO_USER, clock.now())
      const details = { reason: isLocked ? 'locked' : reason }
      await securityEvents.record(transaction, { event: 'code-redeemed', origin, result: 'refused', target, details })
      if (lockSeconds === 0) return
      const lock = { seconds: lockSeconds, secret: 'code' }
      await securityEvents.record(transaction, { event: 'account-locked', origin, target, details: lock })
    })
  }
}

/** An attempt with a code that was valid when it was checked. */
interface ValidAttempt extends NewPassword {
  readonly user: User
  readonly account: string
  readonly stored: StoredCode
}

const isInvalidCode = (error: unknown) => error instanceof PlinthError && error.code === 'CODE_INVALID'
