import type { Clock, Knex, Logger } from '@plinth/kernel'
import type { AuditEvent } from './audit-event.js'
import type { AuditStore } from './audit-store.js'
import { type Place, problemOfLink, type SealingKeys } from './sealing-key.js'

const DAY_MS = 86_400_000
/**
 * The youngest event that confirms the clock. After a jump forward nothing is deleted for this time, in which somebody
 * can set the clock right.
 */
const MIN_CONFIRMING_AGE_MS = 7 * DAY_MS
/**
 * The oldest event that confirms the clock. A clock that is ahead by less than this deletes events too soon, by as much
 * as it is ahead; a service without events for longer than the difference of both ages may have to wait.
 */
const MAX_CONFIRMING_AGE_MS = 37 * DAY_MS
/**
 * The most that `MAX_CONFIRMING_AGE_MS` may be of the retention: for a shorter one both ages are shortened in
 * proportion. Otherwise a jump forward could delete all events, and there would be none to confirm the clock.
 */
const MAX_CONFIRMING_PART = 0.5

interface OldEventsNeeds {
  readonly clock: Clock
  readonly auditStore: AuditStore
  readonly sealingKeys: SealingKeys
  readonly log: Logger
}

/** What a sweep goes by; times are in ms. */
interface Sweep {
  /** The last event that is deleted already. */
  readonly first: Place
  /** How old events become. */
  readonly age: number
  readonly most: number
}

/** The events that are old enough to be deleted, by a clock that may be wrong. */
export class OldEvents {
  readonly #clock: Clock
  readonly #store: AuditStore
  readonly #keys: SealingKeys
  readonly #log: Logger
  #hasReportedClock = false

  constructor({ clock, auditStore, sealingKeys, log }: OldEventsNeeds) {
    this.#clock = clock
    this.#store = auditStore
    this.#keys = sealingKeys
    this.#log = log
  }

  /** Returns some of them, from the beginning of the chain on. */
  async find(transaction: Knex.Transaction, { first, age, most }: Sweep): Promise<readonly AuditEvent[]> {
    const now = this.#clock.now()
    const span = { before: now - age, now }
    const events = await this.#store.sealedAfter(transaction, first.position, most)
    const young = events.findIndex(({ at }) => at >= span.before && at <= now)
    const sound = this.#sound(young === -1 ? events : events.slice(0, young), first)
    const old = sound.length === most ? await this.#beforeOld(transaction, sound, span) : upToLastOld(sound, now)
    return old.length > 0 && (await this.#isConfirmed(transaction, now, age)) ? old : []
  }

  /** As many of the first events, none of them young, as have an old one behind them: that may be among the next. */
  async #beforeOld(
    transaction: Knex.Transaction,
    events: readonly AuditEvent[],
    { before, now }: { readonly before: number; readonly now: number },
  ): Promise<readonly AuditEvent[]> {
    const last = events.at(-1)
    if (!last?.link || last.at <= now) return events
    const next = await this.#store.nextUpTo(transaction, now, last.link.position)
    if (next === undefined) return upToLastOld(events, now)
    const [former, event] = await this.#store.sealedAfter(transaction, next - 2, 2)
    const isOld = former?.link && event && event.at < before && this.#sound([event], former.link).length > 0
    return isOld ? events : upToLastOld(events, now)
  }

  /**
   * The first events, as far as they are as they were sealed: one that somebody has made look old must be found, and
   * not swept away.
   */
  #sound(events: readonly AuditEvent[], from: Place): readonly AuditEvent[] {
    let former = from
    for (const [at, event] of events.entries()) {
      const problem = problemOfLink(event, former, this.#keys)
      if (problem !== undefined || !event.link) {
        this.#log.error({ id: event.id, problem }, 'old events stay: the audit trail is not as it was sealed')
        return events.slice(0, at)
      }
      former = event.link
    }
    return events
  }

  /** Whether the trail has an event that this clock, or one like it, dated some time ago. */
  async #isConfirmed(transaction: Knex.Transaction, now: number, age: number): Promise<boolean> {
    const part = Math.min(1, (age * MAX_CONFIRMING_PART) / MAX_CONFIRMING_AGE_MS)
    const from = now - MAX_CONFIRMING_AGE_MS * part
    const to = now - MIN_CONFIRMING_AGE_MS * part
    const isConfirmed = await this.#store.hasSealedBetween(transaction, Math.round(from), Math.round(to))
    if (isConfirmed) this.#hasReportedClock = false
    else this.#reportClock({ clock: dateOf(now), from: dateOf(from), to: dateOf(to) })
    return isConfirmed
  }

  /** Once until the clock is confirmed, not with every sweep. */
  #reportClock(found: Readonly<Record<'clock' | 'from' | 'to', string>>): void {
    if (this.#hasReportedClock) return
    this.#hasReportedClock = true
    this.#log.error(found, UNCONFIRMED_CLOCK)
  }
}

/**
 * An event that is ahead of the clock is not old by itself, since the clock may have been set back. It goes with an old
 * one behind it: otherwise an event that a wrong clock has dated would keep all behind it.
 */
function upToLastOld(events: readonly AuditEvent[], now: number): readonly AuditEvent[] {
  return events.slice(0, events.findLastIndex(({ at }) => at <= now) + 1)
}

const dateOf = (time: number) => new Date(time).toISOString()

const UNCONFIRMED_CLOCK =
  'old events of the audit trail are kept: it has no event between "from" and "to", so "clock" may be wrong. Check the clock of the ' +
  'machine, with PostgreSQL that of its server. If it is right, nothing happened in that time; the events are deleted later by themselves'
