import type { Middleware } from 'openapi-fetch'

/** A URL leaves these out, however they are written. */
const LOST = new Set(['', '.', '..'])

/**
 * Throws a `TypeError` for a name that would make the path that of another operation: `DELETE /users/anna/sessions/..`.
 */
export const refuseLostNames: Middleware = {
  onRequest({ params: { path = {} } }) {
    for (const [what, name] of Object.entries(path)) {
      if (LOST.has(String(name))) throw new TypeError(`The ${what} is empty, or dots, to which no path leads.`)
    }
  },
}
