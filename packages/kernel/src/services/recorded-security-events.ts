import type { Knex } from 'knex'
import { actorOf } from '../contracts/actor.js'
import type { SecurityEvent, SecurityEvents, SecurityRecord } from '../contracts/security-event.js'
import type { Logger } from '../logging/logger.js'
import type { Contributions } from '../plugins/contributions.js'
import { eventRecorders } from '../plugins/points.js'
import type { Clock } from '../storage/clock.js'
import type { Database } from '../storage/database.js'

interface SecurityEventsNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly contributions: Contributions
  readonly logger: Logger
}

/** Passes security events to the contributed recorders, and logs them. */
export class RecordedSecurityEvents implements SecurityEvents {
  readonly #database: Database
  readonly #clock: Clock
  readonly #contributions: Contributions
  readonly #logger: Logger

  constructor({ database, clock, contributions, logger }: SecurityEventsNeeds) {
    this.#database = database
    this.#clock = clock
    this.#contributions = contributions
    this.#logger = logger
  }

  async record(transaction: Knex.Transaction, event: SecurityEvent): Promise<void> {
    const record = toRecord(event, this.#clock.now())
    for (const recorder of this.#contributions.to(eventRecorders)) await recorder.record(record, transaction)
    this.#database.afterCommit(transaction, () => this.#logger.info(logFieldsOf(record), 'security event'))
  }
}

function toRecord({ event, origin, result = 'done', target, details = {} }: SecurityEvent, at: number): SecurityRecord {
  const { address = null, requestId = null } = origin
  return {
    at,
    event,
    result,
    actor: actorOf(origin),
    target: target ?? null,
    address,
    requestId: requestId || null,
    details,
  }
}

/** Returns the log fields of an event, named as in other log lines. */
function logFieldsOf({ event, result, actor, target, address, requestId, details }: SecurityRecord): object {
  return {
    event,
    result,
    actor_kind: actor.kind,
    ...(actor.name !== null && { actor: actor.name }),
    ...(target !== null && { target }),
    ...(address !== null && { address }),
    ...(requestId !== null && { request_id: requestId }),
    ...(Object.keys(details).length > 0 && { details }),
  }
}
