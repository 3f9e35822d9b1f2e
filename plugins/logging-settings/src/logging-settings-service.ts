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
import type { LoggingSettingsStore } from './logging-settings-store.js'

/**
 * How often in ms a replica looks for what another one has saved: obeyed within a second, with time for the look-up
 * itself.
 */
const INTERVAL_MS = 500

interface LoggingSettingsServiceNeeds {
  readonly database: Database
  readonly logControl: LogControl
  readonly loggingSettingsStore: LoggingSettingsStore
  readonly callers: Callers
  readonly securityEvents: SecurityEvents
  readonly log: Logger
}

/** Keeps the log as it was set: here at once, on other replicas within a second, and after a restart. */
export class LoggingSettingsService {
  readonly #database: Database
  readonly #isShared: boolean
  readonly #logControl: LogControl
  readonly #store: LoggingSettingsStore
  readonly #callers: Callers
  readonly #events: SecurityEvents
  readonly #log: Logger
  /** What the settings of the kernel say; holds where nothing was saved. */
  readonly #first: LogSettings
  #timer: NodeJS.Timeout | undefined
  #isFollowing = false
  #work: Promise<void> = Promise.resolve()

  constructor(needs: LoggingSettingsServiceNeeds) {
    const { database, logControl, loggingSettingsStore, callers, securityEvents, log } = needs
    this.#database = database
    this.#isShared = database.dialect.isShared
    this.#logControl = logControl
    this.#store = loggingSettingsStore
    this.#callers = callers
    this.#events = securityEvents
    this.#log = log
    this.#first = logControl.settings
  }

  /**
   * Puts what was saved into force; from then on looks again and again for what other replicas save. Fails when the
   * database is away.
   */
  async start(): Promise<void> {
    await this.#follow((saved) =>
      this.#log.info({ settings: saved }, 'saved logging settings replace those that the start was given'),
    )
    if (!this.#isShared) return // a SQLite file has no other process
    this.#timer = setInterval(() => {
      if (this.#isFollowing) return
      this.#follow().catch((error) =>
        this.#log.debug({ err: withoutSecrets(error) }, 'settings could not be looked up; tried again'),
      )
    }, INTERVAL_MS)
    this.#timer.unref()
  }

  /** Resolves once the look-up under way is done. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#work.catch(() => {})
  }

  /** What is in force. */
  get inForce(): LogSettings {
    return this.#logControl.settings
  }

  /** Saves the settings that are given, all or none, and puts them into force; resolves when they are. */
  async update(origin: Origin<Authenticated>, changes: Partial<LogSettings>): Promise<void> {
    expectOrigin(origin, 'loggingSettingsService.update()')
    const details = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    await this.#database.write(async (transaction) => {
      await this.#callers.confirm(origin, transaction)
      await this.#store.save(transaction, changes)
      await this.#events.record(transaction, { event: 'settings-changed', origin, details })
    })
    await this.#follow()
    this.#log.info({ settings: this.inForce }, 'logging settings updated')
  }

  /** One after the other, so that an older look-up never undoes a newer change. */
  #follow(tell?: (saved: LogSettings) => void): Promise<void> {
    this.#work = this.#work
      .catch(() => {})
      .then(async () => {
        this.#isFollowing = true
        const wanted = { ...this.#first, ...(await this.#store.load()) }
        if (areEqual(wanted, this.inForce)) return
        tell?.(wanted) // by the level that the start was given
        await this.#logControl.apply(wanted)
      })
      .finally(() => {
        this.#isFollowing = false
      })
    return this.#work
  }
}

function areEqual(a: LogSettings, b: LogSettings): boolean {
  return a.level === b.level && a.period === b.period && a.maxBytes === b.maxBytes && a.backupCount === b.backupCount
}
