import {
  type Administrator,
  type Authenticated,
  isSelf,
  type KernelServices,
  type Knex,
  mayActOn,
  type Origin,
  type PluginLocals,
  type UserPrincipal,
} from '@plinth/kernel'
import {
  type AccountLocks,
  type Credentials,
  directoryErrors,
  isActive,
  type User,
  type UserDirectory,
} from '@plinth/kernel/contracts'
import {
  actorOf,
  expectOrigin,
  expectText,
  expectUserOrigin,
  isoTime,
  lockWithCaller,
  newOneTimeCode,
  readOneTimeCode,
  Sweeper,
} from '@plinth/kernel/tools'
import type { CodeDigests } from './code-digests.js'
import type { CodePurpose, CodeStore, UnexpiredCode } from './code-store.js'
import { errors } from './errors.js'
import { mayIssueCode, purposeFor } from './may-issue-code.js'
import type { CodesSettings } from './settings.js'

/** The issuer listed for codes of the CLI and of hosts. */
const ISSUED_BY_COMMAND = 'plinth command'

/** A new code. The code itself is not stored anywhere. */
export interface IssuedCode {
  readonly username: string
  /** As it is read aloud: `7KQM-2XRT-9F4B`. */
  readonly code: string
  readonly purpose: CodePurpose
  /** In ms. */
  readonly expiresAt: number
}

/** The code of a user, and whether the caller may issue one. */
export interface CodeState {
  readonly mayIssue: boolean
  readonly code: Pick<UnexpiredCode, 'purpose' | 'issuedBy' | 'createdAt' | 'expiresAt'> | undefined
}

interface CodeServiceDeps
  extends Pick<KernelServices, 'database' | 'clock' | 'randomness' | 'callers' | 'securityEvents'>,
    PluginLocals<CodesSettings> {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly accountLocks: AccountLocks
  readonly codeStore: CodeStore
  readonly codeDigests: CodeDigests
}

/** Issues, lists and withdraws one-time codes. */
export class CodeService {
  readonly #deps: CodeServiceDeps
  readonly #sweeper: Sweeper

