import { countKeys, duplicateKeyOffset, invalid, invalidAt, parsePiece } from './json-piece.js'

/** Consecutive records of one list. */
export interface Batch {
  /** Offset in the file. */
  readonly start: number
  readonly end: number
  /** Number of commas plus one: the number of records, but 1 for an empty list. */
  readonly count: number
  /** Whether the batch is the whole list. */
  readonly isWholeList: boolean
  /** Number of colons outside strings: the number of keys in all objects, including duplicates. */
  readonly colonCount: number
}

/** A document without its records, and their positions in the file. */
export interface ScannedDocument {
  /** The document; each list of records contains only its index in `lists`: `{"data":{"Pumps":[3]}}`. */
  readonly skeleton: unknown
  readonly lists: readonly (readonly Batch[])[]
}

/** The size at which a batch of records is full: at least `minBytes`, and either `records` or `bytes`. */
interface BatchSize {
  readonly records: number
  readonly bytes: number
  readonly minBytes: number
}

/** Parsing such a batch takes a few ms. `minBytes` limits the number of batches in a file of one-byte records. */
const DEFAULT_BATCH_SIZE: BatchSize = { records: 250, bytes: 131_072, minBytes: 16_384 }
const ONE_RECORD: BatchSize = { records: 1, bytes: 1, minBytes: 0 }
/**
 * A parsed record may take twenty times as much memory. The largest record of the standard tables, a tag of a machine
 * with the names of both at maximum size, has 50,000 bytes if each character is escaped.
 */
export const MAX_RECORD_BYTES = 131_072
/** Maximum size of a document without its records. */
const MAX_SKELETON_BYTES = 262_144
const MAX_DEPTH = 100
/** Each table takes up memory, and each unknown one also a line of the report. */
export const MAX_TABLES = 1_000
/** Depth of the records: they are in arrays in an object in the document: `{"data":{"Pumps":[` */
const LIST_DEPTH = 3

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d

/**
 * Finds the records of a document without loading it into memory, by looking only for quotes, brackets, commas and
 * colons. Parses the rest of the document, which is small. Throws `INVALID_JSON_FILE`.
 */
export class DocumentScanner {
  readonly #batchSize: BatchSize
  readonly #lists: Batch[][] = []
  /** The brackets that are open, by depth. */
  readonly #openBrackets = new Uint8Array(MAX_DEPTH)
  #depth = 0
  #isInString = false
  /** Bytes of the next chunk that belong to an escape sequence of the previous one. */
  #bytesToSkip = 0
  /** Offset in the file of the chunk that is being scanned. */
  #offset = 0
  /** The pieces outside of lists, with their offsets in the file. */
  readonly #skeleton: { readonly bytes: Buffer; readonly start: number }[] = []
  #skeletonBytes = 0
  #list: Batch[] | undefined
  /** Colons in the current batch, or in the skeleton since the last list. */
  #colonCount = 0
  #skeletonColonCount = 0
  #batchStart = 0
  #recordStart = 0
  #count = 0

  constructor(batchSize = DEFAULT_BATCH_SIZE) {
    this.#batchSize = batchSize
  }

