import {
  type Authenticated,
  type Callers,
  type Clock,
  COMMAND,
  type Database,
  type KernelServices,
  type Knex,
  type LogControl,
  type Logger,
  type LogSettings,
  type Origin,
  type SecurityEvents,
} from '@plinth/kernel'
import { expectOrigin, isoTime, Poll, withoutSecrets } from '@plinth/kernel/tools'
import { type EffectiveSettings, effectiveSettings } from './effective-settings.js'
import type { LoggingSettingsStore, SavedChanges, SavedSettings } from './logging-settings-store.js'

/** Interval of polling for changes by other replicas. It leaves half of the documented second for the query. */
const POLL_INTERVAL_MS = 500

interface LoggingSettingsServiceDeps
  extends Pick<KernelServices, 'database' | 'clock' | 'logControl' | 'callers' | 'securityEvents'> {
  readonly loggingSettingsStore: LoggingSettingsStore
  readonly log: Logger
}

/** Saves logging settings and applies them: in this process at once, on other replicas within a second. */
export class LoggingSettingsService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #isShared: boolean
  readonly #changePoll: Poll
  readonly #logControl: LogControl
  readonly #store: LoggingSettingsStore
  readonly #callers: Callers
  readonly #events: SecurityEvents
  readonly #log: Logger
  /** The configured settings, which apply unless others were saved. */
  readonly #configured: LogSettings
  #saved: SavedSettings = { settings: {}, debugUntil: undefined }
  #timer: NodeJS.Timeout | undefined
  #isPolling = false
  #lastSync: Promise<void> = Promise.resolve()
  #lastPoll: Promise<void> = Promise.resolve()

  constructor(deps: LoggingSettingsServiceDeps) {
    this.#database = deps.database
    this.#clock = deps.clock
    this.#isShared = deps.database.dialect.isShared
    this.#changePoll = new Poll(deps.database)
    this.#logControl = deps.logControl
    this.#store = deps.loggingSettingsStore
    this.#callers = deps.callers
    this.#events = deps.securityEvents
    this.#log = deps.log
    this.#configured = deps.logControl.settings
  }

  /** Applies the saved settings, then polls for changes by other replicas. Rejects if the database is unavailable. */
  async start(): Promise<void> {
    await this.#sync((saved) =>
      this.#log.info({ settings: saved }, 'saved logging settings replace the configured ones'),
    )
    this.#timer = setInterval(() => {
      if (this.#isPolling) return
      this.#isPolling = true
      this.#lastPoll = this.#poll().finally(() => {
        this.#isPolling = false
      })
    }, POLL_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Stops polling; resolves once the query in progress is done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#lastPoll
    await this.#lastSync.catch(() => {})
  }

  /** The settings that apply now. */
  get current(): LogSettings {
    return this.#logControl.settings
  }

  /** The settings that apply now, and where they come from. */
  get effective(): EffectiveSettings {
    return effectiveSettings(this.#configured, this.#saved, this.#clock.now())
  }

  /** The settings that apply unless others are saved. */
  get configured(): LogSettings {
    return this.#configured
  }

  /** Saves the given settings, all or none; resolves when they are applied. A level ends debug. */
  async update(origin: Origin<Authenticated>, changes: Partial<LogSettings>): Promise<void> {
    expectOrigin(origin, 'loggingSettingsService.update()')
    await this.#save(origin, changes)
  }

  /** Removes saved settings, so that the configured ones apply again; resolves when they do. */
  async unset(origin: Origin<Authenticated>, names: readonly (keyof LogSettings)[]): Promise<void> {
    expectOrigin(origin, 'loggingSettingsService.unset()')
    await this.#save(origin, Object.fromEntries(names.map((name) => [name, null])))
  }

  async #save(origin: Origin<Authenticated>, changes: SavedChanges): Promise<void> {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    const details = Object.fromEntries(given.map(([name, value]) => [name, value ?? 'unset']))
    await this.#database.write(async (transaction) => {
      await this.#callers.confirm(origin, transaction)
      await this.#store.save(transaction, changes)
      await this.#events.record(transaction, { event: 'settings-changed', origin, details })
      if (changes.level !== undefined) await this.#endDebug(transaction, origin)
    })
    await this.#sync()
    this.#log.info({ settings: this.current }, 'logging settings updated')
  }

  /**
   * Lowers the level to debug for some minutes, on every replica and across restarts; the saved level stays. Returns
   * the time, in ms, at which that ends by itself.
   */
  async startDebug(origin: Origin<Authenticated>, minutes: number): Promise<number> {
    expectOrigin(origin, 'loggingSettingsService.startDebug()')
    const until = this.#clock.now() + minutes * 60_000
    await this.#database.write(async (transaction) => {
      await this.#callers.confirm(origin, transaction)
      await this.#store.startDebug(transaction, until)
      await this.#events.record(transaction, { event: 'debug-started', origin, details: { until: isoTime(until) } })
    })
    await this.#sync()
    return until
  }

  /** Ends debug at once. Does nothing if it is off. */
  async stopDebug(origin: Origin<Authenticated>): Promise<void> {
    expectOrigin(origin, 'loggingSettingsService.stopDebug()')
    await this.#database.write(async (transaction) => {
      await this.#callers.confirm(origin, transaction)
      await this.#endDebug(transaction, origin)
    })
    await this.#sync()
  }

  async #endDebug(transaction: Knex.Transaction, origin: Origin): Promise<void> {
    if (await this.#store.endDebug(transaction))
      await this.#events.record(transaction, { event: 'debug-ended', origin })
  }

  /** Never rejects: the next poll retries. Only one process uses a SQLite file, so it need not poll for changes. */
  async #poll(): Promise<void> {
    try {
      if (this.#isShared) await this.#changePoll.run(() => this.#sync())
      await this.#endExpiredDebug()
    } catch (error) {
      this.#log.debug({ err: withoutSecrets(error) }, 'logging settings could not be read; will retry')
    }
  }

  /** The level falls back even if the database is unavailable; one of the replicas records the end. */
  async #endExpiredDebug(): Promise<void> {
    const until = this.#saved.debugUntil
    if (until === undefined || until > this.#clock.now()) return
    await this.#apply()
    await this.#database.write(async (transaction) => {
      const details = { until: isoTime(until) }
      if (await this.#store.endDebug(transaction, until))
        await this.#events.record(transaction, { event: 'debug-ended', origin: COMMAND, details })
    })
    await this.#sync()
  }

  /** Applies the saved settings. Calls are serialized, so that an older query never undoes a newer change. */
  #sync(beforeChange?: (saved: LogSettings) => void): Promise<void> {
    this.#lastSync = this.#lastSync
      .catch(() => {})
      .then(async () => {
        this.#saved = await this.#store.load()
        await this.#apply(beforeChange)
      })
    return this.#lastSync
  }

  async #apply(beforeChange?: (saved: LogSettings) => void): Promise<void> {
    const { settings } = this.effective
    if (areEqual(settings, this.current)) return
    beforeChange?.(settings) // logs, while the previous level still applies
    await this.#logControl.apply(settings)
  }
}

function areEqual(a: LogSettings, b: LogSettings): boolean {
  return a.level === b.level && a.period === b.period && a.maxBytes === b.maxBytes && a.backupCount === b.backupCount
}
