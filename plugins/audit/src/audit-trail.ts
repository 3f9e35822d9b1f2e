import type { Database } from '@plinth/kernel'
import type { AuditEvent } from './audit-event.js'
import type { AuditStore, EventPage, EventQuery } from './audit-store.js'
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
   * Lists the events about the account of the user with this name, for that user, the newest first. Of what others did,
   * it reports who did it, but not from where.
   */
  async listOwn(username: string, page: EventPage): Promise<readonly AuditEvent[]> {
    const events = await this.#store.listOfAccount(username, page)
    return events.map((event) => (isByOther(event, username) ? { ...event, address: null, requestId: null } : event))
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

/** Returns whether another user or a token did it. A request without a key, such as a login, may be the user's own. */
function isByOther({ actor: { kind, name } }: AuditEvent, username: string): boolean {
  return kind === 'token' || (kind === 'user' && name !== username)
}
