import type { Clock, Knex, Logger } from '@plinth/kernel'
import { isoTime } from '@plinth/kernel/tools'
import type { AuditStore } from './audit-store.js'

const DAY_MS = 86_400_000
/**
 * Minimum age of an event that confirms the clock. After a jump forward, nothing is deleted for this time, so that an
 * operator can correct the clock.
 */
const MIN_CONFIRMING_AGE_MS = 7 * DAY_MS
/**
 * Maximum age of an event that confirms the clock. If the clock is ahead by less than this, events are deleted too
 * early by the same amount. If a service records no events for longer than the difference between the two ages,
 * deletion may be delayed.
 */
const MAX_CONFIRMING_AGE_MS = 37 * DAY_MS
/**
 * Maximum ratio of `MAX_CONFIRMING_AGE_MS` to the retention. For a shorter retention, both ages are reduced in
 * proportion: otherwise a jump forward could delete all events, and none would be left to confirm the clock.
 */
const MAX_CONFIRMING_RATIO = 0.5
const UNCONFIRMED_CLOCK =
  'old events are retained, because the audit trail has no event between "from" and "to": the clock may be wrong. Check "clock" against ' +
  'the clock of the machine, or with PostgreSQL of its server. If it is right, nothing happened in that period, and the events will be deleted later'

/** Checks the clock against the audit trail, before events are deleted because of their age. */
export class ClockCheck {
  readonly #clock: Clock
  readonly #store: AuditStore
  readonly #log: Logger
  #hasReported = false

  constructor({ clock, auditStore, log }: { clock: Clock; auditStore: AuditStore; log: Logger }) {
    this.#clock = clock
    this.#store = auditStore
    this.#log = log
  }

  /**
   * Returns whether the trail has an event that is about a week to a month old. If so, the clock has not jumped forward
   * since that event. `retention` is in ms.
   */
  async isConfirmed(transaction: Knex.Transaction, retention: number): Promise<boolean> {
    const now = this.#clock.now()
    const scale = Math.min(1, (retention * MAX_CONFIRMING_RATIO) / MAX_CONFIRMING_AGE_MS)
    const from = now - MAX_CONFIRMING_AGE_MS * scale
    const to = now - MIN_CONFIRMING_AGE_MS * scale
    const isConfirmed = await this.#store.hasSealedBetween(transaction, Math.round(from), Math.round(to))
    if (isConfirmed) this.#hasReported = false
    else this.#report({ clock: isoTime(now), from: isoTime(from), to: isoTime(to) })
    return isConfirmed
  }

  /** Logs once until the clock is confirmed, not with every sweep. */
  #report(dates: Readonly<Record<'clock' | 'from' | 'to', string>>): void {
    if (this.#hasReported) return
    this.#hasReported = true
    this.#log.error(dates, UNCONFIRMED_CLOCK)
  }
}
