import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { errors } from './errors.js'

const MAX_BYTES = 192 * 1024 * 1024
/** The fraction of the memory of the process or machine that the collections may use. */
const MAX_FRACTION = 1 / 4

/**
 * The memory that the collections of compact-sets.ts may use for one plan, comparison or upload. They need some 20
 * bytes for each name of a record. Without a limit, a file of many small records would end a process whose memory is
 * limited.
 */
export class MemoryBudget {
  readonly #maxBytes: number
  #bytes = 0

  /** `share` is the fraction of the budget for these collections, if others exist at the same time. */
  constructor({ share = 1 }: { readonly share?: number } = {}) {
    const limit = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
    // Also limited by the heap, because a `TextMap` stores its values there
    this.#maxBytes = Math.min(MAX_BYTES, limit * MAX_FRACTION, getHeapStatistics().heap_size_limit) * share
  }

  /** Throws `TOO_MANY_RECORDS` if the collections together would exceed the limit. */
  reserve(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#maxBytes) return
    throw errors.TOO_MANY_RECORDS({ megabytes: Math.floor(this.#maxBytes / 1024 ** 2) })
  }

  release(bytes: number): void {
    this.#bytes -= bytes
  }
}
