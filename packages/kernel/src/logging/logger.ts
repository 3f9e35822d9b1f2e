/**
 * The part of bunyan's logger interface that Plinth uses. A host may pass a logger of its own. The first argument of a
 * method is an object of fields, the second is the message.
 */
export interface Logger {
  /** More detailed than debug. */
  trace(fields: object, message?: string): void
  /** Details for debugging. */
  debug(fields: object, message?: string): void
  /** Normal operation: each request, each start and stop. */
  info(fields: object, message?: string): void
  /** Failures that are retried or tolerated. */
  warn(fields: object, message?: string): void
  /** Failures that are not retried. */
  error(fields: object, message?: string): void
  /** Failures that end the process. */
  fatal(fields: object, message?: string): void
  /** Returns a logger that adds these fields to every line. */
  child(fields: object): Logger
}

/** Writes a line. Gets bunyan's number of its level, and the method of that level. */
type WriteLine = (level: number, method: Exclude<keyof Logger, 'child'>, fields: object, message?: string) => void

/** Returns a logger that passes the lines of all levels to one function. */
export function loggerOf(write: WriteLine, child: Logger['child']): Logger {
  return {
    trace: (...line) => write(10, 'trace', ...line),
    debug: (...line) => write(20, 'debug', ...line),
    info: (...line) => write(30, 'info', ...line),
    warn: (...line) => write(40, 'warn', ...line),
    error: (...line) => write(50, 'error', ...line),
    fatal: (...line) => write(60, 'fatal', ...line),
    child,
  }
}
