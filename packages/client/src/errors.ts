import type { KnownCode } from './generated/known-code.js'
import type { FieldProblem, ImportReport } from './types.js'

/** Codes that the service does not send, for its two error answers that have none. */
export type ClientCode = 'SETTINGS_REFUSED' | 'IMPORT_REFUSED'

/** The code of an error: one that the document names, one of this client, or one of a host's own plugin. */
export type ErrorCode = KnownCode | ClientCode | (string & Record<never, never>)

/** Every error of this client; none has a key, a password or a body in its message. */
export abstract class PlinthClientError extends Error {}

/** What the service said when it refused. */
export interface Refusal {
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly requestId: string | undefined
  readonly retryAfter?: number | undefined
  readonly fields?: readonly FieldProblem[] | undefined
}

/**
 * The service has answered, and refused. `message` is for people, `code` is for programs: that of docs/errors.md, or
 * `SETTINGS_REFUSED` for settings that are refused in plain text.
 */
export class PlinthApiError extends PlinthClientError {
  override readonly name: string = 'PlinthApiError'
  /** The HTTP status. */
  readonly status: number
  readonly code: ErrorCode
  /** Under which the service has logged it. */
  readonly requestId: string | undefined
  /** Seconds after which it is worth trying again. */
  readonly retryAfter: number | undefined
  /** Field by field, what was wrong with the request. */
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

/** An `atomic` import met records that fail: nothing was written. Has the report that says which. */
export class PlinthImportRefusedError extends PlinthApiError {
  override readonly name = 'PlinthImportRefusedError'
  readonly report: ImportReport

  constructor(report: ImportReport, requestId: string | undefined) {
    super({ status: 422, code: 'IMPORT_REFUSED', message: report.message, requestId })
    this.report = report
  }
}

/** No answer, or not all of one: the service is not reached, or the connection was cut. `cause` is what fetch threw. */
export class PlinthNetworkError extends PlinthClientError {
  override readonly name = 'PlinthNetworkError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/**
 * Something has answered that is not Plinth, or Plinth's answer came changed: a proxy's page, a redirect, JSON cut
 * short.
 */
export class PlinthAnswerError extends PlinthClientError {
  override readonly name = 'PlinthAnswerError'
  /** The HTTP status; 0 for a redirect where fetch hides it: in a browser, and of an import. */
  readonly status: number
  readonly contentType: string | undefined

  constructor(response: Response, what: string) {
    const { status } = response
    const contentType = response.headers.get('Content-Type') ?? undefined
    super(`The answer (${status}, ${contentType ?? 'no content type'}) is not one of Plinth: ${what}.`)
    this.status = status
    this.contentType = contentType
  }
}
