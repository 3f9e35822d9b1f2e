import type {
  Authenticated,
  Callers,
  Database,
  LogControl,
  Logger,
  LogSettings,
  Origin,
  SecurityEvents,
} from '@plinth/kernel'
import { expectOrigin, withoutSecrets } from '@plinth/kernel/tools'
import type { LoggingSettingsStore, SavedChanges } from './logging-settings-store.js'

/** Interval of polling for changes by other replicas. It leaves half of the documented second for the query. */
const POLL_INTERVAL_MS = 500

interface LoggingSettingsServiceDeps {
  readonly database: Database
  readonly logControl: LogControl
  readonly loggingSettingsStore: LoggingSettingsStore
  readonly callers: Callers
  readonly securityEvents: SecurityEvents
  readonly log: Logger
}

/** Saves logging settings and applies them: in this process at once, on other replicas within a second. */
export class LoggingSettingsService {
  readonly #database: Database
  readonly #isShared: boolean
  readonly #logControl: LogControl
  readonly #store: LoggingSettingsStore
  readonly #callers: Callers
  readonly #events: SecurityEvents
  readonly #log: Logger
  /** The configured settings, which apply unless others were saved. */
  readonly #defaults: LogSettings
  #timer: NodeJS.Timeout | undefined
  #isSyncing = false
  #lastSync: Promise<void> = Promise.resolve()

  constructor(deps: LoggingSettingsServiceDeps) {
    const { database, logControl, loggingSettingsStore, callers, securityEvents, log } = deps
    this.#database = database
    this.#isShared = database.dialect.isShared
    this.#logControl = logControl
    this.#store = loggingSettingsStore
    this.#callers = callers
    this.#events = securityEvents
    this.#log = log
    this.#defaults = logControl.settings
  }

  /** Applies the saved settings, then polls for changes by other replicas. Fails if the database is unavailable. */
  async start(): Promise<void> {
    await this.#sync((saved) =>
      this.#log.info({ settings: saved }, 'saved logging settings replace the configured ones'),
    )
    if (!this.#isShared) return // a SQLite file is used by one process only
    this.#timer = setInterval(() => {
      if (this.#isSyncing) return
      this.#sync().catch((error) =>
        this.#log.debug({ err: withoutSecrets(error) }, 'logging settings could not be read; will retry'),
      )
    }, POLL_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Stops polling; resolves once the query in progress is done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#lastSync.catch(() => {})
  }

  /** The settings that apply now. */
  get current(): LogSettings {
    return this.#logControl.settings
  }

  /** Saves the given settings, all or none; resolves when they are applied. */
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
    })
    await this.#sync()
    this.#log.info({ settings: this.current }, 'logging settings updated')
  }

  /** Applies the saved settings. Calls are serialized, so that an older query never undoes a newer change. */
  #sync(beforeChange?: (saved: LogSettings) => void): Promise<void> {
    this.#lastSync = this.#lastSync
      .catch(() => {})
      .then(async () => {
        this.#isSyncing = true
        const saved = { ...this.#defaults, ...(await this.#store.load()) }
        if (areEqual(saved, this.current)) return
        beforeChange?.(saved) // logs, while the previous level still applies
        await this.#logControl.apply(saved)
      })
      .finally(() => {
        this.#isSyncing = false
      })
    return this.#lastSync
  }
}

function areEqual(a: LogSettings, b: LogSettings): boolean {
  return a.level === b.level && a.period === b.period && a.maxBytes === b.maxBytes && a.backupCount === b.backupCount
}
