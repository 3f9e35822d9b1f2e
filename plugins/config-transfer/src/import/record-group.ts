import type { Candidate } from './candidate.js'
import type { ReadRecords } from './candidate-reader.js'
import type { Refusal } from './report.js'

/** How many records a group has, about, unless they are large. */
const MAX_RECORDS = 500
/** Bytes of the file after which a group is full, however few records it has: it is held in memory. */
const MAX_BYTES = 524_288

/** Records that are looked up and written together. */
export class RecordGroup implements ReadRecords {
  readonly candidates: Candidate[] = []
  readonly refusals: Refusal[] = []
  #bytes = 0

  /** Adds what was read from so many bytes of the file. */
  add({ candidates, refusals }: ReadRecords, bytes: number): void {
    this.candidates.push(...candidates)
    this.refusals.push(...refusals)
    if (candidates.length > 0) this.#bytes += bytes
  }

  get isFull(): boolean {
    return this.candidates.length + this.refusals.length >= MAX_RECORDS || this.#bytes >= MAX_BYTES
  }
}
