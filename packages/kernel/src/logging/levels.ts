/** The levels of the HTTP interface (NOTSET … CRITICAL) and what they are for bunyan. */
const BUNYAN_LEVELS: Readonly<Record<LogLevel, number>> = { 0: 10, 10: 20, 20: 30, 30: 40, 40: 50, 50: 60 }

/** A log level as the interface and the settings number it. */
export type LogLevel = 0 | 10 | 20 | 30 | 40 | 50

/** Every level, from NOTSET to CRITICAL. */
export const LOG_LEVELS: readonly LogLevel[] = [0, 10, 20, 30, 40, 50]

/** bunyan's number of what an operator may want to know. */
export const BUNYAN_INFO = 30

/** bunyan's number of an error. */
export const BUNYAN_ERROR = 50

/** bunyan's number for a level of the interface. */
export function bunyanLevel(level: LogLevel): number {
  return BUNYAN_LEVELS[level]
}
