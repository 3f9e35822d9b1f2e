import type { Candidate, Refusal } from '../records/candidate.js'
import type { CheckedRecords } from '../records/candidate-reader.js'

/** Number of records after which a group is full. The last batch added may exceed it. */
const MAX_RECORDS = 500
/** Size of the records in the file, in bytes, after which a group is full. This limits its memory. */
const MAX_BYTES = 524_288

/** Records that are looked up and written together. */
export class RecordGroup implements CheckedRecords {
  readonly candidates: Candidate[] = []
  readonly refusals: Refusal[] = []
  #bytes = 0

  /** Adds records that take up this many bytes of the file. */
  add({ candidates, refusals }: CheckedRecords, bytes: number): void {
    this.candidates.push(...candidates)
    this.refusals.push(...refusals)
    // Refusals keep only their lines in memory, not the records
    if (candidates.length > 0) this.#bytes += bytes
  }

  get isFull(): boolean {
    return this.candidates.length + this.refusals.length >= MAX_RECORDS || this.#bytes >= MAX_BYTES
  }
}
