import type { LogLevel } from './levels.js'
import type { Logger } from './logger.js'
import type { LogTail } from './recent-lines.js'

/** Rules for the numeric log settings. They have no maximum: any finite number is accepted. */
export const NUMERIC_LOG_SETTINGS = {
  period: {
    minimum: 1,
    isWhole: false,
    initial: 10,
    description: 'Interval between two flushes of the log file, in seconds.',
  },
  maxBytes: {
    minimum: 1_024,
    isWhole: true,
    initial: 10_485_760,
    description: 'Size at which the log file is rotated, in bytes.',
  },
  backupCount: { minimum: 1, isWhole: true, initial: 3, description: 'Number of rotated log files to keep.' },
} as const

/** The rules for one numeric log setting. */
export type NumericLogSetting = (typeof NUMERIC_LOG_SETTINGS)[keyof typeof NUMERIC_LOG_SETTINGS]

/** Log settings that can be changed at run time. */
export interface LogSettings {
  /** Lines below this level are not written. */
  readonly level: LogLevel
  /** Seconds between two flushes of the log file; errors are flushed at once. */
  readonly period: number
  /** Size in bytes at which the log file is rotated. A file can exceed it by up to one line. */
  readonly maxBytes: number
  /** Number of rotated files to keep, in addition to the current one. */
  readonly backupCount: number
}

/** Changes log settings at run time. The service `logControl` of every kernel. */
export interface LogControl {
  /** The logger, for lines that do not belong to a plugin. */
  readonly logger: Logger
  /** The current settings. */
  readonly settings: LogSettings
  /** The last lines, and those that follow. With a host's own logger, only lines that are written while followed. */
  readonly tail: LogTail
  /**
   * Applies settings, even to lines that are still buffered. Resolves once these lines are written and surplus files
   * are deleted.
   */
  apply(settings: LogSettings): Promise<void>
}
