import type { Readable } from 'node:stream'
import { type AnySchema, type InferType, object, string } from 'yup'
import { recognizeAcrossCopies } from '../../errors/recognize-across-copies.js'
import type { EncodedBytes } from './encoded-bytes.js'

/** Plain-text response. */
export interface TextResponse {
  readonly kind: 'text'
  /** All possible texts. */
  readonly texts: readonly string[]
}

/** Streamed response. */
export interface StreamResponse {
  readonly kind: 'stream'
  readonly contentType: string
  /** Schema for the OpenAPI document; any content by default. */
  readonly schema?: AnySchema
}

/** Shape of a response: a yup schema for JSON, or a text or a stream. */
export type ResponseShape = AnySchema | TextResponse | StreamResponse

/** Shapes of the responses of a route, by status. */
export type Responses = Readonly<Record<number, ResponseShape>>

/** Return type of a handler: a `Reply`, or the body of a 200. */
export type HandlerResult<R extends Responses> =
  | Reply
  | (R[200] extends AnySchema ? DeepReadonly<Exclude<InferType<R[200]>, undefined>> : never)

type DeepReadonly<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
      : T

/** Declares a `text/plain` response. */
export const plainText = (...texts: string[]): TextResponse => ({ kind: 'text', texts })

/** Declares a streamed response. */
export const streamed = (contentType: string, schema?: AnySchema): StreamResponse => ({
  kind: 'stream',
  contentType,
  ...(schema && { schema }),
})

/** Declares a response with only a message, such as `User deleted`. */
export const messageShape = (message: string) =>
  object({
    message: string()
      .required()
      .meta({ description: 'What was done, for people.', examples: [message] }),
  })

/** Waits for work, and returns the body of a response that is declared with `messageShape`. */
export const messageAfter = (work: Promise<unknown>, message: string) => work.then(() => ({ message }))

/** Response of a handler that needs more than a body with status 200. */
export class Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>

  private constructor(status: number, body: unknown, headers: Readonly<Record<string, string>>) {
    this.status = status
    this.body = body
    this.headers = normalizeContentTypeName(headers)
  }

  /** Creates a JSON response. */
  static json(body: unknown, { status = 200, headers = {} }: ReplyOptions = {}): Reply {
    return new Reply(status, body, headers)
  }

  /** Creates a plain-text response. */
  static text(text: string, { status = 200, headers = {} }: ReplyOptions = {}): Reply {
    return new Reply(status, text, { 'Content-Type': 'text/plain; charset=utf-8', ...headers })
  }

  /** Creates a response that streams a file or document. The stream must produce strings or bytes. */
  static stream(body: Readable, headers: Readonly<Record<string, string>>): Reply {
    return new Reply(200, body, headers)
  }

  /** Creates a response of bytes. `EncodedBytes` are sent in the smallest encoding that the client accepts. */
  static bytes(body: Buffer | EncodedBytes, headers: Readonly<Record<string, string>>): Reply {
    return new Reply(200, body, headers)
  }
}

recognizeAcrossCopies(Reply, 'Reply')

/** Normalises the case of `Content-Type`, the one header that is read back. */
function normalizeContentTypeName(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const givenName = Object.keys(headers).find(
    (name) => name !== 'Content-Type' && name.toLowerCase() === 'content-type',
  )
  if (givenName === undefined) return headers
  const { [givenName]: type = '', ...others } = headers
  return { 'Content-Type': type, ...others }
}

/** Status and headers of a reply. */
export interface ReplyOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}
