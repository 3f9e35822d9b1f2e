/**
 * Where Plinth writes its log: bunyan's interface, as far as it is used. A host may pass a logger of its own.
 * The first argument is an object of fields, the second the text.
 */
export interface Logger {
  /** Finer than debug. */
  trace(fields: object, message?: string): void
  /** What helps to find a fault. */
  debug(fields: object, message?: string): void
  /** What an operator may want to know: each request, each start and stop. */
  info(fields: object, message?: string): void
  /** What went wrong and is tried again, or is done without. */
  warn(fields: object, message?: string): void
  /** What went wrong and is not made good. */
  error(fields: object, message?: string): void
  /** What ends the process. */
  fatal(fields: object, message?: string): void
  /** A logger that adds these fields to every line. */
  child(fields: object): Logger
}
