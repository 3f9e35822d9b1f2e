import errors from 'restify-errors'
import type { ErrorKind } from '../../errors/define-errors.js'
import { PlinthError } from '../../errors/plinth-error.js'
import { DatabaseAway } from '../../storage/database-away.js'
import { httpErrors } from '../http-errors.js'

/** Seconds after which it is worth asking a database again. */
const DATABASE_RETRY = 2

/**
 * What a client is told of an error: a `PlinthError` as it is, the router's by its kind, a database that is away as
 * such, and everything else as a bare 500.
 */
export function problemOf(error: unknown, databaseAway?: ErrorKind): PlinthError {
  if (error instanceof PlinthError) return error
  if (error instanceof errors.ResourceNotFoundError) return httpErrors.NOT_FOUND()
  if (error instanceof errors.MethodNotAllowedError) return httpErrors.METHOD_NOT_ALLOWED()
  if (!(error instanceof DatabaseAway)) return httpErrors.INTERNAL_ERROR()
  return databaseAway && !error.isBusy
    ? databaseAway()
    : httpErrors.DATABASE_UNAVAILABLE({}, { retryAfter: DATABASE_RETRY })
}

/** The body of an error answer. */
export function problemBody(problem: PlinthError, requestId: string): object {
  return {
    message: problem.message,
    code: problem.code,
    request_id: requestId,
    ...(problem.fields && { errors: problem.fields }),
  }
}
