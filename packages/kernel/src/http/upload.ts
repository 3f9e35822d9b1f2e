/** Declaration of a request body: a `multipart/form-data` form with one file. */
export interface Upload {
  readonly kind: 'upload'
  /** Name of the form part that holds the file. */
  readonly part: string
  /** Description of the file for the OpenAPI document. */
  readonly description?: string
  /** Called if the client disconnects before its file is complete. The handler is not called then. */
  readonly onAbandoned?: () => void
}

/** Declares a file upload as the body of a route. */
export const upload = (part: string, options: Pick<Upload, 'description' | 'onAbandoned'> = {}): Upload => ({
  kind: 'upload',
  part,
  ...options,
})

/** A completely received file. It is stored in the data folder until the handler is done. */
export interface ReceivedFile {
  /** Size in bytes. */
  readonly size: number
  /** Reads the file from the start. A chunk is valid only until the next one is read. */
  chunks(): AsyncIterable<Buffer>
  /** Reads the bytes from `start` to `end`, into a buffer with enough room if given. */
  read(start: number, end: number, into?: Buffer): Promise<Buffer>
}
