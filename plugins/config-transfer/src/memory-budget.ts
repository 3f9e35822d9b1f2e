import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { errors } from './errors.js'

const MAX_BYTES = 192 * 1024 * 1024
/** The part of the memory of the process or machine that the sets may use. */
const MAX_PART = 1 / 4

/**
 * The memory limit of the sets of one plan, comparison or upload, which need some 20 bytes for each name of a record.
 * Without a limit, a file of many small records would end a process whose memory is limited.
 */
export class SetMemory {
  readonly #maxBytes: number
  #bytes = 0

  /** `share` is the part of the memory for these sets, if others exist at the same time. */
  constructor({ share = 1 }: { readonly share?: number } = {}) {
    const limit = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
    // A small heap is a sign of a small machine, and it holds some values of the sets
    this.#maxBytes = Math.min(MAX_BYTES, limit * MAX_PART, getHeapStatistics().heap_size_limit) * share
  }

  /** Throws `TOO_MANY_RECORDS` if the sets together would exceed the limit. */
  reserve(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#maxBytes) return
    throw errors.TOO_MANY_RECORDS({ megabytes: Math.floor(this.#maxBytes / 1024 ** 2) })
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}
