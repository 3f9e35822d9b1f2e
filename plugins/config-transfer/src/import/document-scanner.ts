import { countKeys, duplicateKeyOffset, invalid, invalidAt, parsePiece } from './json-piece.js'

/** Consecutive records of one list: where they stand in the file, in bytes. */
export interface Batch {
  readonly start: number
  readonly end: number
  /** How many records there are, by their commas: a list without one seems to have one. */
  readonly count: number
  /** Whether it is all of its list. */
  readonly isWhole: boolean
  /** How many names their objects have, by their colons. */
  readonly colons: number
}

/** A document without its records, and where those are. */
export interface ScannedDocument {
  /** The document in which each list of records has its place in `lists` instead of them: `{"data":{"Pumps":[3]}}`. */
  readonly skeleton: unknown
  readonly lists: readonly (readonly Batch[])[]
}

/** When a batch of records is full. */
interface BatchSize {
  readonly records: number
  readonly bytes: number
  /** Smaller ones go on, however many records they have. */
  readonly leastBytes: number
}

/** A few milliseconds of parsing; and not one batch for each few of hundreds of millions of records of one byte. */
const USUAL_BATCH: BatchSize = { records: 250, bytes: 131_072, leastBytes: 16_384 }
const ONE_RECORD: BatchSize = { records: 1, bytes: 1, leastBytes: 0 }
/**
 * A parsed record takes twenty times its bytes. The largest that the standard tables can hold, a whole tag and a whole
 * machine in one, has 50,000 with each character escaped.
 */
export const MAX_RECORD_BYTES = 131_072
/** Of what a document holds beside its records. */
const MAX_SKELETON_BYTES = 262_144
const MAX_DEPTH = 100
/** Each costs memory, and a line of the report when it is unknown. */
export const MAX_TABLES = 1_000
/** Lists of records are arrays in an object in the document: `{"data":{"Pumps":[` */
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
 * Finds the records of a document without holding it, by looking only for where texts, objects and arrays begin and
 * end. What is left without the records is parsed here, the records when they are read. Throws `INVALID_JSON_FILE`.
 */
export class DocumentScanner {
  readonly #full: BatchSize
  readonly #lists: Batch[][] = []
  readonly #opened = new Uint8Array(MAX_DEPTH)
  #depth = 0
  #isInText = false
  /** Bytes of the next chunk that an escape has used. */
  #skip = 0
  /** Bytes before the chunk that is being scanned. */
  #offset = 0
  /** What is not in a list, with the places of its pieces in the file. */
  readonly #skeleton: { readonly bytes: Buffer; readonly start: number }[] = []
  #skeletonBytes = 0
  #list: Batch[] | undefined
  /** Of the current batch, or of the skeleton outside of lists. */
  #colons = 0
  #skeletonColons = 0
  #batchStart = 0
  #recordStart = 0
  #count = 0

  constructor(full = USUAL_BATCH) {
    this.#full = full
  }

