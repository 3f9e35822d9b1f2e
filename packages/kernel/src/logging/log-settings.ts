import type { LogLevel } from './levels.js'
import type { Logger } from './logger.js'

/** The rules of the log settings that are numbers. They have no maximum: whatever a double holds is accepted. */
export const LOG_NUMBERS = {
  period: { minimum: 1, isWhole: false, initial: 10, description: 'Seconds between two flushes of the log file.' },
  maxBytes: {
    minimum: 1_024,
    isWhole: true,
    initial: 10_485_760,
    description: 'Bytes after which the log file is rotated.',
  },
  backupCount: { minimum: 1, isWhole: true, initial: 3, description: 'How many rotated files are kept.' },
} as const

/** The rules of one of them. */
export type LogNumber = (typeof LOG_NUMBERS)[keyof typeof LOG_NUMBERS]

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
