/**
 * Where Plinth writes its log: bunyan's interface, as far as it is used. A host may pass a logger of its own.
 * The first argument is an object of fields, the second the text.
 */
export interface Logger {
  trace(fields: object, message?: string): void
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
  fatal(fields: object, message?: string): void
  /** A logger that adds these fields to every line. */
  child(fields: object): Logger
}
