import type { Middleware } from 'openapi-fetch'
import {
  PlinthApiError,
  type PlinthClientError,
  PlinthSecondFactorError,
  PlinthUnexpectedResponseError,
} from './errors.js'
import { isProblem, tryParseJson } from './problem.js'
import { retryAfterOf } from './retry-after.js'

/** The result of a call of `rest`. */
export interface Outcome {
  readonly data?: unknown
  readonly error?: unknown
  readonly response: Response
}

/** The body of a successful response. */
export type DataOf<O extends Outcome> = Exclude<Extract<O, { error?: never }>['data'], undefined>

/**
 * Returns the data of a call of `rest`. Throws a `PlinthApiError` for an error response of Plinth, and a
 * `PlinthUnexpectedResponseError` for any other error response, such as that of a proxy.
 *
 * @example
 * const pumps = await dataOf(client.rest.GET('/pumps'))
 */
export async function dataOf<O extends Outcome>(call: Promise<O>): Promise<DataOf<O>> {
  const { data, error, response } = await call
  if (!response.ok) throw errorOf(error, response)
  return data as DataOf<O>
}

/**
 * Returns the data of a call. Throws a `PlinthUnexpectedResponseError` with `problem` if a successful response is not
 * valid.
 */
export async function validDataOf<O extends Outcome>(
  call: Promise<O>,
  isValid: (outcome: Outcome) => boolean,
  problem: string,
): Promise<DataOf<O>> {
  const data = await dataOf(call)
  const outcome = await call
  if (!isValid(outcome)) throw new PlinthUnexpectedResponseError(outcome.response, problem)
  return data
}

/**
 * Resolves if a settings operation confirms the change in plain text, otherwise throws a
 * `PlinthUnexpectedResponseError`. Status 200 alone may come from a proxy.
 */
export async function requireConfirmation(call: Promise<Outcome>): Promise<void> {
  await validDataOf(call, ({ response }) => hasType(response, 'text/plain'), 'it does not confirm the change')
}

/** Creates the error for an error response. `body` is its parsed JSON, or its text if it is not JSON. */
export function errorOf(body: unknown, response: Response): PlinthClientError {
  const { status, headers } = response
  const retryAfter = retryAfterOf(headers)
  if (isProblem(body)) {
    const { code, message, request_id: requestId, errors: fields } = body
    const refusal = { status, code, message, requestId, retryAfter, fields }
    const { login_key: loginKey, step } = body as { login_key?: unknown; step?: unknown }
    if (code === 'SECOND_FACTOR_REQUIRED' && typeof loginKey === 'string' && (step === 'prove' || step === 'enrol'))
      return new PlinthSecondFactorError(refusal, { loginKey, step })
    return new PlinthApiError(refusal)
  }
  const requestId = headers.get('X-Request-Id')
  if (typeof body === 'string' && status === 400 && hasType(response, 'text/plain') && requestId !== null)
    return new PlinthApiError({ status, code: 'SETTINGS_REFUSED', message: body, requestId })
  return new PlinthUnexpectedResponseError(
    response,
    'its error format is unknown; check the url and any proxy in between',
  )
}

/** Returns whether a response has a media type. */
export function hasType({ headers }: Response, type: string): boolean {
  return (headers.get('Content-Type') ?? '').toLowerCase().split(';')[0]?.trim() === type
}

/**
 * Throws a `PlinthUnexpectedResponseError` for a response that should be JSON but is not. The message of the parser's
 * own error would contain part of the body.
 */
export const requireJson: Middleware = {
  async onResponse({ request, response, options }) {
    const isEmpty = response.status === 204 || request.method === 'HEAD'
    if (options.parseAs !== 'json' || !response.ok || isEmpty) return undefined
    const text = await response.text()
    if (hasType(response, 'application/json') && tryParseJson(text) !== undefined) return new Response(text, response)
    throw new PlinthUnexpectedResponseError(response, 'it is not JSON, or it is incomplete')
  },
}