  /** Takes the next bytes. */
  push(chunk: Buffer): void {
    let rest = 0 // from here on the chunk is not kept yet
    let at = this.#skip
    while (at < chunk.length) {
      if (this.#isInText) {
        at = this.#afterText(chunk, at)
        continue
      }
      const byte = chunk[at]
      switch (byte) {
        case QUOTE:
          this.#isInText = true
          break
        case COLON:
          this.#colons += 1
          break
        case COMMA:
          if (this.#depth === LIST_DEPTH && this.#list) this.#endRecord(this.#offset + at)
          break
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          if (this.#depth === LIST_DEPTH - 1 && this.#isListBegun(byte)) rest = this.#beginList(chunk, rest, at)
          this.#open(byte, at)
          break
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          if (this.#depth === LIST_DEPTH && this.#list) rest = this.#endList(at)
          this.#close(byte, at)
      }
      at += 1
    }
    this.#skip = at - chunk.length
    if (!this.#list) this.#keep(chunk.subarray(rest), this.#offset + rest)
    this.#offset += chunk.length
    if (this.#list) this.#refuseHugeRecord(this.#offset)
  }

  /** The place after the text that `at` is in; past the chunk when an escape goes on in the next one. */
  #afterText(chunk: Buffer, at: number): number {
    let place = at
    while (place < chunk.length) {
      const byte = chunk[place]
      if (byte === QUOTE) {
        this.#isInText = false
        return place + 1
      }
      place += byte === BACKSLASH ? 2 : 1
    }
    return place
  }

  /** The lists so far. */
  get lists(): readonly (readonly Batch[])[] {
    return this.#lists
  }

  /** What was found, once everything was pushed. */
  end(): ScannedDocument {
    if (this.#list || this.#isInText) throw invalidAt(this.#offset, 'it ends too soon')
    const bytes = Buffer.concat(this.#skeleton.map((piece) => piece.bytes))
    const skeleton = parsePiece(bytes, (byte) => this.#placeInFile(byte))
    if (countKeys(skeleton) !== this.#skeletonColons + this.#colons) {
      throw invalidAt(this.#placeInFile(duplicateKeyOffset(bytes.toString())), 'an object has one name twice')
    }
    return { skeleton, lists: this.#lists }
  }

  #placeInFile(byteOfSkeleton: number): number {
    let before = byteOfSkeleton
    for (const { bytes, start } of this.#skeleton) {
      if (before < bytes.length) return start + before
      before -= bytes.length
    }
    return this.#offset
  }

  #open(byte: number, at: number): void {
    if (this.#depth === MAX_DEPTH) {
      throw invalidAt(this.#offset + at, `it is nested more than ${MAX_DEPTH} deep`)
    }
    this.#opened[this.#depth] = byte
    this.#depth += 1
  }

  /** What closes another bracket than the last one that was opened is told here, before the piece is parsed. */
  #close(byte: number, at: number): void {
    const opened = this.#depth === 0 ? undefined : this.#opened[this.#depth - 1]
    if (opened !== (byte === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_ARRAY))
      throw invalidAt(this.#offset + at, 'something is closed that was not opened')
    this.#depth -= 1
  }

  #isListBegun(byte: number): boolean {
    return byte === OPEN_ARRAY && this.#opened[0] === OPEN_OBJECT && this.#opened[1] === OPEN_OBJECT
  }

  #beginList(chunk: Buffer, rest: number, at: number): number {
    if (this.#lists.length === MAX_TABLES) throw invalid(`it has more than ${MAX_TABLES} tables`)
    this.#keep(chunk.subarray(rest, at + 1), this.#offset + rest)
    this.#keep(Buffer.from(String(this.#lists.length)), this.#offset + at + 1)
    this.#list = []
    this.#lists.push(this.#list)
    this.#skeletonColons += this.#colons
    this.#colons = 0
    this.#beginBatch(this.#offset + at + 1)
    return at + 1
  }

  #beginBatch(start: number): void {
    this.#batchStart = start
    this.#recordStart = start
    this.#count = 1
  }

  #endRecord(end: number): void {
    this.#refuseHugeRecord(end)
    const bytes = end - this.#batchStart
    const { records, bytes: enough, leastBytes } = this.#full
    if (bytes < leastBytes || (this.#count < records && bytes < enough)) {
      this.#recordStart = end + 1
      this.#count += 1
      return
    }
    this.#endBatch(end)
    this.#beginBatch(end + 1)
  }

  #endList(at: number): number {
    this.#refuseHugeRecord(this.#offset + at)
    this.#endBatch(this.#offset + at, this.#list?.length === 0)
    this.#list = undefined
    return at
  }

  #endBatch(end: number, isWhole = false): void {
    this.#list?.push({ start: this.#batchStart, end, count: this.#count, isWhole, colons: this.#colons })
    this.#colons = 0
  }

  #keep(bytes: Buffer, start: number): void {
    this.#skeleton.push({ bytes: Buffer.from(bytes), start }) // the chunk itself is used again
    this.#skeletonBytes += bytes.length
    if (this.#skeletonBytes > MAX_SKELETON_BYTES) {
      throw invalid(`it has more than ${MAX_SKELETON_BYTES} bytes beside the records in "data"`)
    }
  }

  /** Counted with the blanks around it. */
  #refuseHugeRecord(end: number): void {
    if (end - this.#recordStart <= MAX_RECORD_BYTES) return
    throw invalid(`a record has more than ${MAX_RECORD_BYTES} bytes, after byte ${this.#recordStart}`)
  }
}

const BEFORE_RECORDS = '{"":{"":['
const AFTER_RECORDS = ']}}'

/** Each of the records that a batch has by its commas, placed within the batch; for saying which one is wrong. */
export function recordsOf(bytes: Buffer): readonly Batch[] {
  const scanner = new DocumentScanner(ONE_RECORD)
  scanner.push(Buffer.concat([Buffer.from(BEFORE_RECORDS), bytes, Buffer.from(AFTER_RECORDS)]))
  const [records = []] = scanner.lists
  const before = BEFORE_RECORDS.length
  return records.map((record) => ({ ...record, start: record.start - before, end: record.end - before }))
}
