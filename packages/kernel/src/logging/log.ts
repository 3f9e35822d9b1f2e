import { createRequire } from 'node:module'
import type Bunyan from 'bunyan'
import { BUNYAN_ERROR, bunyanLevel } from './levels.js'
import type { LogControl, LogSettings } from './log-settings.js'
import type { Logger } from './logger.js'
import { lossWarning } from './loss-warning.js'
import { loggersOver } from './redacting-logger.js'
import { type LogFileReports, RotatingLogFile } from './rotating-log-file.js'

export interface LogOptions {
  readonly settings: LogSettings
  /** Where lines go at once, the service's stdout for one. */
  readonly write?: (line: string) => void
  /** A folder for the log file; none without it. */
  readonly folder?: string
}

const FILE_FAILED = 'The log file cannot be written; its lines are kept and tried again.'
const LINES_DROPPED =
  'Lines were dropped that waited for the log file: they come faster than it is written. Raise log_max_bytes, or lower log_backup_count.'
const LINES_UNWRITTEN = 'The service stopped before all lines were written to the log file.'

interface LogRecord {
  readonly level: number
}

/** bunyan with redaction, at a level that can change, to an output and a rotating file. */
export class Log implements LogControl {
  readonly logger: Logger
  /** For security events, which are written whatever the level. */
  readonly eventLogger: Logger
  readonly #write: (line: string) => void
  readonly #file: RotatingLogFile | undefined
  #settings: LogSettings

  constructor({ settings, write = () => {}, folder }: LogOptions) {
    this.#settings = settings
    const onLoss = lossWarning()
    this.#write = (line) => {
      try {
        write(line)
      } catch (error) {
        onLoss(error)
      }
    }
    const bunyan = bunyanLogger((record) => this.#take(record))
    const loggers = loggersOver(bunyan, () => bunyanLevel(this.#settings.level))
    this.logger = loggers.logger
    this.eventLogger = loggers.eventLogger
    this.#file = folder === undefined ? undefined : new RotatingLogFile(folder, settings, this.#reports(folder))
  }

  get settings(): LogSettings {
    return this.#settings
  }

  async apply(settings: LogSettings): Promise<void> {
    this.#settings = settings
    await this.#file?.change(settings)
  }

  /**
   * Writes what is buffered and closes the file; what is not written by the deadline, by `performance.now()`, is told
   * to be lost.
   */
  async close(deadline?: number): Promise<void> {
    await this.#file?.close(deadline)
  }

  #take(record: LogRecord): void {
    const line = JSON.stringify(record)
    this.#write(line)
    if (!this.#file) return
    this.#file.add(line)
    if (record.level >= BUNYAN_ERROR) void this.#file.flush()
  }

  #reports(folder: string): LogFileReports {
    return {
      failed: (error: Error & { code?: string }, lost) =>
        this.#tell({ folder, code: error.code, lost_lines: lost }, FILE_FAILED),
      dropped: (lost) => this.#tell({ folder, lost_lines: lost }, LINES_DROPPED),
      unwritten: (lost) => this.#tell({ folder, lost_lines: lost }, LINES_UNWRITTEN),
    }
  }

  /** Said on the other output only: a line about the file would only wait for the file. */
  #tell(fields: object, msg: string): void {
    this.#write(JSON.stringify({ name: 'plinth', level: BUNYAN_ERROR, time: new Date(), ...fields, msg }))
  }
}

/** All levels reach `take`: what is below the level in force was kept back before. */
function bunyanLogger(take: (record: LogRecord) => void): Logger {
  const bunyan: typeof Bunyan = createRequire(import.meta.url)('bunyan')
  return bunyan.createLogger({
    name: 'plinth',
    streams: [{ type: 'raw', level: 'trace', stream: { write: take } as unknown as NodeJS.WritableStream }],
  }) as Logger
}
