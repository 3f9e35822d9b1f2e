import type { LogLevel } from './levels.js'
import type { Logger } from './logger.js'

/** The smallest values that the log settings may have. There is no largest: whatever a double holds is accepted. */
export const LOG_SETTING_MINIMUMS = { period: 1, maxBytes: 1_024, backupCount: 1 } as const

/** What of the log can be changed while it is written. */
export interface LogSettings {
  /** Lines below this level are not written. */
  readonly level: LogLevel
  /** Seconds between two flushes of the log file; errors are flushed at once. */
  readonly period: number
  /** Bytes from which on the log file is rotated; it may pass them by one line. */
  readonly maxBytes: number
  /** How many rotated files are kept beside the current one. */
  readonly backupCount: number
}

/** Changes the log while it is written; the service `logControl` of every kernel. */
export interface LogControl {
  /** The log itself, for lines that are no plugin's. */
  readonly logger: Logger
  /** What is in force. */
  readonly settings: LogSettings
  /**
   * Puts settings into force, also for lines that wait for the file. When it resolves, these are written and surplus
   * files are gone.
   */
  apply(settings: LogSettings): Promise<void>
}
