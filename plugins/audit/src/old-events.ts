import type { Clock, Knex, Logger } from '@plinth/kernel'
import type { AuditEvent } from './audit-event.js'
import type { AuditStore } from './audit-store.js'
import { ClockCheck } from './clock-check.js'
import { type ChainPosition, linkProblem, type SealingKeys } from './sealing-keys.js'

interface OldEventsDeps {
  readonly clock: Clock
  readonly auditStore: AuditStore
  readonly sealingKeys: SealingKeys
  readonly log: Logger
}

interface OldEventsQuery {
  /** The newest event that is already deleted. */
  readonly after: ChainPosition
  /** How long events are kept, in ms. */
  readonly retention: number
  /** Maximum number of events to return. */
  readonly limit: number
}

/** Finds the events that are old enough to be deleted. Finds none while the clock may be wrong. */
export class OldEvents {
  readonly #clock: Clock
  readonly #store: AuditStore
  readonly #keys: SealingKeys
  readonly #log: Logger
  readonly #clockCheck: ClockCheck

  constructor({ clock, auditStore, sealingKeys, log }: OldEventsDeps) {
    this.#clockCheck = new ClockCheck({ clock, auditStore, log })
    this.#clock = clock
    this.#store = auditStore
    this.#keys = sealingKeys
    this.#log = log
  }

  /** Returns old events, in the order of the chain and without gaps. */
  async find(
    transaction: Knex.Transaction,
    { after, retention, limit }: OldEventsQuery,
  ): Promise<readonly AuditEvent[]> {
    const now = this.#clock.now()
    const before = now - retention
    const events = await this.#store.sealedAfter(transaction, after.position, limit)
    const firstRecent = events.findIndex(({ at }) => at >= before && at <= now)
    const valid = this.#validPrefix(firstRecent === -1 ? events : events.slice(0, firstRecent), after)
    const old =
      valid.length === limit
        ? await this.#withoutFutureTailLookingAhead(transaction, valid, { before, now })
        : withoutFutureTail(valid, now)
    return old.length > 0 && (await this.#clockCheck.isConfirmed(transaction, retention)) ? old : []
  }

  /**
   * Like `withoutFutureTail`, for a full batch without recent events: if an old event follows the batch, the events at
   * the end of the batch that are dated in the future are old, too.
   */
  async #withoutFutureTailLookingAhead(
    transaction: Knex.Transaction,
    events: readonly AuditEvent[],
    { before, now }: { readonly before: number; readonly now: number },
  ): Promise<readonly AuditEvent[]> {
    const last = events.at(-1)
    if (!last?.link || last.at <= now) return events
    const next = await this.#store.nextPositionDatedUpTo(transaction, now, last.link.position)
    if (next === undefined) return withoutFutureTail(events, now)
    const [previous, event] = await this.#store.sealedAfter(transaction, next - 2, 2)
    const isOld = previous?.link && event && event.at < before && this.#validPrefix([event], previous.link).length > 0
    return isOld ? events : withoutFutureTail(events, now)
  }

  /**
   * Returns the events before the first one whose seal is invalid. An event that was changed to look old must be
   * retained as evidence.
   */
  #validPrefix(events: readonly AuditEvent[], predecessor: ChainPosition): readonly AuditEvent[] {
    let previous = predecessor
    for (const [index, event] of events.entries()) {
      const problem = linkProblem(event, previous, this.#keys)
      if (problem !== undefined || !event.link) {
        this.#log.error({ id: event.id, problem }, 'old events are retained: the audit trail cannot be verified')
        return events.slice(0, index)
      }
      previous = event.link
    }
    return events
  }
}

/**
 * Drops the events at the end that are dated in the future. Such an event does not count as old, because the clock may
 * have been set back. But it is deleted together with an old event that follows it: otherwise one event with a wrong
 * date would prevent the deletion of all later ones.
 */
function withoutFutureTail(events: readonly AuditEvent[], now: number): readonly AuditEvent[] {
  return events.slice(0, events.findLastIndex(({ at }) => at <= now) + 1)
}
