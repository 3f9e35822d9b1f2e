import type { Logger } from './logger.js'
import type { RecentLines } from './recent-lines.js'

/**
 * Returns a logger that passes everything to a host's logger, whose lines are not known here. While somebody follows
 * the log, it also writes each line as the kernel's own log would; otherwise that would cost time for nothing.
 */
export function followedLogger(logger: Logger, lines: RecentLines, bound: object = {}): Logger {
  const at =
    (level: number, method: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal') =>
    (fields: object, message?: string) => {
      logger[method](fields, message)
      if (!lines.isFollowed) return
      lines.add(level, JSON.stringify({ name: 'plinth', ...bound, level, ...fields, msg: message, time: new Date() }))
    }
  return {
    trace: at(10, 'trace'),
    debug: at(20, 'debug'),
    info: at(30, 'info'),
    warn: at(40, 'warn'),
    error: at(50, 'error'),
    fatal: at(60, 'fatal'),
    child: (fields) => followedLogger(logger.child(fields), lines, { ...bound, ...fields }),
  }
}
