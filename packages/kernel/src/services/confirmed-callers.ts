import type { Knex } from 'knex'
import { httpErrors } from '../http/http-errors.js'
import { callAuthenticators } from '../plugins/call-authenticators.js'
import type { Contributions } from '../plugins/contributions.js'
import { isSameCaller } from '../security/caller-id.js'
import type { Callers } from '../security/callers.js'
import type { Origin } from '../security/origin.js'
import type { Principal } from '../security/principal.js'

/** Confirms callers with the contributed authenticators. */
export class ConfirmedCallers implements Callers {
  readonly #contributions: Contributions

  constructor({ contributions }: { contributions: Contributions }) {
    this.#contributions = contributions
  }

  async confirm(origin: Pick<Origin, 'principal'>, transaction: Knex.Transaction): Promise<void> {
    const current = await this.currentCaller(origin, transaction)
    const isStillAllowed = levelOf(current) <= levelOf(origin.principal) // false for NaN
    if (!isStillAllowed) throw httpErrors.ROLE_INSUFFICIENT()
  }

  async currentCaller<Who extends Principal | 'command'>(
    { principal }: { readonly principal: Who },
    transaction: Knex.Transaction,
  ): Promise<Who> {
    if (principal === 'command' || principal.kind === 'anonymous') return principal
    const current = await callAuthenticators(this.#contributions, {
      method: 'confirm',
      call: (authenticator) => authenticator.confirm(principal, transaction),
      isExpected: (result) => isSameCaller(principal, result),
    })
    if (current) return current as Who
    throw httpErrors.TOKEN_INVALID()
  }
}

function levelOf(principal: Principal | 'command'): number {
  return principal === 'command' || principal.kind === 'anonymous' ? 0 : principal.role.level
}
