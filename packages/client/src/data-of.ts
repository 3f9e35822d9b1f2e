import type { Middleware } from 'openapi-fetch'
import { PlinthAnswerError, PlinthApiError, type PlinthClientError } from './errors.js'
import { isProblem, jsonIn } from './problem.js'
import { retryAfterOf } from './retry-after.js'

/** The result of a call of `rest`. */
export interface Outcome {
  readonly data?: unknown
  readonly error?: unknown
  readonly response: Response
}

/** The body of a successful answer. */
export type DataOf<O extends Outcome> = Exclude<Extract<O, { error?: never }>['data'], undefined>

/**
 * The data of a call of `rest`. Throws a `PlinthApiError` for an error answer, and a `PlinthAnswerError` for one that
 * is not Plinth's.
 *
 * @example
 * const pumps = await dataOf(client.rest.GET('/pumps'))
 */
export async function dataOf<O extends Outcome>(call: Promise<O>): Promise<DataOf<O>> {
  const { data, error, response } = await call
  if (!response.ok) throw errorOf(error, response)
  return data as DataOf<O>
}

/** The data of a call. Throws a `PlinthAnswerError` with the text `otherwise` when a successful answer is not right. */
export async function dataIf<O extends Outcome>(
  call: Promise<O>,
  isRight: (outcome: Outcome) => boolean,
  otherwise: string,
): Promise<DataOf<O>> {
  const data = await dataOf(call)
  const outcome = await call
  if (!isRight(outcome)) throw new PlinthAnswerError(outcome.response, otherwise)
  return data
}

/**
 * Resolves when a settings operation has confirmed the change in plain text: status 200 alone may come from a proxy's
 * page.
 */
export async function confirmed(call: Promise<Outcome>): Promise<void> {
  await dataIf(call, ({ response }) => hasType(response, 'text/plain'), 'it does not say what was done')
}

/** The error for an error answer. `body` is its parsed JSON, or its text if it is not JSON. */
export function errorOf(body: unknown, response: Response): PlinthClientError {
  const { status, headers } = response
  const retryAfter = retryAfterOf(headers)
  if (isProblem(body)) {
    const { code, message, request_id: requestId, errors: fields } = body
    return new PlinthApiError({ status, code, message, requestId, retryAfter, fields })
  }
  const requestId = headers.get('X-Request-Id')
  if (typeof body === 'string' && status === 400 && hasType(response, 'text/plain') && requestId !== null)
    return new PlinthApiError({ status, code: 'SETTINGS_REFUSED', message: body, requestId })
  return new PlinthAnswerError(response, 'an error that it does not know; is the url right, and what does a proxy say?')
}

/** Whether an answer declares a media type. */
export function hasType({ headers }: Response, type: string): boolean {
  return (headers.get('Content-Type') ?? '').toLowerCase().split(';')[0]?.trim() === type
}

/**
 * Throws a `PlinthAnswerError` for an answer that should be JSON and is not. The parser's own error would quote it.
 */
export const refuseOtherThanJson: Middleware = {
  async onResponse({ request, response, options }) {
    const isEmpty = response.status === 204 || request.method === 'HEAD'
    if (options.parseAs !== 'json' || !response.ok || isEmpty) return undefined
    const text = await response.text()
    if (hasType(response, 'application/json') && jsonIn(text) !== undefined) return new Response(text, response)
    throw new PlinthAnswerError(response, 'it is no JSON, or not all of it')
  },
}
