import type { AnyErrorKind } from '../../errors/define-errors.js'
import { isForAllUsers, needsFreshLogin } from '../access.js'
import { isExempt } from '../guard.js'
import { httpErrors as e } from '../http-errors.js'
import { Reply } from '../responses/responses.js'
import type { AnyRoute } from '../route.js'

const COMMON_ERRORS = [e.INVALID_PARAMETERS, e.UNSUPPORTED_ENCODING, e.INTERNAL_ERROR, e.NOT_RUNNING]
const COOKIE_ERRORS = [e.SEVERAL_SESSION_COOKIES, e.SEVERAL_KEYS, e.COOKIE_NEEDS_HTTPS, e.FOREIGN_ORIGIN]
const BODY_ERRORS = [e.BODY_ALREADY_READ, e.BODY_INCOMPLETE, e.BODY_FRAGMENTED, e.BODY_TOO_LARGE]
const JSON_ERRORS = [...BODY_ERRORS, e.NOT_JSON, e.INVALID_BODY, e.UNSUPPORTED_MEDIA_TYPE, e.REQUEST_TIMEOUT]
const UPLOAD_ERRORS = [...BODY_ERRORS, e.NO_FILE_PROVIDED, e.MALFORMED_FORM, e.TOO_MANY_UPLOADS, e.UPLOAD_FAILED]

/**
 * Returns the errors that a route may respond with, without duplicates: those that it names, and those that follow from
 * its access and its body.
 */
export function errorsOf(route: AnyRoute): readonly AnyErrorKind[] {
  const { errors = [], params, body, needsIfMatch } = route
  return [
    ...new Set([
      ...(errors as readonly AnyErrorKind[]),
      ...(params ? [e.NOT_FOUND, e.BAD_REQUEST] : []), // a path may not be decodable
      ...databaseErrors(route),
      ...accessErrors(route),
      ...(needsIfMatch ? [e.IF_MATCH_MISSING, e.ENTITY_TAG_DIFFERS] : []),
      ...(body ? (body.kind === 'upload' ? UPLOAD_ERRORS : JSON_ERRORS) : []),
      ...COMMON_ERRORS,
    ]),
  ]
}

/**
 * Returns the database errors of a route. `DATABASE_UNAVAILABLE` is listed even if the route has its own error, because
 * it is still the response when the database is only busy. A `Reply` replaces that response too, so none is listed.
 */
function databaseErrors({ databaseUnavailable }: AnyRoute): readonly AnyErrorKind[] {
  if (databaseUnavailable === false || databaseUnavailable instanceof Reply) return []
  return [...(databaseUnavailable ? [databaseUnavailable] : []), e.DATABASE_UNAVAILABLE]
}

function accessErrors({ access, method, exemptFrom = [] }: AnyRoute): readonly AnyErrorKind[] {
  // Writes throw ROLE_INSUFFICIENT if their caller has become less privileged since the guard (see `Callers.confirm`).
  // Routes that all users may call do not: they need no role, or check the current one by a rule of their own.
  const mayThrowInWrite = method !== 'GET' && !isForAllUsers(access)
  if (access === 'public') return []
  return [
    e.TOKEN_INVALID,
    ...(isExempt(exemptFrom, e.TOO_MANY_REQUESTS) ? [] : [e.TOO_MANY_REQUESTS]),
    ...COOKIE_ERRORS,
    ...(isForAllUsers(access) ? [e.USER_REQUIRED] : []),
    ...(needsFreshLogin(access) ? [e.FRESH_LOGIN_REQUIRED] : []),
    ...((typeof access === 'object' && access.maxLevel !== undefined) || mayThrowInWrite ? [e.ROLE_INSUFFICIENT] : []),
  ]
}
