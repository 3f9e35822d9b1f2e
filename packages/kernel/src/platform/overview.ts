import { within } from '../async/within.js'
import type { Notice, NoticeDetails } from '../contracts/notice.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Logger } from '../logging/logger.js'
import type { Contributions } from '../plugins/contributions.js'
import type { KernelServices } from '../plugins/kernel-services.js'
import { eventRecorders, notices } from '../plugins/points.js'
import type { Clock } from '../storage/clock.js'
import type { Database } from '../storage/database.js'
import { type Readiness, readinessOf } from './readiness.js'
import { type MinuteOfRequests, RequestHistory } from './request-history.js'

/** Maximum time in ms for the check of a notice. */
const NOTICE_TIMEOUT_MS = 2_000
const EXPORTED = 'configuration-exported'
/** Events of an import, and of an applied plan. */
const IMPORTED = ['configuration-imported', 'configuration-applied']
const SNAPSHOT_TAKEN = 'snapshot-taken'

/** A notice that applies. */
export interface Attention {
  readonly code: string
  readonly details: NoticeDetails
}

/** The state of a service. Times are in ms. */
export interface OverviewState extends Readiness {
  readonly database: { readonly kind: string; readonly version: string }
  readonly startedAt: number
  readonly now: number
  readonly minutes: readonly MinuteOfRequests[]
  readonly last: Readonly<Record<'export' | 'import' | 'snapshot' | 'seal', number | undefined>>
  readonly attention: readonly Attention[]
}

/** Sums up the state of a service for its admins. */
export class Overview {
  readonly history: RequestHistory
  readonly #database: Database
  readonly #clock: Clock
  readonly #contributions: Contributions
  readonly #log: Logger
  readonly #startedAt: number

  constructor({ database, clock, contributions, log }: KernelServices & { readonly log: Logger }) {
    this.#database = database
    this.#clock = clock
    this.#contributions = contributions
    this.#log = log
    this.#startedAt = clock.now()
    this.history = new RequestHistory(clock)
  }

  async state(): Promise<OverviewState> {
    const [readiness, version, attention, ...times] = await Promise.all([
      readinessOf(this.#contributions),
      this.#database.read((knex) => this.#database.dialect.version(knex)),
      this.#attention(),
      this.#lastRecorded(EXPORTED),
      this.#latest(IMPORTED.map((event) => this.#lastRecorded(event))),
      this.#lastRecorded(SNAPSHOT_TAKEN),
      this.#lastSealed(),
    ])
    const [exportedAt, importedAt, snapshotAt, sealedAt] = times
    return {
      ...readiness,
      database: { kind: this.#database.dialect.name, version },
      startedAt: this.#startedAt,
      now: this.#clock.now(),
      minutes: this.history.list(),
      last: { export: exportedAt, import: importedAt, snapshot: snapshotAt, seal: sealedAt },
      attention,
    }
  }

  async #attention(): Promise<readonly Attention[]> {
    const found = await Promise.all(this.#contributions.to(notices).map((notice) => this.#attentionOf(notice)))
    return found.filter((attention) => attention !== undefined)
  }

  /** Leaves out a notice that fails or takes too long: the rest of the overview matters more. */
  async #attentionOf(notice: Notice): Promise<Attention | undefined> {
    try {
      const checked = Promise.resolve().then(() => notice.check())
      const details = await within(NOTICE_TIMEOUT_MS, checked)
      return details && { code: notice.code, details }
    } catch (error) {
      const plugin = this.#contributions.contributorOf(notices, notice)
      this.#log.warn({ plugin, code: notice.code, err: withoutSecrets(error) }, 'a notice failed')
      return undefined
    }
  }

  #lastRecorded(event: string): Promise<number | undefined> {
    return this.#latest(this.#contributions.to(eventRecorders).map((recorder) => recorder.lastRecorded?.(event)))
  }

  #lastSealed(): Promise<number | undefined> {
    return this.#latest(this.#contributions.to(eventRecorders).map((recorder) => recorder.lastSealed?.()))
  }

  async #latest(times: readonly (Promise<number | undefined> | undefined)[]): Promise<number | undefined> {
    const known = (await Promise.all(times)).filter((time) => time !== undefined)
    return known.length === 0 ? undefined : Math.max(...known)
  }
}
