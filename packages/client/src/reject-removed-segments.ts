import type { Middleware } from 'openapi-fetch'

/** Path segments that URL parsing removes, however they are encoded. */
const REMOVED_SEGMENTS = new Set(['', '.', '..'])

/**
 * Throws a `TypeError` for a path parameter that would turn the path into another operation's, such as
 * `DELETE /users/anna/sessions/..`.
 */
export const rejectRemovedSegments: Middleware = {
  onRequest({ params: { path = {} } }) {
    for (const [parameter, value] of Object.entries(path)) {
      if (REMOVED_SEGMENTS.has(String(value)))
        throw new TypeError(`The ${parameter} must not be empty, "." or "..": a URL path cannot contain it.`)
    }
  },
}
