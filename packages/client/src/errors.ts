import type { KnownCode } from './generated/known-code.js'
import type { FieldProblem, ImportReport } from './types.js'

/** Codes that this client assigns to the two error responses of the service that have no code. */
export type ClientCode = 'SETTINGS_REFUSED' | 'IMPORT_REFUSED'

/** The code of an error: from the OpenAPI document, from this client, or from a host's own plugin. */
export type ErrorCode = KnownCode | ClientCode | (string & Record<never, never>)

/** The base class of this client's errors. No message contains a key, a password or a body. */
export abstract class PlinthClientError extends Error {}

/** The contents of an error response. */
export interface Refusal {
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly requestId: string | undefined
  readonly retryAfter?: number | undefined
  readonly fields?: readonly FieldProblem[] | undefined
}

/**
 * The service returned an error. `message` is for people, `code` for programs: a code of docs/errors.md, or
 * `SETTINGS_REFUSED` for settings that were rejected in plain text.
 */
export class PlinthApiError extends PlinthClientError {
  override readonly name: string = 'PlinthApiError'
  /** The HTTP status. */
  readonly status: number
  readonly code: ErrorCode
  /** The request id in the service's log. */
  readonly requestId: string | undefined
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | undefined
  /** The problems with the request, by field. */
  readonly fields: readonly FieldProblem[] | undefined

  constructor({ status, code, message, requestId, retryAfter, fields }: Refusal) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.fields = fields
  }
}

/** The password was right, and the login needs a second factor: see `completeLogin`. */
export class PlinthSecondFactorError extends PlinthApiError {
  override readonly name = 'PlinthSecondFactorError'
  /** The key that completes the login, valid for ten minutes. */
  readonly loginKey: string
  /** Whether the user must prove a factor, or enrol one first. */
  readonly step: 'prove' | 'enrol'

  constructor(refusal: Refusal, { loginKey, step }: { readonly loginKey: string; readonly step: 'prove' | 'enrol' }) {
    super(refusal)
    this.loginKey = loginKey
    this.step = step
  }
}

/** An `atomic` import contained records that failed, so nothing was imported. `report` lists them. */
export class PlinthImportRefusedError extends PlinthApiError {
  override readonly name = 'PlinthImportRefusedError'
  readonly report: ImportReport

  constructor(report: ImportReport, requestId: string | undefined) {
    super({ status: 422, code: 'IMPORT_REFUSED', message: report.message, requestId })
    this.report = report
  }
}

/** No complete response: the service was not reached, or the connection was cut. `cause` is what fetch threw. */
export class PlinthNetworkError extends PlinthClientError {
  override readonly name = 'PlinthNetworkError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/**
 * The response is not from Plinth, or was changed in transit: a proxy's page, a redirect, or truncated JSON.
 */
export class PlinthUnexpectedResponseError extends PlinthClientError {
  override readonly name = 'PlinthUnexpectedResponseError'
  /** The HTTP status; 0 for a redirect whose status fetch hides: in a browser, or during an import. */
  readonly status: number
  readonly contentType: string | undefined

  constructor(response: Response, problem: string) {
    const { status } = response
    const contentType = response.headers.get('Content-Type') ?? undefined
    super(`The response (${status}, ${contentType ?? 'no content type'}) is not from Plinth: ${problem}.`)
    this.status = status
    this.contentType = contentType
  }
}
