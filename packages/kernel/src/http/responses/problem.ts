import errors from 'restify-errors'
import type { ErrorKind } from '../../errors/define-errors.js'
import { PlinthError } from '../../errors/plinth-error.js'
import { DatabaseUnavailable } from '../../storage/database-unavailable.js'
import { httpErrors } from '../http-errors.js'

/** `Retry-After` in seconds when the database is unavailable. */
const DATABASE_RETRY_SECONDS = 2

/**
 * Converts an error to the problem that the client gets. A `PlinthError` is returned unchanged; errors of the router
 * and of an unavailable database are mapped. Everything else becomes a 500 without details.
 */
export function problemOf(error: unknown, databaseUnavailable?: ErrorKind): PlinthError {
  if (error instanceof PlinthError) return error
  if (error instanceof errors.ResourceNotFoundError) return httpErrors.NOT_FOUND()
  if (error instanceof errors.MethodNotAllowedError) return httpErrors.METHOD_NOT_ALLOWED()
  if (!(error instanceof DatabaseUnavailable)) return httpErrors.INTERNAL_ERROR()
  return databaseUnavailable && !error.isBusy
    ? databaseUnavailable()
    : httpErrors.DATABASE_UNAVAILABLE({}, { retryAfter: DATABASE_RETRY_SECONDS })
}

/** Returns the body of an error response. */
export function problemBody(problem: PlinthError, requestId: string): object {
  return {
    message: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.fields && { errors: problem.fields }),
  }
}
