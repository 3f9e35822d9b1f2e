/** The levels of the HTTP interface (NOTSET … CRITICAL) and what they are for bunyan. */
const BUNYAN_LEVELS: Readonly<Record<LogLevel, number>> = { 0: 10, 10: 20, 20: 30, 30: 40, 40: 50, 50: 60 }

/** A log level as the interface and the settings number it. */
export type LogLevel = 0 | 10 | 20 | 30 | 40 | 50

/** The names of the levels, as settings and the command take them beside the numbers. */
const NAMED_LEVELS: Readonly<Record<LogLevelName, LogLevel>> = {
  notset: 0,
  debug: 10,
  info: 20,
  warning: 30,
  error: 40,
  critical: 50,
}

/** A log level by its name. */
export type LogLevelName = 'notset' | 'debug' | 'info' | 'warning' | 'error' | 'critical'

/** Every level, from NOTSET to CRITICAL. */
export const LOG_LEVELS: readonly LogLevel[] = Object.values(NAMED_LEVELS)

/** Every level as a message names it: `0 (notset), 10 (debug), …`. */
export const LOG_LEVELS_IN_WORDS = LOG_LEVELS.map(logLevelInWords).join(', ')

/** A level as a message names it: `20 (info)`. */
export function logLevelInWords(level: LogLevel): string {
  const [name] = Object.entries(NAMED_LEVELS).find(([, number]) => number === level) ?? []
  return `${level} (${name})`
}

/** The level of a number, or of a name in whatever case; `undefined` when there is none. */
export function logLevelOf(level: LogLevel | LogLevelName): LogLevel
export function logLevelOf(level: unknown): LogLevel | undefined
export function logLevelOf(level: unknown): LogLevel | undefined {
  if (typeof level !== 'string') return LOG_LEVELS.find((number) => number === level)
  return Object.entries(NAMED_LEVELS).find(([name]) => name === level.toLowerCase())?.[1]
}

/** bunyan's number of what an operator may want to know. */
export const BUNYAN_INFO = 30

/** bunyan's number of an error. */
export const BUNYAN_ERROR = 50

/** bunyan's number for a level of the interface. */
export function bunyanLevel(level: LogLevel): number {
  return BUNYAN_LEVELS[level]
}