  /** Scans the next bytes of the file. */
  push(chunk: Buffer): void {
    let rest = 0 // start of the part of the chunk that is not in the skeleton yet
    let at = this.#isInString ? this.#afterString(chunk, this.#bytesToSkip) : 0
    while (at < chunk.length) {
      const byte = chunk[at]
      switch (byte) {
        case QUOTE:
          at = this.#afterString(chunk, at + 1)
          continue
        case COLON:
          this.#colonCount += 1
          break
        case COMMA:
          if (this.#depth === LIST_DEPTH && this.#list) this.#endRecord(this.#offset + at)
          break
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          if (this.#depth === LIST_DEPTH - 1 && this.#beginsList(byte)) rest = this.#beginList(chunk, rest, at)
          this.#open(byte, at)
          break
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          if (this.#depth === LIST_DEPTH && this.#list) rest = this.#endList(at)
          this.#close(byte, at)
      }
      at += 1
    }
    this.#bytesToSkip = at - chunk.length
    if (!this.#list) this.#addToSkeleton(chunk.subarray(rest), this.#offset + rest)
    this.#offset += chunk.length
    if (this.#list) this.#refuseTooLargeRecord(this.#offset)
  }

  /** Returns the index after the string that contains `at`: beyond the chunk if an escape continues in the next one. */
  #afterString(chunk: Buffer, at: number): number {
    let index = at
    while (index < chunk.length && chunk[index] !== QUOTE) index += chunk[index] === BACKSLASH ? 2 : 1
    this.#isInString = index >= chunk.length
    return this.#isInString ? index : index + 1
  }

  /** The lists found so far. */
  get lists(): readonly (readonly Batch[])[] {
    return this.#lists
  }

  /** Returns the result. Call this once the whole file has been pushed. */
  end(): ScannedDocument {
    if (this.#list || this.#isInString) throw invalidAt(this.#offset, 'it ends too early')
    const bytes = Buffer.concat(this.#skeleton.map((piece) => piece.bytes))
    const skeleton = parsePiece(bytes, (byte) => this.#fileOffset(byte))
    if (countKeys(skeleton) !== this.#skeletonColonCount + this.#colonCount) {
      throw invalidAt(this.#fileOffset(duplicateKeyOffset(bytes.toString())), 'an object has a duplicate key')
    }
    return { skeleton, lists: this.#lists }
  }

  #fileOffset(skeletonOffset: number): number {
    let remaining = skeletonOffset
    for (const { bytes, start } of this.#skeleton) {
      if (remaining < bytes.length) return start + remaining
      remaining -= bytes.length
    }
    return this.#offset
  }

  #open(byte: number, at: number): void {
    if (this.#depth === MAX_DEPTH) {
      throw invalidAt(this.#offset + at, `it is nested more than ${MAX_DEPTH} deep`)
    }
    this.#openBrackets[this.#depth] = byte
    this.#depth += 1
  }

  /** Throws if the bracket does not match the last open one. The parser detects that only within one piece. */
  #close(byte: number, at: number): void {
    const opened = this.#depth === 0 ? undefined : this.#openBrackets[this.#depth - 1]
    if (opened !== (byte === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_ARRAY))
      throw invalidAt(this.#offset + at, 'a closing bracket does not match')
    this.#depth -= 1
  }

  #beginsList(byte: number): boolean {
    return byte === OPEN_ARRAY && this.#openBrackets[0] === OPEN_OBJECT && this.#openBrackets[1] === OPEN_OBJECT
  }

  #beginList(chunk: Buffer, rest: number, at: number): number {
    if (this.#lists.length === MAX_TABLES) throw invalid(`it has more than ${MAX_TABLES} tables`)
    this.#addToSkeleton(chunk.subarray(rest, at + 1), this.#offset + rest)
    this.#addToSkeleton(Buffer.from(String(this.#lists.length)), this.#offset + at + 1)
    this.#list = []
    this.#lists.push(this.#list)
    this.#skeletonColonCount += this.#colonCount
    this.#colonCount = 0
    this.#beginBatch(this.#offset + at + 1)
    return at + 1
  }

  #beginBatch(start: number): void {
    this.#batchStart = start
    this.#recordStart = start
    this.#count = 1
  }

  #endRecord(end: number): void {
    this.#refuseTooLargeRecord(end)
    const bytes = end - this.#batchStart
    const { records, bytes: maxBytes, minBytes } = this.#batchSize
    if (bytes < minBytes || (this.#count < records && bytes < maxBytes)) {
      this.#recordStart = end + 1
      this.#count += 1
      return
    }
    this.#endBatch(end)
    this.#beginBatch(end + 1)
  }

  #endList(at: number): number {
    this.#refuseTooLargeRecord(this.#offset + at)
    this.#endBatch(this.#offset + at, this.#list?.length === 0)
    this.#list = undefined
    return at
  }

  #endBatch(end: number, isWholeList = false): void {
    this.#list?.push({ start: this.#batchStart, end, count: this.#count, isWholeList, colonCount: this.#colonCount })
    this.#colonCount = 0
  }

  #addToSkeleton(bytes: Buffer, start: number): void {
    this.#skeleton.push({ bytes: Buffer.from(bytes), start }) // a copy, because the chunk is reused
    this.#skeletonBytes += bytes.length
    if (this.#skeletonBytes > MAX_SKELETON_BYTES) {
      throw invalid(`it has more than ${MAX_SKELETON_BYTES} bytes in addition to the records in "data"`)
    }
  }

  /** The size includes the white space around the record. */
  #refuseTooLargeRecord(end: number): void {
    if (end - this.#recordStart <= MAX_RECORD_BYTES) return
    throw invalid(`a record has more than ${MAX_RECORD_BYTES} bytes, after byte ${this.#recordStart}`)
  }
}

const BEFORE_RECORDS = '{"":{"":['
const AFTER_RECORDS = ']}}'

/** Returns the position of each record within a batch, to find the invalid one. */
export function locateRecords(bytes: Buffer): readonly Batch[] {
  const scanner = new DocumentScanner(ONE_RECORD)
  scanner.push(Buffer.concat([Buffer.from(BEFORE_RECORDS), bytes, Buffer.from(AFTER_RECORDS)]))
  const [records = []] = scanner.lists
  const before = BEFORE_RECORDS.length
  return records.map((record) => ({ ...record, start: record.start - before, end: record.end - before }))
}
