import type { Clock, Knex, Origin, SecurityEvents } from '@plinth/kernel'
import type { SecondAttempt, SecondFactor, SecondProof, SecondStep, User } from '@plinth/kernel/contracts'
import type { RecoveryCodes } from './recovery-codes.js'
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

/** Codes of an authenticator app, and recovery codes in their place. */
export class TotpFactor implements SecondFactor {
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

  async prove(attempt: SecondAttempt, transaction: Knex.Transaction): Promise<SecondProof | undefined> {
    const { user, code } = attempt
    const factor = await this.#store.find(user.identifier, transaction)
    if (!factor) return undefined
    if (isTotpCode(code)) return this.#proveByApp(attempt, factor, transaction)
    const isSpent = factor.enrolledAt !== null && (await this.#recovery.spend(transaction, user.identifier, code))
    return isSpent ? { by: 'recovery code' } : undefined
  }

  /** Seals the secret again with the current key, so that the previous one can be removed some time. */
  async #proveByApp(
    { user, code, origin }: SecondAttempt,
    { sealedSecret, enrolledAt }: StoredFactor,
    transaction: Knex.Transaction,
  ): Promise<SecondProof | undefined> {
    const { identifier } = user
    const secret = this.#secrets.open(sealedSecret, identifier)
    const at = this.#clock.now()
    const step = secret === undefined ? undefined : stepOf(secret, code, at)
    if (secret === undefined || step === undefined) return undefined
    const used = { step, at, sealedSecret: this.#secrets.seal(secret, identifier) }
    if (!(await this.#store.useStep(transaction, identifier, used))) return undefined
    if (enrolledAt !== null) return { by: this.name }
    return { by: this.name, recoveryCodes: await this.#completeEnrolment(origin, user, transaction) }
  }

  async #completeEnrolment(origin: Origin, user: User, transaction: Knex.Transaction): Promise<readonly string[]> {
    const event = { event: 'second-factor-enrolled', origin, target: user.username }
    await this.#events.record(transaction, event)
    return this.#recovery.create(transaction, user.identifier)
  }
}
