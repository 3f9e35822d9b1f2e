import type { AuditTrail } from './audit-trail.js'
import { errors } from './errors.js'
import type { Verification } from './verifier.js'

/** Maximum duration, because the snapshot that a verification reads must not stay open for long. */
const TIMEOUT_S = 120
/** `Retry-After` of `VERIFICATION_RUNNING` and `VERIFICATION_TOO_LONG`. */
const RETRY_AFTER_S = 30

/** Verifies the trail for callers of the REST API: one at a time in this process, and for a limited time. */
export class VerificationService {
  readonly #trail: AuditTrail
  #isRunning = false

  constructor({ auditTrail }: { auditTrail: AuditTrail }) {
    this.#trail = auditTrail
  }

  /** Verifies the trail, until the signal aborts. Throws `VERIFICATION_RUNNING` or `VERIFICATION_TOO_LONG` (503). */
  async verify(signal: AbortSignal): Promise<Verification> {
    if (this.#isRunning) throw errors.VERIFICATION_RUNNING({}, { retryAfter: RETRY_AFTER_S })
    this.#isRunning = true
    const timeout = AbortSignal.timeout(TIMEOUT_S * 1_000)
    try {
      return await this.#trail.verify(undefined, AbortSignal.any([signal, timeout]))
    } catch (error) {
      if (!timeout.aborted) throw error
      throw errors.VERIFICATION_TOO_LONG({ seconds: TIMEOUT_S }, { retryAfter: RETRY_AFTER_S })
    } finally {
      this.#isRunning = false
    }
  }
}
