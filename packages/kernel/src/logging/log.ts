import { createRequire } from 'node:module'
import type Bunyan from 'bunyan'
import { BUNYAN_ERROR, bunyanLevel } from './levels.js'
import type { LogControl, LogSettings } from './log-settings.js'
import type { Logger } from './logger.js'
import { loggersOver } from './redacting-logger.js'
import { RotatingLogFile } from './rotating-log-file.js'

export interface LogOptions {
  readonly settings: LogSettings
  /** Where lines go at once, the service's stdout for one. */
  readonly write?: (line: string) => void
  /** A folder for the log file; none without it. */
  readonly folder?: string
}

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
    this.#write = write
    const bunyan = bunyanLogger((record) => this.#take(record))
    const loggers = loggersOver(bunyan, () => bunyanLevel(this.#settings.level))
    this.logger = loggers.logger
    this.eventLogger = loggers.eventLogger
    this.#file =
      folder === undefined
        ? undefined
        : new RotatingLogFile(folder, settings, (error, lost) => this.#tellOfFailure(folder, error, lost))
  }

  get settings(): LogSettings {
    return this.#settings
  }

  async apply(settings: LogSettings): Promise<void> {
    this.#settings = settings
    await this.#file?.change(settings)
  }

  /** Writes what is buffered and closes the file. */
  async close(): Promise<void> {
    await this.#file?.close()
  }

  #take(record: LogRecord): void {
    const line = JSON.stringify(record)
    this.#write(line)
    if (!this.#file) return
    this.#file.add(line)
    if (record.level >= BUNYAN_ERROR) void this.#file.flush()
  }

  /** Said on the other output only: a line about the file would only wait for the file. */
  #tellOfFailure(folder: string, error: Error & { code?: string }, lost: number): void {
    const fields = { level: BUNYAN_ERROR, time: new Date(), folder, code: error.code, lost_lines: lost }
    this.#write(
      JSON.stringify({
        name: 'plinth',
        ...fields,
        msg: 'The log file cannot be written; its lines are kept and tried again.',
      }),
    )
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
