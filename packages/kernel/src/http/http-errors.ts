import { defineErrors } from '../errors/define-errors.js'

/** Errors of the HTTP layer. Any route may respond with them. */
export const httpErrors = defineErrors({
  INVALID_BODY: [400, 'The request body is not valid.'],
  INVALID_PARAMETERS: [400, 'The parameters of the request are not valid.'],
  NOT_JSON: [400, 'The request body must be a JSON object.'],
  BAD_REQUEST: [400, 'The request cannot be read as HTTP.'],
  BODY_INCOMPLETE: [400, 'The request ended before its body was complete.'],
  NO_FILE_PROVIDED: [400, 'No file provided'],
  MALFORMED_FORM: [400, 'The multipart form cannot be read, has too many parts or more than one file.'],
  SEVERAL_SESSION_COOKIES: [
    400,
    'The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.',
  ],
  SEVERAL_KEYS: [400, 'The request has a session cookie and another key. Send only one of them.'],
  TOKEN_INVALID: [401, 'Token is missing or invalid'],
  USER_REQUIRED: [401, 'This requires a logged-in user; third-party tokens are not accepted.'],
  ROLE_INSUFFICIENT: [403, 'Your role is not allowed to do this.'],
  COOKIE_NEEDS_HTTPS: [
    403,
    'A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.',
  ],
  FOREIGN_ORIGIN: [
    403,
    'A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.',
  ],
  SESSION_HEADER_MISSING: [403, 'A login with "session": "cookie" needs the header X-Plinth-Session: cookie.'],
  NOT_FOUND: [404, 'There is nothing at this path.'],
  METHOD_NOT_ALLOWED: [405, 'This path does not have that method.'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  BODY_TOO_LARGE: [413, 'The request body is larger than {limit} bytes.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The request body must be sent as {expected}.'],
  UNSUPPORTED_ENCODING: [415, 'The request body must not be compressed.'],
  EXPECTATION_FAILED: [417, 'The Expect header of the request is not supported.'],
  HEADERS_TOO_LARGE: [431, 'The headers of the request are too large or too many.'],
  INTERNAL_ERROR: [500, 'Something went wrong here. It has been logged under the request id.'],
  TOO_MANY_UPLOADS: [503, 'Other uploads use the disk space for uploads. Try again shortly.'],
  NOT_RUNNING: [503, 'The service is starting or stopping.'],
  BODY_ALREADY_READ: [500, 'The host application has read the request body without leaving it in request.body.'],
  DATABASE_UNAVAILABLE: [503, 'The database is not available. Try again shortly.'],
  HTTP_VERSION_NOT_SUPPORTED: [505, 'The request must be sent as HTTP/1.1.'],
  UPLOAD_FAILED: [507, 'The upload could not be stored. Is the data folder full or read-only?'],
})
