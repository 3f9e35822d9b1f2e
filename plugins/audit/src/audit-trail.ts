import type { Database } from '@plinth/kernel'
import type { AuditEvent } from './audit-event.js'
import type { AuditStore, EventQuery } from './audit-store.js'
import type { Chain } from './chain.js'
import type { SealingKeys } from './sealing-key.js'
import { type NotedPlace, type Verification, Verifier } from './verification.js'

interface AuditTrailNeeds {
  readonly database: Database
  readonly auditStore: AuditStore
  readonly sealingKeys: SealingKeys
  readonly chain: Chain
}

/** Shows the security events that are kept, and finds out whether they are all there and as they were written. */
export class AuditTrail {
  readonly #database: Database
  readonly #store: AuditStore
  readonly #keys: SealingKeys
  readonly #chain: Chain

  constructor({ database, auditStore, sealingKeys, chain }: AuditTrailNeeds) {
    this.#database = database
    this.#store = auditStore
    this.#keys = sealingKeys
    this.#chain = chain
  }

  /** The newest first. */
  list(query: EventQuery): Promise<readonly AuditEvent[]> {
    return this.#store.list(query)
  }

  /**
   * Goes through the whole chain as it is at one moment; finds events that were changed or taken away since they were
   * sealed. With the last place of an earlier verification also whether that event is still there.
   */
  verify(noted?: NotedPlace): Promise<Verification> {
    return new Verifier(this.#keys, noted).verify(this.#database, this.#store)
  }

  /**
   * Seals with the own key from now on, when the one that sealed before is gone for good. Every verification will tell
   * of it.
   */
  adoptKey(): Promise<void> {
    return this.#chain.adopt()
  }
}
