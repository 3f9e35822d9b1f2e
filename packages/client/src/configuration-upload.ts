import { streamOf, withMappedErrors } from './byte-stream.js'
import { multipartOf } from './multipart-file.js'
import { isObject } from './problem.js'

/** The bytes of a configuration: in memory or on disk, or a stream. */
export type ConfigurationContent =
  | string
  | ArrayBuffer
  | ArrayBufferView<ArrayBuffer>
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

/**
 * A configuration to upload. It can be sent again after status 503 if it is a string, bytes, a `Blob` or `File` (in
 * Node `fs.openAsBlob(path)`), or a function that returns new content at each call. A stream or an iterable can be sent
 * only once.
 */
export type ConfigurationSource = ConfigurationContent | (() => ConfigurationContent | Promise<ConfigurationContent>)

export interface UploadOptions {
  /** Whether the body may be a stream. */
  readonly streamUploads: boolean
  readonly onProgress: (sentBytes: number, totalBytes: number | undefined) => void
  /** Called with the error if the source could not be read. */
  readonly onSourceError: (error: unknown) => void
  /** Cancels the source when aborted: Node's fetch would read it to the end. */
  readonly signal: AbortSignal | undefined
}

/** The parts of a request that sends a file. */
export interface Upload {
  readonly body: ReadableStream<Uint8Array> | FormData
  readonly headers?: Record<string, string>
  /** Required by fetch for every stream. */
  readonly duplex?: 'half'
}

const FILENAME = 'configuration.json'

/** Returns whether a source can be sent more than once. */
export function canOpenAgain(source: ConfigurationSource): boolean {
  return typeof source === 'function' || isInMemoryOrOnDisk(source)
}

/**
 * Opens a source for one attempt. Throws a `TypeError` if it is not a source, or if it is a stream and `streamUploads`
 * is false.
 */
export async function uploadOf(source: ConfigurationSource, options: UploadOptions): Promise<Upload> {
  const content = typeof source === 'function' ? await source() : source
  if (!isInMemoryOrOnDisk(content)) {
    if (!isStreamOrIterable(content))
      throw new TypeError('A configuration must be a string, bytes, a Blob, a stream or an iterable of bytes.')
    if (!options.streamUploads)
      throw new TypeError('A stream cannot be sent in this environment: pass a Blob or a File.')
    return streamingUpload(content instanceof ReadableStream ? content : streamOf(content), options)
  }
  const blob = content instanceof Blob ? content : new Blob([ArrayBuffer.isView(content) ? bytesOf(content) : content])
  return options.streamUploads ? streamingUpload(blob.stream(), options, blob) : formUpload(blob)
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function isInMemoryOrOnDisk(content: unknown): content is string | ArrayBuffer | ArrayBufferView<ArrayBuffer> | Blob {
  const isBytes = content instanceof ArrayBuffer || ArrayBuffer.isView(content)
  return typeof content === 'string' || isBytes || content instanceof Blob
}

function isStreamOrIterable(content: unknown): content is ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> {
  return content instanceof ReadableStream || (isObject(content) && Symbol.asyncIterator in content)
}

function streamingUpload(
  content: ReadableStream<Uint8Array>,
  { onProgress, onSourceError, signal }: UploadOptions,
  blob?: Blob,
): Upload {
  let sentBytes = 0
  const { contentType, body } = multipartOf({
    content: withMappedErrors(content, (error) => {
      onSourceError(error)
      return error
    }),
    filename: filenameOf(blob),
    signal,
    onSent(bytes) {
      sentBytes += bytes
      onProgress(sentBytes, blob?.size)
    },
  })
  return { body, headers: { 'Content-Type': contentType }, duplex: 'half' }
}

/** Creates a form. A browser reads its file from disk while sending it. */
function formUpload(blob: Blob): Upload {
  const body = new FormData()
  body.append('file', blob, filenameOf(blob))
  return { body }
}

function filenameOf(blob: Blob | undefined): string {
  return blob && 'name' in blob && typeof blob.name === 'string' ? blob.name : FILENAME
}
