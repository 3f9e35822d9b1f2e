import { bunyanLevel } from './levels.js'
import type { LogControl, LogSettings } from './log-settings.js'
import type { Logger } from './logger.js'
import { redacting } from './redacting-logger.js'

/** A host's own logger is left as the host has set it: level and file are the host's to change. */
export class HostLog implements LogControl {
  readonly logger: Logger
  #settings: LogSettings

  constructor(logger: Logger, settings: LogSettings) {
    this.logger = redacting(logger, () => bunyanLevel(this.#settings.level))
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
