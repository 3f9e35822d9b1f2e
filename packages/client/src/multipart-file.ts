/** A file to send as the part `file` of a form. */
export interface MultipartFile {
  readonly content: ReadableStream<Uint8Array>
  readonly filename: string
  /** Ends the stream and cancels the content when aborted. */
  readonly signal: AbortSignal | undefined
  /** Called with the number of bytes of the file, without those of the form, in each chunk passed on. */
  readonly onSent: (bytes: number) => void
}

/**
 * Creates a form with one file as a stream, so that the whole file is never in memory. (`FormData` does not accept
 * streams or report progress.)
 */
export function multipartOf({ content, filename, signal, onSent }: MultipartFile): {
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array>
} {
  const boundary = `plinth-${randomHex()}`
  const encoder = new TextEncoder()
  const framing = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(partHeader(boundary, filename)))
    },
    transform(chunk, controller) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('Each chunk of a configuration must be a Uint8Array.')
      controller.enqueue(chunk)
      onSent(chunk.byteLength)
    },
    flush(controller) {
      controller.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`))
    },
  })
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: content.pipeThrough(framing, signal && { signal }),
  }
}

function partHeader(boundary: string, filename: string): string {
  const disposition = `form-data; name="file"; filename="${escapeFilename(filename)}"`
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: application/json\r\n\r\n`
}

/** Escapes a file name as browsers do (HTML, 4.10.21.8). */
function escapeFilename(filename: string): string {
  return filename.replace(/["\r\n]/g, (character) => encodeURIComponent(character))
}

/** Returns 32 random hex digits. Browsers offer `randomUUID` only on secure pages. */
function randomHex(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
