import type { Knex } from 'knex'
import type { Origin } from './origin.js'
import type { Principal } from './principal.js'

/** Confirms that a caller's key is still valid. The service `callers` of every kernel. */
export interface Callers {
  /**
   * Checks, inside a transaction, that the key of a request is still valid: it was authenticated when the request
   * began. Throws `TOKEN_INVALID` (401) if the key has expired or been revoked in the meantime, and `ROLE_INSUFFICIENT`
   * (403) if its role is now less privileged. Locks the key until the transaction ends, so call this late in a long
   * transaction. Does nothing for the program itself and for callers without a key.
   *
   * To avoid deadlocks, all code locks in the same order: call `UserDirectory.lock` before this, and lock several
   * tokens with one statement.
   */
  confirm(origin: Pick<Origin, 'principal'>, transaction: Knex.Transaction): Promise<void>
  /**
   * Like `confirm`, but returns the caller with its current role, even if that is less privileged now. For services
   * that apply a rule to the current role.
   */
  currentCaller<Who extends Principal | 'command'>(
    origin: { readonly principal: Who },
    transaction: Knex.Transaction,
  ): Promise<Who>
}