  constructor(deps: CodeServiceDeps) {
    const { database, clock, randomness, userDirectory, credentials, accountLocks, callers } = deps
    const { securityEvents, codeStore, codeDigests, settings, log } = deps
    this.#deps = {
      database,
      clock,
      randomness,
      userDirectory,
      credentials,
      accountLocks,
      callers,
      securityEvents,
      codeStore,
      codeDigests,
      settings,
      log,
    }
    this.#sweeper = new Sweeper({ database, log, sweep: (max) => codeStore.deleteExpired(clock.now(), max) })
  }

  /** Starts to delete expired codes from time to time. */
  start(): void {
    this.#sweeper.start()
  }

  /** Stops deleting. Resolves once no deletion is running. */
  stop(): Promise<void> {
    return this.#sweeper.stop()
  }

  /**
   * Issues a code, which replaces an earlier one of the user. The password and the sessions stay valid until the user
   * redeems it. Throws `USER_NOT_FOUND`, `CODE_NOT_YOURS` or `CODE_OF_DISABLED_USER`.
   */
  async issue(origin: Origin<UserPrincipal>, username: string): Promise<IssuedCode> {
    expectUserOrigin(origin, 'codeService.issue()')
    expectText(username, 'codeService.issue()', 'the username')
    const { database, clock, callers, credentials } = this.#deps
    const found = await this.#find(username)
    return database.write(async (transaction) => {
      const user = await this.#lock(transaction, origin, found)
      const caller = await callers.currentCaller<UserPrincipal | 'command'>(origin, transaction)
      const passwordVersion = await credentials.passwordVersion(user.identifier, transaction)
      const purpose = purposeFor(passwordVersion)
      if (!mayIssueCode(caller, user, purpose)) throw errors.CODE_NOT_YOURS()
      if (!isActive(user, clock.now())) throw errors.CODE_OF_DISABLED_USER()
      return this.#issue(transaction, origin, { user, passwordVersion, purpose })
    })
  }

  /** Issues the code of a user whom this transaction has just created without a password. */
  issueToNewUser(transaction: Knex.Transaction, origin: Origin<UserPrincipal>, user: User): Promise<IssuedCode> {
    return this.#issue(transaction, origin, { user, passwordVersion: undefined, purpose: 'invitation' })
  }

  /**
   * Returns the code of a user, if there is one, and whether the caller may issue one. Throws `USER_NOT_FOUND`, or
   * `CODE_NOT_YOURS` unless the caller may act on the user or is that user.
   */
  async stateOf(origin: Origin<Authenticated>, username: string): Promise<CodeState> {
    expectOrigin(origin, 'codeService.stateOf()')
    expectText(username, 'codeService.stateOf()', 'the username')
    const { clock, credentials, codeStore } = this.#deps
    const { principal: caller } = origin
    const user = await this.#find(username)
    if (!maySeeAndWithdraw(caller, user)) throw errors.CODE_NOT_YOURS()
    const [code, passwordVersion] = await Promise.all([
      codeStore.findUnexpired(user.identifier, clock.now()),
      credentials.passwordVersion(user.identifier),
    ])
    const purpose = purposeFor(passwordVersion)
    const mayIssue =
      isActive(user, clock.now()) &&
      (caller === 'command' || caller.kind === 'user') &&
      mayIssueCode(caller, user, purpose)
    return { mayIssue, code: code && isRedeemable(code, passwordVersion) ? code : undefined }
  }

  /** Lists the codes that can be redeemed, of all users whom the caller may act on, the newest first. */
  async list({ principal: caller }: Origin<Authenticated>): Promise<readonly UnexpiredCode[]> {
    const { clock, codeStore, credentials } = this.#deps
    const visible = (await codeStore.list(clock.now())).filter(({ user }) => mayActOn(caller, user.role.level))
    const versions = await Promise.all(visible.map(({ user }) => credentials.passwordVersion(user.identifier)))
    return visible.filter((code, index) => isRedeemable(code, versions[index]))
  }

  /** Withdraws the code of a user. Throws `USER_NOT_FOUND`, `CODE_NOT_YOURS` or `CODE_NOT_FOUND`. */
  async withdraw(origin: Origin<Authenticated>, username: string): Promise<void> {
    expectOrigin(origin, 'codeService.withdraw()')
    expectText(username, 'codeService.withdraw()', 'the username')
    const { database, clock, callers, codeStore, securityEvents } = this.#deps
    const found = await this.#find(username)
    await database.write(async (transaction) => {
      const user = await this.#lock(transaction, origin, found)
      await callers.confirm(origin, transaction)
      if (!maySeeAndWithdraw(origin.principal, user)) throw errors.CODE_NOT_YOURS()
      const code = await codeStore.take(transaction, user.identifier)
      if (!code || code.expiresAt <= clock.now()) throw errors.CODE_NOT_FOUND()
      const details = { purpose: code.purpose }
      await securityEvents.record(transaction, { event: 'code-withdrawn', origin, target: user.username, details })
    })
  }

  async #find(username: string): Promise<User> {
    const user = await this.#deps.userDirectory.find(username)
    if (!user) throw directoryErrors.USER_NOT_FOUND()
    return user
  }

  /** Locks the caller and the user, and returns the user as it is now. */
  async #lock(transaction: Knex.Transaction, origin: Origin, { identifier }: User): Promise<User> {
    const user = await lockWithCaller(this.#deps.userDirectory, transaction, origin, identifier)
    if (!user) throw directoryErrors.USER_NOT_FOUND()
    return user
  }

  /** Stores a new code. Clears the count of wrong codes for the user: nobody has guessed at the new one. */
  async #issue(transaction: Knex.Transaction, origin: Origin<UserPrincipal>, order: CodeOrder): Promise<IssuedCode> {
    const { clock, randomness, codeStore, codeDigests, accountLocks, securityEvents, settings } = this.#deps
    const { user, passwordVersion, purpose } = order
    const { identifier, username } = user
    const { principal } = origin
    const code = newOneTimeCode(randomness)
    const createdAt = clock.now()
    const lifetime = purpose === 'reset' ? settings.codeLifetime : settings.invitationLifetime
    const expiresAt = await codeStore.set(transaction, identifier, {
      purpose,
      passwordVersion: passwordVersion ?? null,
      // The digest is of the characters without hyphens, which can be read from every new code
      digest: codeDigests.digestOf(readOneTimeCode(code) ?? code, { identifier, passwordVersion }),
      issuerIdentifier: principal === 'command' ? null : principal.identifier,
      issuedBy: actorOf(origin).name ?? ISSUED_BY_COMMAND,
      createdAt,
      expiresAt: createdAt + lifetime * 1_000,
    })
    await accountLocks.clear(transaction, accountLocks.accountOf({ by: 'username', value: username }, user, 'code'))
    const details = { purpose, expires_at: isoTime(expiresAt) }
    await securityEvents.record(transaction, { event: 'code-issued', origin, target: username, details })
    return { username, code, purpose, expiresAt }
  }
}

/** A code to issue. */
interface CodeOrder {
  readonly user: User
  readonly passwordVersion: string | undefined
  readonly purpose: CodePurpose
}

/**
 * Returns whether a caller may see and withdraw the code of a user. Users may withdraw their own: they may not have
 * asked for it.
 */
function maySeeAndWithdraw(caller: Administrator, user: User): boolean {
  return mayActOn(caller, user.role.level) || isSelf(caller, user)
}

/** Returns whether no other password was set since a code was issued, and its issuer may still issue it. */
function isRedeemable({ user, issuer, purpose, passwordVersion }: UnexpiredCode, current: string | undefined): boolean {
  return passwordVersion === (current ?? null) && issuer !== undefined && mayIssueCode(issuer, user, purpose)
}
