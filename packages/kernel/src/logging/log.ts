import { createRequire } from 'node:module'
import type Bunyan from 'bunyan'
import { BUNYAN_ERROR, bunyanLevel } from './levels.js'
import type { LogControl, LogSettings } from './log-settings.js'
import type { Logger } from './logger.js'
import { outputErrorHandler } from './output-error-handler.js'
import { RecentLines } from './recent-lines.js'
import { redactingLoggers } from './redacting-loggers.js'
import { type LogFileReports, RotatingLogFile } from './rotating-log-file.js'

export interface LogOptions {
  readonly settings: LogSettings
  /** Receives each line immediately, for example to write it to stdout. */
  readonly write?: (line: string) => void
  /** Folder of the log file. Default: no log file. */
  readonly folder?: string
}

const FILE_FAILED = 'The log file cannot be written; its lines are buffered, and writing them is retried.'
const LINES_DROPPED =
  'Log lines were dropped: they arrive faster than the log file can be written. To rotate it less often, raise log_max_bytes; to rotate it faster, lower log_backup_count.'
const LINES_UNWRITTEN = 'The service stopped before all lines were written to the log file.'

interface LogRecord {
  readonly level: number
}

/** A bunyan log with redaction and a level that can change. Writes to an output and to a rotating file. */
export class Log implements LogControl {
  readonly logger: Logger
  /** Logger for security events, which are written at every level. */
  readonly eventLogger: Logger
  readonly tail = new RecentLines()
  readonly #write: (line: string) => void
  readonly #file: RotatingLogFile | undefined
  #settings: LogSettings

  constructor({ settings, write = () => {}, folder }: LogOptions) {
    this.#settings = settings
    const onOutputError = outputErrorHandler()
    this.#write = (line) => {
      try {
        write(line)
      } catch (error) {
        onOutputError(error)
      }
    }
    const bunyan = bunyanLogger((record) => this.#writeRecord(record))
    const loggers = redactingLoggers(bunyan, () => bunyanLevel(this.#settings.level))
    this.logger = loggers.logger
    this.eventLogger = loggers.eventLogger
    this.#file = folder === undefined ? undefined : new RotatingLogFile(folder, settings, this.#fileReports(folder))
  }

  get settings(): LogSettings {
    return this.#settings
  }

  async apply(settings: LogSettings): Promise<void> {
    this.#settings = settings
    await this.#file?.change(settings)
  }

  /**
   * Writes the buffered lines and closes the file. Lines that are not written by the deadline, a time of
   * `performance.now()`, are reported as lost.
   */
  async close(deadline?: number): Promise<void> {
    await this.#file?.close(deadline)
  }

  #writeRecord(record: LogRecord): void {
    const line = JSON.stringify(record)
    this.#write(line)
    this.tail.add(record.level, line)
    if (!this.#file) return
    this.#file.add(line)
    if (record.level >= BUNYAN_ERROR) void this.#file.flush()
  }

  #fileReports(folder: string): LogFileReports {
    return {
      failed: (error: Error & { code?: string }, lost) =>
        this.#report({ folder, code: error.code, lost_lines: lost }, FILE_FAILED),
      dropped: (lost) => this.#report({ folder, lost_lines: lost }, LINES_DROPPED),
      unwritten: (lost) => this.#report({ folder, lost_lines: lost }, LINES_UNWRITTEN),
    }
  }

  /** Reports lines that are missing from the file to the output and the tail. The file is failing or too slow. */
  #report(fields: object, msg: string): void {
    const line = JSON.stringify({ name: 'plinth', level: BUNYAN_ERROR, time: new Date(), ...fields, msg })
    this.#write(line)
    this.tail.add(BUNYAN_ERROR, line)
  }
}

/**
 * Creates a logger that passes lines of every level to `onRecord`. `redactingLoggers` filters them by the current
 * level.
 */
function bunyanLogger(onRecord: (record: LogRecord) => void): Logger {
  // Loaded here, because a host with its own logger does not need it
  const bunyan: typeof Bunyan = createRequire(import.meta.url)('bunyan')
  return bunyan.createLogger({
    name: 'plinth',
    streams: [{ type: 'raw', level: 'trace', stream: { write: onRecord } as unknown as NodeJS.WritableStream }],
  }) as Logger
}
