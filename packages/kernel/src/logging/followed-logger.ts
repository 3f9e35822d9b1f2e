import { type Logger, loggerOf } from './logger.js'
import type { RecentLines } from './recent-lines.js'

/**
 * Returns a logger that passes everything to a host's logger, whose lines are not known here. While somebody follows
 * the log, it also writes each line as the kernel's own log would; otherwise that would cost time for nothing.
 */
export function followedLogger(logger: Logger, lines: RecentLines, bound: object = {}): Logger {
  return loggerOf(
    (level, method, fields, message) => {
      logger[method](fields, message)
      if (!lines.isFollowed) return
      lines.add(level, JSON.stringify({ name: 'plinth', ...bound, level, ...fields, msg: message, time: new Date() }))
    },
    (fields) => followedLogger(logger.child(fields), lines, { ...bound, ...fields }),
  )
}
