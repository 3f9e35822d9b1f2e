import { BUNYAN_INFO } from './levels.js'
import type { Logger } from './logger.js'
import { lossWarning } from './loss-warning.js'
import { redact } from './redaction.js'

/**
 * Two loggers over one output: one for lines of the current level and above, and one for security events, which are
 * written at every level.
 */
export function loggersOver(logger: Logger, threshold: () => number): { logger: Logger; eventLogger: Logger } {
  return {
    logger: redacting(logger, threshold),
    eventLogger: redacting(logger, () => Math.min(threshold(), BUNYAN_INFO)),
  }
}

/**
 * Passes on lines of the current level and above, redacted before anything else reads them. Existing children follow a
 * change of the level.
 */
export function redacting(logger: Logger, threshold: () => number, onLoss = lossWarning()): Logger {
  const at =
    (level: number, method: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal') =>
    (fields: object, message?: string) => {
      if (level < threshold()) return
      try {
        logger[method](redact(fields), message)
      } catch (error) {
        onLoss(error)
      }
    }
  return {
    trace: at(10, 'trace'),
    debug: at(20, 'debug'),
    info: at(30, 'info'),
    warn: at(40, 'warn'),
    error: at(50, 'error'),
    fatal: at(60, 'fatal'),
    child: (fields) => redacting(logger.child(redact(fields)), threshold, onLoss),
  }
}
