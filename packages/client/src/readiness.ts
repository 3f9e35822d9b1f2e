import { errorOf, type Outcome } from './data-of.js'
import { PlinthUnexpectedResponseError } from './errors.js'
import { isObject } from './problem.js'
import type { Readiness } from './types.js'

/** Returns the readiness that the service reports with status 200 or 503. */
export async function readinessOf(call: Promise<Outcome>): Promise<Readiness> {
  const { data, error, response } = await call
  const body = response.ok ? data : error
  if (isReadiness(body)) return body
  throw response.ok
    ? new PlinthUnexpectedResponseError(response, 'it does not say whether the service is ready')
    : errorOf(body, response)
}

function isReadiness(body: unknown): body is Readiness {
  return isObject(body) && typeof body.ready === 'boolean'
}
