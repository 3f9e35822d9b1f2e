import { httpErrors } from '../http-errors.js'

/** `Retry-After` of `TOO_MANY_UPLOADS`, in seconds. */
const RETRY_AFTER_S = 5

/** Limits the disk space of all uploads in progress, so that many clients together cannot fill the disk. */
export class UploadSpace {
  readonly #limit: number
  #bytes = 0

  /** `limit` is the maximum number of bytes of all uploads together. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Throws `TOO_MANY_UPLOADS` (503) if the space is used up. */
  reserve(bytes: number): void {
    if (this.#bytes + bytes > this.#limit) throw httpErrors.TOO_MANY_UPLOADS({}, { retryAfter: RETRY_AFTER_S })
    this.#bytes += bytes
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}
