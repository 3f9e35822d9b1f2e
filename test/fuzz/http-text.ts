import type { TestResponse } from '@plinth/testing'
import type { SentRequest } from './sent-request.js'

/** How the body of a request is delimited: by its length, or in chunks. */
export type Framing = 'length' | Chunks

interface Chunks {
  /** Sizes of the chunks in order, repeated from the beginning. */
  readonly sizes: readonly number[]
  /** Zeros before each chunk size. */
  readonly zeros: string
  /** Chunk extension after each size. */
  readonly extension: string
  /** Header lines after the last chunk. */
  readonly trailer: string
}

/** A request as bytes. */
export interface RequestBytes {
  readonly head: Buffer
  readonly body: Buffer
}

/** Serialises a request. `extraLines` are the last lines of its head. */
export function bytesOf(
  { id, key, request: { method, path, body, contentType } }: SentRequest,
  { framing = 'length', extraLines = [] }: { framing?: Framing; extraLines?: readonly string[] } = {},
): RequestBytes {
  const bytes = Buffer.from(body ?? '')
  const lines = [
    `${method} /api${path} HTTP/1.1`,
    'Host: plant.test',
    `X-Request-Id: ${id}`,
    ...(key === undefined ? [] : [`X-API-KEY: ${key}`]),
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(body === undefined ? [] : [framing === 'length' ? `Content-Length: ${bytes.length}` : CHUNKED]),
    ...extraLines,
  ]
  const isChunked = body !== undefined && framing !== 'length'
  return { head: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body: isChunked ? inChunks(bytes, framing) : bytes }
}

const CHUNKED = 'Transfer-Encoding: chunked'

function inChunks(body: Buffer, { sizes, zeros, extension, trailer }: Chunks): Buffer {
  const parts: Buffer[] = []
  for (let start = 0, number = 0; start < body.length; number += 1) {
    const chunk = body.subarray(start, start + (sizes[number % sizes.length] ?? 1))
    parts.push(Buffer.from(`${zeros}${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from('\r\n'))
    start += chunk.length
  }
  return Buffer.concat([...parts, Buffer.from(`0${extension}\r\n${trailer}\r\n`)])
}

/** Everything that was received on a connection. */
export interface ReceivedResponses {
  /** Whether the server sent 100 Continue. */
  readonly hasContinue: boolean
  readonly responses: readonly TestResponse[]
}

/** Parses everything that was received on a connection. Throws unless it is a series of complete responses. */
export function responsesIn(received: Buffer): ReceivedResponses {
  const responses: TestResponse[] = []
  let hasContinue = false
  for (let rest = received; rest.length > 0; ) {
    const { response, length } = firstResponseIn(rest)
    if (response.status === 100) hasContinue = true
    else responses.push(response)
    rest = rest.subarray(length)
  }
  return { hasContinue, responses }
}

function firstResponseIn(bytes: Buffer): { response: TestResponse; length: number } {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.toString('latin1', 0, Math.max(end, 0)).split('\r\n')
  const status = Number(first.match(/^HTTP\/1\.1 (\d{3}) /)?.[1])
  if (!status) throw new Error(`this is not a response: ${JSON.stringify(bytes.toString('latin1', 0, 200))}`)
  const headers = Object.fromEntries(
    lines.map((line) => line.split(/: ?(.*)/, 2)).map(([name = '', value]) => [name.toLowerCase(), value]),
  )
  const rest = bytes.subarray(end + 4)
  const { body, length } =
    headers['transfer-encoding'] === 'chunked'
      ? chunkedBodyIn(rest)
      : sizedBodyIn(rest, Number(headers['content-length'] ?? 0))
  const text = body.toString()
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  return { response: { status, headers, text, body: isJson ? JSON.parse(text) : text }, length: end + 4 + length }
}

/** A body, and its length on the connection, including the framing. */
interface ReceivedBody {
  readonly body: Buffer
  readonly length: number
}

function sizedBodyIn(bytes: Buffer, length: number): ReceivedBody {
  if (bytes.length < length) throw new Error(`a response ends after ${bytes.length} of ${length} bytes`)
  return { body: bytes.subarray(0, length), length }
}

function chunkedBodyIn(bytes: Buffer): ReceivedBody {
  const chunks: Buffer[] = []
  for (let start = 0; ; ) {
    const data = bytes.indexOf('\r\n', start) + 2
    const size = Number.parseInt(bytes.toString('latin1', start, data), 16)
    if (data < 2 || bytes.length < data + size + 2) throw new Error('a response ends within its chunks')
    start = data + size + 2
    if (size === 0) return { body: Buffer.concat(chunks), length: start }
    chunks.push(bytes.subarray(data, data + size))
  }
}
