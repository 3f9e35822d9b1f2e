import { Readable } from 'node:stream'
import {
  type Authenticated,
  type Callers,
  type Clock,
  type Database,
  httpErrors,
  type KernelServices,
  type Origin,
  type SecurityEvents,
} from '@plinth/kernel'
import { expectOrigin, KeyCheck } from '@plinth/kernel/tools'
import type { AuditEvent } from './audit-event.js'
import type { AuditStore, EventQuery } from './audit-store.js'
import { errors } from './errors.js'

/** Number of events read at a time. No connection is held between two reads, however slow the reader is. */
const PAGE_SIZE = 500
const MAX_CONCURRENT_EXPORTS = 2
/** Interval and timeout of the checks of the caller's key. The stream is cut off if a check fails or takes too long. */
const KEY_CHECK_INTERVAL_MS = 5_000
const KEY_CHECK_TIMEOUT_MS = 5_000
/** `Retry-After` of `TOO_MANY_AUDIT_EXPORTS`. */
const RETRY_AFTER_S = 5

interface EventExportDeps extends Pick<KernelServices, 'database' | 'callers' | 'clock' | 'securityEvents'> {
  readonly auditStore: AuditStore
}

/** Exports all events that match filters, the newest first. */
export class EventExport {
  readonly #database: Database
  readonly #store: AuditStore
  readonly #callers: Callers
  readonly #clock: Clock
  readonly #events: SecurityEvents
  #running = 0

  constructor({ database, auditStore, callers, clock, securityEvents }: EventExportDeps) {
    this.#database = database
    this.#store = auditStore
    this.#callers = callers
    this.#clock = clock
    this.#events = securityEvents
  }

  /**
   * Records the export, and returns the events as a stream of lines. Events that are recorded after the first page was
   * read are not included. Throws `TOO_MANY_AUDIT_EXPORTS` (503).
   */
  async open(
    origin: Origin<Authenticated>,
    filters: Omit<EventQuery, 'limit' | 'before'>,
    lineOf: (event: AuditEvent) => string,
  ): Promise<Readable> {
    expectOrigin(origin, 'eventExport.open()')
    if (this.#running >= MAX_CONCURRENT_EXPORTS) throw errors.TOO_MANY_AUDIT_EXPORTS({}, { retryAfter: RETRY_AFTER_S })
    this.#running += 1
    try {
      await this.#record(origin)
      const stream = Readable.from(this.#pages(origin, filters, lineOf), { objectMode: false, highWaterMark: 1 })
      stream.once('close', () => {
        this.#running -= 1
      })
      return stream
    } catch (error) {
      this.#running -= 1
      throw error
    }
  }

  async *#pages(
    { principal }: Origin<Authenticated>,
    filters: Omit<EventQuery, 'limit' | 'before'>,
    lineOf: (event: AuditEvent) => string,
  ) {
    const check =
      principal === 'command'
        ? undefined
        : new KeyCheck({ database: this.#database, callers: this.#callers, clock: this.#clock }, principal)
    let checkedAt = performance.now()
    for (let before: AuditEvent['id'] | undefined; ; ) {
      if (performance.now() - checkedAt > KEY_CHECK_INTERVAL_MS) {
        if (check && !(await check.isValid(KEY_CHECK_TIMEOUT_MS))) throw httpErrors.TOKEN_INVALID()
        checkedAt = performance.now()
      }
      const events = await this.#store.list({ ...filters, before, limit: PAGE_SIZE })
      if (events.length > 0) yield events.map((event) => `${lineOf(event)}\n`).join('')
      if (events.length < PAGE_SIZE) return
      before = events.at(-1)?.id
    }
  }

  #record(origin: Origin<Authenticated>): Promise<void> {
    return this.#database.write(async (transaction) => {
      await this.#callers.confirm(origin, transaction)
      await this.#events.record(transaction, { event: 'audit-exported', origin })
    })
  }
}
