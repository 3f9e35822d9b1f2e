import type { Knex } from 'knex'
import type { Origin } from './origin.js'
import type { Principal } from './principal.js'

/** Confirms that a caller's key is still valid. The service `callers` of every kernel. */
export interface Callers {
  /**
   * Confirms the key of a request inside the transaction that the request runs. The key was checked when the request
   * began. Throws `TOKEN_INVALID` (401) if it has ended since, and `ROLE_INSUFFICIENT` (403) if its role is now less
   * privileged. A confirmed key stays valid until the transaction ends, so confirm late in a long transaction. The
   * program itself, and callers without a key, are always confirmed.
   *
   * To avoid deadlocks, all code locks in the same order: call `UserDirectory.hold` before this, and lock two tokens
   * together.
   */
  confirm(origin: Pick<Origin, 'principal'>, transaction: Knex.Transaction): Promise<void>
  /**
   * Like `confirm`, but returns the caller with its current role, even if it is less privileged now. For services that
   * apply a rule to the current role.
   */
  asNow<Who extends Principal | 'command'>(
    origin: { readonly principal: Who },
    transaction: Knex.Transaction,
  ): Promise<Who>
}
