import { BUNYAN_INFO } from './levels.js'
import { type Logger, loggerOf } from './logger.js'
import { outputErrorHandler } from './output-error-handler.js'
import { redact } from './redaction.js'

/**
 * Returns two redacting loggers for one output: one for lines at or above the current level, and one for security
 * events, which are written at every level.
 */
export function redactingLoggers(logger: Logger, threshold: () => number): { logger: Logger; eventLogger: Logger } {
  return {
    logger: redactingLogger(logger, threshold),
    eventLogger: redactingLogger(logger, () => Math.min(threshold(), BUNYAN_INFO)),
  }
}

/**
 * Returns a logger that forwards lines at or above the current level, with secrets redacted. Existing child loggers
 * follow a change of the level.
 */
export function redactingLogger(logger: Logger, threshold: () => number, onOutputError = outputErrorHandler()): Logger {
  return loggerOf(
    (level, method, fields, message) => {
      if (level < threshold()) return
      try {
        logger[method](redact(fields), message)
      } catch (error) {
        onOutputError(error)
      }
    },
    (fields) => redactingLogger(logger.child(redact(fields)), threshold, onOutputError),
  )
}
