import type { Readable } from 'node:stream'
import { type AnySchema, type InferType, object, string } from 'yup'
import { knowAnyCopy } from '../../errors/any-copy.js'
import type { EncodedBytes } from './encoded-bytes.js'

/** A text answer, word for word. */
export interface TextResponse {
  readonly kind: 'text'
  /** Every text that it may be. */
  readonly texts: readonly string[]
}

/** An answer that is streamed as it is made. */
export interface StreamResponse {
  readonly kind: 'stream'
  readonly contentType: string
  /** What the document says of it; any JSON without one. */
  readonly schema?: AnySchema
}

/** How an answer looks: a yup schema for JSON, or one of these. */
export type ResponseShape = AnySchema | TextResponse | StreamResponse

/** How the answers of a route look, by status. */
export type Responses = Readonly<Record<number, ResponseShape>>

/** What a handler may return: a `Reply`, or the body of the status 200. */
export type AnswerOf<R extends Responses> =
  | Reply
  | (R[200] extends AnySchema ? DeepReadonly<Exclude<InferType<R[200]>, undefined>> : never)

type DeepReadonly<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
      : T

/** A `text/plain` answer. */
export const plainText = (...texts: string[]): TextResponse => ({ kind: 'text', texts })

/** A streamed answer. */
export const streamed = (contentType: string, schema?: AnySchema): StreamResponse => ({
  kind: 'stream',
  contentType,
  ...(schema && { schema }),
})

/** An answer that only says what was done, such as `User deleted`. */
export const messageShape = (message: string) =>
  object({
    message: string()
      .required()
      .meta({ description: 'What was done, for people.', examples: [message] }),
  })

/** What a handler returns when it is more than a body with status 200. */
export class Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>

  private constructor(status: number, body: unknown, headers: Readonly<Record<string, string>>) {
    this.status = status
    this.body = body
    this.headers = withTypeName(headers)
  }

  /** JSON with a status or headers of its own. */
  static json(body: unknown, { status = 200, headers = {} }: ReplyOptions = {}): Reply {
    return new Reply(status, body, headers)
  }

  /** Plain text. */
  static text(text: string, { status = 200, headers = {} }: ReplyOptions = {}): Reply {
    return new Reply(status, text, { 'Content-Type': 'text/plain; charset=utf-8', ...headers })
  }

  /** A file or document as it is made or read. The stream gives text or bytes. */
  static stream(body: Readable, headers: Readonly<Record<string, string>>): Reply {
    return new Reply(200, body, headers)
  }

  /** Bytes as they are, or those that the client takes in the encoding that makes them smallest. */
  static bytes(body: Buffer | EncodedBytes, headers: Readonly<Record<string, string>>): Reply {
    return new Reply(200, body, headers)
  }
}

knowAnyCopy(Reply, 'Reply')

/** Names of headers are the same in any case; this one is looked at. */
function withTypeName(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const given = Object.keys(headers).find((name) => name !== 'Content-Type' && name.toLowerCase() === 'content-type')
  if (given === undefined) return headers
  const { [given]: type = '', ...others } = headers
  return { 'Content-Type': type, ...others }
}

/** Of an answer that is not a plain 200. */
export interface ReplyOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}
