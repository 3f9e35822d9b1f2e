import type { Readable } from 'node:stream'

/** A body of `multipart/form-data` with one file. */
export interface Upload {
  readonly kind: 'upload'
  /** The name of the part with the file. */
  readonly part: string
}

/** Declares that a route takes a file. */
export const upload = (part: string): Upload => ({ kind: 'upload', part })

/** A file that has arrived whole. It waits in the data folder until the handler is done. */
export interface ReceivedFile {
  /** Bytes. */
  readonly size: number
  /** Reads it from the start. */
  open(): Readable
  /** The bytes between two places. */
  read(start: number, end: number): Promise<Buffer>
}
