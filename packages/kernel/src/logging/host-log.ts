import { bunyanLevel } from './levels.js'
import type { LogControl, LogSettings } from './log-settings.js'
import type { Logger } from './logger.js'
import { redact } from './redaction.js'

/** A host's own logger is left as the host has set it: level and file are the host's to change. */
export class HostLog implements LogControl {
  readonly logger: Logger
  #settings: LogSettings

  constructor(logger: Logger, settings: LogSettings) {
    this.logger = thresholded(logger, () => bunyanLevel(this.#settings.level))
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

/** Passes on what reaches the level in force, redacted. */
function thresholded(logger: Logger, threshold: () => number): Logger {
  const at =
    (level: number, method: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal') =>
    (fields: object, message?: string) => {
      if (level >= threshold()) logger[method](redact({ ...fields }), message)
    }
  return {
    trace: at(10, 'trace'),
    debug: at(20, 'debug'),
    info: at(30, 'info'),
    warn: at(40, 'warn'),
    error: at(50, 'error'),
    fatal: at(60, 'fatal'),
    child: (fields) => thresholded(logger.child(redact({ ...fields })), threshold),
  }
}
