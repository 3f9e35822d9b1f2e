import { httpErrors, type KernelServices, type Knex, type RequestOrigin, type UserPrincipal } from '@plinth/kernel'
import {
  type PendingLogins,
  pendingLoginErrors,
  type RateLimiter,
  type User,
  type UserDirectory,
} from '@plinth/kernel/contracts'
import { expectOrigin, expectText, expectUserOrigin } from '@plinth/kernel/tools'
import { errors } from './errors.js'
import type { RecoveryCodes } from './recovery-codes.js'
import type { SealedSecrets } from './sealed-secrets.js'
import type { SecondFactorStore } from './second-factor-store.js'
import type { SecondFactorSettings } from './settings.js'
import { newSecret, uriOf } from './totp.js'
import type { TotpFactor } from './totp-factor.js'

/** A secret for an authenticator app. It is shown once. */
export interface Enrolment {
  /** In base32, to be typed. */
  readonly secret: string
  /** An `otpauth` address, for a QR code. */
  readonly uri: string
}

interface FactorEnrolmentDeps extends Pick<KernelServices, 'database' | 'randomness' | 'callers' | 'securityEvents'> {
  readonly userDirectory: UserDirectory
  readonly pendingLogins: PendingLogins
  readonly rateLimiter: RateLimiter
  readonly secondFactorStore: SecondFactorStore
  readonly sealedSecrets: SealedSecrets
  readonly recoveryCodes: RecoveryCodes
  readonly totpFactor: TotpFactor
  readonly settings: SecondFactorSettings
}

/** Enrols second factors: by users who are logged in, and at a login that needs one. */
export class FactorEnrolment {
  readonly #deps: FactorEnrolmentDeps

  constructor(deps: FactorEnrolmentDeps) {
    const { database, randomness, userDirectory, callers, pendingLogins, rateLimiter, secondFactorStore } = deps
    const { sealedSecrets, recoveryCodes, totpFactor, securityEvents, settings } = deps
    const stores = { secondFactorStore, sealedSecrets, recoveryCodes, totpFactor }
    const others = { randomness, userDirectory, callers, pendingLogins, rateLimiter, securityEvents, settings }
    this.#deps = { database, ...stores, ...others }
  }

  /** Begins the enrolment of the caller. `confirm` completes it. Throws `SECOND_FACTOR_ENROLLED`, `RATE_LIMITED`. */
  async begin(origin: RequestOrigin<UserPrincipal>): Promise<Enrolment> {
    expectUserOrigin(origin, 'factorEnrolment.begin()', { ofRequest: true })
    await this.#deps.rateLimiter.countAttemptBy(origin)
    return this.#deps.database.write(async (transaction) =>
      this.#begin(await this.#lockCaller(origin, transaction), transaction),
    )
  }

  /**
   * Begins the enrolment at a login that needs it; a code completes the login. Throws `LOGIN_EXPIRED`,
   * `SECOND_FACTOR_ENROLLED`, `RATE_LIMITED`.
   */
  async beginAtLogin(origin: RequestOrigin, loginKey: string): Promise<Enrolment> {
    expectOrigin(origin, 'factorEnrolment.beginAtLogin()', { ofRequest: true })
    expectText(loginKey, 'factorEnrolment.beginAtLogin()', 'the key of the pending login')
    const { database, pendingLogins, rateLimiter } = this.#deps
    await rateLimiter.countAttempt(origin.address)
    if ((await pendingLogins.userIdentifierOf(loginKey)) === undefined) throw pendingLoginErrors.LOGIN_EXPIRED()
    return database.write(async (transaction) => {
      const user = await pendingLogins.lockUserOf(loginKey, transaction)
      if (!user) throw pendingLoginErrors.LOGIN_EXPIRED()
      return this.#begin(user, transaction)
    })
  }

  /**
   * Completes the enrolment of the caller with a code of the app, and returns the recovery codes. Throws
   * `ENROLMENT_CODE_WRONG`, `SECOND_FACTOR_NOT_ENROLLED` if none has begun, `SECOND_FACTOR_ENROLLED`, `RATE_LIMITED`,
   * `BUSY`.
   */
  async confirm(origin: RequestOrigin<UserPrincipal>, code: string): Promise<readonly string[]> {
    expectUserOrigin(origin, 'factorEnrolment.confirm()', { ofRequest: true })
    expectText(code, 'factorEnrolment.confirm()', 'the code')
    const { database, rateLimiter, secondFactorStore, totpFactor } = this.#deps
    await rateLimiter.countAttemptBy(origin)
    const prepared = await totpFactor.prepare(origin.principal.identifier, code)
    return database.write(async (transaction) => {
      const user = await this.#lockCaller(origin, transaction)
      const factor = await secondFactorStore.find(user.identifier, transaction)
      if (!factor) throw errors.SECOND_FACTOR_NOT_ENROLLED()
      if (factor.enrolledAt !== null) throw errors.SECOND_FACTOR_ENROLLED()
      const proof = await totpFactor.prove({ user, code, origin, prepared }, transaction)
      // A proof that completes an enrolment always has recovery codes
      if (!proof?.recoveryCodes) throw errors.ENROLMENT_CODE_WRONG()
      return proof.recoveryCodes
    })
  }

  /** Replaces the caller's recovery codes. Throws `SECOND_FACTOR_NOT_ENROLLED`, `RATE_LIMITED`, `BUSY`. */
  async renewRecoveryCodes(origin: RequestOrigin<UserPrincipal>): Promise<readonly string[]> {
    expectUserOrigin(origin, 'factorEnrolment.renewRecoveryCodes()', { ofRequest: true })
    const { database, rateLimiter, secondFactorStore, recoveryCodes, securityEvents } = this.#deps
    await rateLimiter.countAttemptBy(origin)
    const enrolled = await secondFactorStore.find(origin.principal.identifier)
    if (!enrolled?.enrolledAt) throw errors.SECOND_FACTOR_NOT_ENROLLED() // before the slow work
    const newCodes = await recoveryCodes.generate()
    return database.write(async (transaction) => {
      const { identifier, username: target } = await this.#lockCaller(origin, transaction)
      const factor = await secondFactorStore.find(identifier, transaction)
      if (!factor || factor.enrolledAt === null) throw errors.SECOND_FACTOR_NOT_ENROLLED()
      await securityEvents.record(transaction, { event: 'recovery-codes-created', origin, target })
      return recoveryCodes.replace(transaction, identifier, newCodes)
    })
  }

  async #begin({ identifier, username }: User, transaction: Knex.Transaction): Promise<Enrolment> {
    const { randomness, secondFactorStore, sealedSecrets, settings } = this.#deps
    const secret = newSecret(randomness)
    const hasBegun = await secondFactorStore.begin(transaction, identifier, sealedSecrets.seal(secret, identifier))
    if (!hasBegun) throw errors.SECOND_FACTOR_ENROLLED()
    return { secret, uri: uriOf(secret, { issuer: settings.secondFactorIssuer, username }) }
  }

  async #lockCaller(origin: RequestOrigin<UserPrincipal>, transaction: Knex.Transaction): Promise<User> {
    const { userDirectory, callers } = this.#deps
    const [user] = await userDirectory.lock(transaction, [origin.principal.identifier])
    await callers.confirm(origin, transaction)
    if (!user) throw httpErrors.TOKEN_INVALID()
    return user
  }
}
