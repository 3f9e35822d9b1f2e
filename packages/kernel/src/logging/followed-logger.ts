import { type Logger, loggerOf } from './logger.js'
import type { RecentLines } from './recent-lines.js'

/**
 * Returns a logger that passes everything to a host's logger, whose format is not known here. While somebody follows
 * the log, it also adds each line to `lines`, in the format of the kernel's own log; otherwise that would waste time.
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
