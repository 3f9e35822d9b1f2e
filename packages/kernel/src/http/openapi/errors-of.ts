import type { AnyErrorKind } from '../../errors/define-errors.js'
import { Reply } from '../answers/responses.js'
import { httpErrors as e } from '../http-errors.js'
import type { AnyRoute } from '../route.js'

const OF_EVERY_ROUTE = [e.INVALID_PARAMETERS, e.UNSUPPORTED_ENCODING, e.INTERNAL_ERROR, e.NOT_RUNNING]
const OF_EVERY_BODY = [e.BODY_ALREADY_READ, e.BODY_INCOMPLETE, e.BODY_TOO_LARGE]
const OF_JSON = [...OF_EVERY_BODY, e.NOT_JSON, e.INVALID_BODY, e.UNSUPPORTED_MEDIA_TYPE, e.REQUEST_TIMEOUT]
const OF_FILES = [...OF_EVERY_BODY, e.NO_FILE_PROVIDED, e.MALFORMED_FORM, e.UPLOAD_FAILED]

/**
 * The errors that a route may answer with: those that it names, and those that follow from its access and its body;
 * each once.
 */
export function errorsOf(route: AnyRoute): readonly AnyErrorKind[] {
  const { errors = [], params, body } = route
  return [
    ...new Set([
      ...(errors as readonly AnyErrorKind[]),
      ...(params ? [e.NOT_FOUND, e.BAD_REQUEST] : []),
      ...databaseErrors(route),
      ...accessErrors(route),
      ...(body ? (body.kind === 'upload' ? OF_FILES : OF_JSON) : []),
      ...OF_EVERY_ROUTE,
    ]),
  ]
}

/** A database that is only busy is never answered with a route's own error. */
function databaseErrors({ databaseAway }: AnyRoute): readonly AnyErrorKind[] {
  if (databaseAway === false || databaseAway instanceof Reply) return []
  return [...(databaseAway ? [databaseAway] : []), e.DATABASE_UNAVAILABLE]
}

function accessErrors({ access, method }: AnyRoute): readonly AnyErrorKind[] {
  const mayLoseRole = method !== 'GET' && access !== 'person' // while the request waits
  if (access === 'public') return []
  return [
    e.TOKEN_INVALID,
    ...(access === 'person' ? [e.PERSON_REQUIRED] : []),
    ...(typeof access === 'object' || mayLoseRole ? [e.ROLE_INSUFFICIENT] : []),
  ]
}
