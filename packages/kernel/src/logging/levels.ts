/** bunyan's number for each level of the REST API (NOTSET … CRITICAL). */
const BUNYAN_LEVELS: Readonly<Record<LogLevel, number>> = { 0: 10, 10: 20, 20: 30, 30: 40, 40: 50, 50: 60 }

/** A log level as a number of the REST API and the settings. */
export type LogLevel = 0 | 10 | 20 | 30 | 40 | 50

/** Names of the levels, which settings and the CLI accept in addition to the numbers. */
const NAMED_LEVELS: Readonly<Record<LogLevelName, LogLevel>> = {
  notset: 0,
  debug: 10,
  info: 20,
  warning: 30,
  error: 40,
  critical: 50,
}

/** The name of a log level. */
export type LogLevelName = 'notset' | 'debug' | 'info' | 'warning' | 'error' | 'critical'

/** Every level, from NOTSET to CRITICAL. */
export const LOG_LEVELS: readonly LogLevel[] = Object.values(NAMED_LEVELS)

/** All levels for a message: `0 (notset), 10 (debug), …`. */
export const LOG_LEVELS_IN_WORDS = LOG_LEVELS.map(logLevelInWords).join(', ')

/** Formats a level for a message: `20 (info)`. */
export function logLevelInWords(level: LogLevel): string {
  const [name] = Object.entries(NAMED_LEVELS).find(([, number]) => number === level) ?? []
  return `${level} (${name})`
}

/** Returns the level for a number, or for a name in any case; `undefined` for an unknown one. */
export function logLevelOf(level: LogLevel | LogLevelName): LogLevel
export function logLevelOf(level: unknown): LogLevel | undefined
export function logLevelOf(level: unknown): LogLevel | undefined {
  if (typeof level !== 'string') return LOG_LEVELS.find((number) => number === level)
  return Object.entries(NAMED_LEVELS).find(([name]) => name === level.toLowerCase())?.[1]
}

/** bunyan's number of the level info. */
export const BUNYAN_INFO = 30

/** bunyan's number of the level error. */
export const BUNYAN_ERROR = 50

/** Returns bunyan's number for a level of the REST API. */
export function bunyanLevel(level: LogLevel): number {
  return BUNYAN_LEVELS[level]
}
