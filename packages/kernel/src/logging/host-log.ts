import { followedLogger } from './followed-logger.js'
import { bunyanLevel } from './levels.js'
import type { LogControl, LogSettings } from './log-settings.js'
import type { Logger } from './logger.js'
import { RecentLines } from './recent-lines.js'
import { redactingLoggers } from './redacting-loggers.js'

/** The log of a kernel with a host's own logger, whose level and file the kernel does not change. */
export class HostLog implements LogControl {
  readonly logger: Logger
  readonly eventLogger: Logger
  /** Has lines only while somebody follows the log. */
  readonly tail = new RecentLines()
  #settings: LogSettings

  constructor(logger: Logger, settings: LogSettings) {
    const loggers = redactingLoggers(followedLogger(logger, this.tail), () => bunyanLevel(this.#settings.level))
    this.logger = loggers.logger
    this.eventLogger = loggers.eventLogger
    this.#settings = settings
  }

  get settings(): LogSettings {
    return this.#settings
  }

  async apply(settings: LogSettings): Promise<void> {
    this.#settings = settings
  }

  async close(): Promise<void> {}
}
