import type { Database } from '@plinth/kernel'
import type { AuditEvent } from './audit-event.js'
import type { AuditStore, EventQuery } from './audit-store.js'
import type { Chain } from './chain.js'
import type { SealingKeys } from './sealing-keys.js'
import { type Checkpoint, type Verification, Verifier } from './verifier.js'

interface AuditTrailDeps {
  readonly database: Database
  readonly auditStore: AuditStore
  readonly sealingKeys: SealingKeys
  readonly chain: Chain
}

/** Lists the stored security events and verifies that they are complete and unchanged. */
export class AuditTrail {
  readonly #database: Database
  readonly #store: AuditStore
  readonly #keys: SealingKeys
  readonly #chain: Chain

  constructor({ database, auditStore, sealingKeys, chain }: AuditTrailDeps) {
    this.#database = database
    this.#store = auditStore
    this.#keys = sealingKeys
    this.#chain = chain
  }

  /** Lists events, the newest first. */
  list(query: EventQuery): Promise<readonly AuditEvent[]> {
    return this.#store.list(query)
  }

  /**
   * Verifies a snapshot of the whole chain: finds events that were changed or removed since they were sealed. Given the
   * last event of an earlier verification, also checks that it is still there. Rejects when the signal aborts.
   */
  verify(checkpoint?: Checkpoint, signal?: AbortSignal): Promise<Verification> {
    return new Verifier(this.#keys, checkpoint, signal).verify(this.#database, this.#store)
  }

  /**
   * Makes this replica's key the sealing key. Call this only if the previous key is lost: every later verification
   * reports the change.
   */
  adoptKey(): Promise<void> {
    return this.#chain.adopt()
  }
}
