/** A body of `multipart/form-data` with one file. */
export interface Upload {
  readonly kind: 'upload'
  /** The name of the part with the file. */
  readonly part: string
  /** What the file must be, for the OpenAPI document. */
  readonly description?: string
  /** Called when the client goes away before its file has arrived whole, so that no handler learns of it. */
  readonly onAbandoned?: () => void
}

/** Declares that a route takes a file. */
export const upload = (part: string, options: Pick<Upload, 'description' | 'onAbandoned'> = {}): Upload => ({
  kind: 'upload',
  part,
  ...options,
})

/** A file that has arrived whole. It waits in the data folder until the handler is done. */
export interface ReceivedFile {
  /** Bytes. */
  readonly size: number
  /** Reads it from the start. Each chunk is good until the next one is asked for. */
  chunks(): AsyncIterable<Buffer>
  /** The bytes between two places, put into a buffer that is given and has room for them. */
  read(start: number, end: number, into?: Buffer): Promise<Buffer>
}
