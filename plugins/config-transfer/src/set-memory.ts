import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { errors } from './errors.js'

const MAX_BYTES = 192 * 1024 * 1024
/** The part of the memory of the process or machine that the sets may take. */
const MAX_PART = 1 / 4

/**
 * The memory of the sets that one plan, comparison or upload keeps: some 20 bytes for each name of a record. Without a
 * bound, a file of many small records would end a process whose memory is limited.
 */
export class SetMemory {
  readonly #maxBytes: number
  #bytes = 0

  /** `share` is the part for these sets if there are others at the same time. */
  constructor({ share = 1 }: { readonly share?: number } = {}) {
    const limit = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
    // A small heap is a sign of a small machine, and some values of the sets are on it
    this.#maxBytes = Math.min(MAX_BYTES, limit * MAX_PART, getHeapStatistics().heap_size_limit) * share
  }

  /** Throws `TOO_MANY_RECORDS` if that is too much. */
  take(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#maxBytes) return
    throw errors.TOO_MANY_RECORDS({ megabytes: Math.floor(this.#maxBytes / 1024 ** 2) })
  }

  giveBack(bytes: number): void {
    this.#bytes -= bytes
  }
}
