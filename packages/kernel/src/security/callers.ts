import type { Knex } from 'knex'
import type { Origin } from './origin.js'
import type { Principal } from './principal.js'

/** Confirms that whoever asks for something may still do so; the service `callers` of every kernel. */
export interface Callers {
  /**
   * Confirms the key of a request in the transaction of what it asks for: the key was checked when the request began,
   * and may have ended since. Throws `TOKEN_INVALID` (401) when it has, and `ROLE_INSUFFICIENT` (403) when its role is
   * less privileged than it was then. A key that is confirmed does not end before the transaction does, so confirm at
   * the end of a long transaction. The command, and somebody without a key, are always confirmed.
   *
   * Lock users by `UserDirectory.hold` before, not after, and of two tokens both at once: everybody locks in this
   * order.
   */
  confirm(origin: Pick<Origin, 'principal'>, transaction: Knex.Transaction): Promise<void>
  /**
   * Like `confirm`, for services that apply a rule to the current role: returns the caller with it, whatever it has
   * become.
   */
  asNow<Who extends Principal | 'command'>(
    origin: { readonly principal: Who },
    transaction: Knex.Transaction,
  ): Promise<Who>
}
