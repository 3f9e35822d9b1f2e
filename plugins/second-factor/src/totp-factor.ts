import type { Clock, Knex, SecurityEvents } from '@plinth/kernel'
import type { SecondAttempt, SecondFactor, SecondProof, SecondStep, User } from '@plinth/kernel/contracts'
import type { NewRecoveryCodes, RecoveryCodes } from './recovery-codes.js'
import type { SealedSecrets } from './sealed-secrets.js'
import type { SecondFactorStore, StoredFactor } from './second-factor-store.js'
import type { SecondFactorSettings } from './settings.js'
import { isTotpCode, stepOf } from './totp.js'

interface TotpFactorDeps {
  readonly clock: Clock
  readonly secondFactorStore: SecondFactorStore
  readonly sealedSecrets: SealedSecrets
  readonly recoveryCodes: RecoveryCodes
  readonly securityEvents: SecurityEvents
  readonly settings: SecondFactorSettings
}

/** The results of the slow work for an attempt. */
interface Preparation {
  /** The hash of a code that may be a recovery code. */
  readonly recoveryHash?: string | undefined
  /** For a code that will complete an enrolment: the user's first recovery codes. */
  readonly newCodes?: NewRecoveryCodes
}

/** Codes of an authenticator app, and recovery codes in their place. */
export class TotpFactor implements SecondFactor<Preparation> {
  readonly name = 'totp'
  readonly #clock: Clock
  readonly #store: SecondFactorStore
  readonly #secrets: SealedSecrets
  readonly #recovery: RecoveryCodes
  readonly #events: SecurityEvents
  readonly #level: SecondFactorSettings['secondFactorLevel']

  constructor(deps: TotpFactorDeps) {
    const { clock, secondFactorStore, sealedSecrets, recoveryCodes, securityEvents, settings } = deps
    this.#clock = clock
    this.#store = secondFactorStore
    this.#secrets = sealedSecrets
    this.#recovery = recoveryCodes
    this.#events = securityEvents
    this.#level = settings.secondFactorLevel
  }

  /** Returns whether the setting requires a factor of users with this role. */
  isRequiredOf({ role }: Pick<User, 'role'>): boolean {
    return this.#level !== 'none' && role.level <= this.#level
  }

  async stepFor(user: User, transaction: Knex.Transaction): Promise<SecondStep> {
    const factor = await this.#store.find(user.identifier, transaction)
    if (factor && factor.enrolledAt !== null) return 'prove'
    return this.isRequiredOf(user) ? 'enrol' : 'none'
  }

  async prepare(userIdentifier: string, code: string): Promise<Preparation> {
    if (!isTotpCode(code)) return { recoveryHash: await this.#recovery.hash(userIdentifier, code) }
    const factor = await this.#store.find(userIdentifier)
    const willEnrol = factor?.enrolledAt === null && this.#matchAppCode(factor, userIdentifier, code) !== undefined
    return willEnrol ? { newCodes: await this.#recovery.generate() } : {}
  }

  async prove(attempt: SecondAttempt<Preparation>, transaction: Knex.Transaction): Promise<SecondProof | undefined> {
    const { user, code, prepared } = attempt
    const factor = await this.#store.find(user.identifier, transaction)
    if (!factor) return undefined
    if (isTotpCode(code)) return this.#proveByAppCode(attempt, factor, transaction)
    if (factor.enrolledAt === null || prepared?.recoveryHash === undefined) return undefined
    const isSpent = await this.#recovery.spend(transaction, user.identifier, prepared.recoveryHash)
    return isSpent ? { by: 'recovery code' } : undefined
  }

  /** Seals the secret again with the current key, so that the previous key can be removed later. */
  async #proveByAppCode(
    { user, code, origin, prepared }: SecondAttempt<Preparation>,
    factor: StoredFactor,
    transaction: Knex.Transaction,
  ): Promise<SecondProof | undefined> {
    const { identifier } = user
    const match = this.#matchAppCode(factor, identifier, code)
    if (!match) return undefined
    const isEnrolled = factor.enrolledAt !== null
    if (!isEnrolled && !prepared?.newCodes) return undefined // the enrolment began after the preparation
    const used = { step: match.step, at: match.at, sealedSecret: this.#secrets.seal(match.secret, identifier) }
    if (!(await this.#store.useStep(transaction, identifier, used))) return undefined
    if (isEnrolled || !prepared?.newCodes) return { by: this.name }
    await this.#events.record(transaction, { event: 'second-factor-enrolled', origin, target: user.username })
    return {
      by: this.name,
      recoveryCodes: await this.#recovery.replace(transaction, identifier, prepared.newCodes),
    }
  }

  /** Returns the secret and the time step of a code; `undefined` if the code is wrong or no key opens the secret. */
  #matchAppCode(
    { sealedSecret }: StoredFactor,
    userIdentifier: string,
    code: string,
  ): { secret: string; step: number; at: number } | undefined {
    const secret = this.#secrets.open(sealedSecret, userIdentifier)
    const at = this.#clock.now()
    const step = secret === undefined ? undefined : stepOf(secret, code, at)
    return secret === undefined || step === undefined ? undefined : { secret, step, at }
  }
}
