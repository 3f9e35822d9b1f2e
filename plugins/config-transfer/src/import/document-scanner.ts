import { countNames, invalid, parsePiece } from './json-piece.js'

/** Consecutive records of one list: where they stand in the file, in bytes. */
export interface Batch {
  readonly start: number
  readonly end: number
  readonly count: number
}

/** A document without its records, and where those are. */
export interface ScannedDocument {
  /** The document in which each list of records has its place in `lists` instead of them: `{"data":{"Tags":[3]}}`. */
  readonly skeleton: unknown
  readonly lists: readonly (readonly Batch[])[]
}

/** When a batch is full, so that neither parsing nor writing one holds up others for long. */
const BATCH_RECORDS = 1_000
const BATCH_BYTES = 524_288
/** Records that a table can hold have far less, and so has what a document holds beside them. */
const MOST_RECORD_BYTES = 1_048_576
const MOST_SKELETON_BYTES = 1_048_576
const MOST_DEPTH = 100
/** Lists of records are arrays in an object in the document: `{"data":{"Tags":[` */
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
 * Finds the records of a document without holding it, and checks all of it: the scanner only looks for where records end;
 * each batch of records, and what is left without them, is parsed. Throws `INVALID_JSON_FILE`.
 */
export class DocumentScanner {
  readonly #lists: Batch[][] = []
  readonly #opened = new Uint8Array(MOST_DEPTH)
  #depth = 0
  #isInText = false
  #isEscaped = false
  /** Bytes before the chunk that is being scanned. */
  #offset = 0
  /** What the current piece, a batch or the skeleton, has of earlier chunks. */
  #skeleton: Buffer[] = []
  #skeletonBytes = 0
  #skeletonColons = 0
  #piece: Buffer[] = []
  #pieceColons = 0
  /** The places of the records of the current batch; the last one is not complete. */
  #starts: number[] = []
  #list: Batch[] | undefined

  /** Takes the next bytes. */
  push(chunk: Buffer): void {
    let rest = 0 // from here on the chunk belongs to no piece yet
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isInText = false
        continue
      }
      switch (byte) {
        case QUOTE:
          this.#isInText = true
          break
        case COLON:
          if (this.#list) this.#pieceColons += 1
          else this.#skeletonColons += 1
          break
        case COMMA:
          if (this.#list && this.#depth === LIST_DEPTH) rest = this.#endRecord(chunk, rest, at)
          break
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          if (this.#isListBegun(byte)) rest = this.#beginList(chunk, rest, at)
          this.#open(byte, at)
          break
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          if (this.#list && this.#depth === LIST_DEPTH) rest = this.#endList(chunk, rest, at)
          this.#close(at)
      }
    }
    this.#keep(chunk.subarray(rest))
    this.#offset += chunk.length
    this.#refuseHugeRecord()
  }

  /** What was found, once everything was pushed. */
  end(): ScannedDocument {
    if (this.#list || this.#isInText) throw invalid(`it ends too soon, at byte ${this.#offset}`)
    const skeleton = parsePiece(Buffer.concat(this.#skeleton), 0)
    if (countNames(skeleton) !== this.#skeletonColons) throw invalid('an object has one name twice')
    return { skeleton, lists: this.#lists }
  }

  #open(byte: number, at: number): void {
    if (this.#depth === MOST_DEPTH) {
      throw invalid(`it is nested more than ${MOST_DEPTH} deep, at byte ${this.#offset + at}`)
    }
    this.#opened[this.#depth] = byte
    this.#depth += 1
  }

  /** Whether it closes what was opened is seen when the piece is parsed. */
  #close(at: number): void {
    if (this.#depth === 0) throw invalid(`something is closed that was not opened, at byte ${this.#offset + at}`)
    this.#depth -= 1
  }

  #isListBegun(byte: number): boolean {
    const [document, data] = this.#opened
    return (
      byte === OPEN_ARRAY &&
      this.#depth === LIST_DEPTH - 1 &&
      document === OPEN_OBJECT &&
      data === OPEN_OBJECT &&
      !this.#list
    )
  }

  #beginList(chunk: Buffer, rest: number, at: number): number {
    this.#keep(chunk.subarray(rest, at + 1))
    this.#keep(Buffer.from(String(this.#lists.length)))
    this.#list = []
    this.#lists.push(this.#list)
    this.#starts = [this.#offset + at + 1]
    return at + 1
  }

  #endRecord(chunk: Buffer, rest: number, at: number): number {
    const end = this.#offset + at
    const [start = end] = this.#starts
    if (this.#starts.length < BATCH_RECORDS && end - start < BATCH_BYTES) {
      this.#starts.push(end + 1)
      return rest
    }
    this.#keep(chunk.subarray(rest, at))
    this.#endBatch(end)
    this.#starts = [end + 1]
    return at + 1
  }

  #endList(chunk: Buffer, rest: number, at: number): number {
    this.#keep(chunk.subarray(rest, at))
    const isEmpty = this.#list?.length === 0 && this.#starts.length === 1 && this.#piece.every(isBlank)
    if (isEmpty) this.#piece = []
    else this.#endBatch(this.#offset + at)
    this.#list = undefined
    return at
  }

  #endBatch(end: number): void {
    const bytes = Buffer.concat(this.#piece)
    const [start = end] = this.#starts
    if (this.#piece.every(isBlank)) throw invalid(`a record is missing after the comma, at byte ${start}`)
    const records = this.#parseRecords(bytes, start)
    if (countNames(records) !== this.#pieceColons) throw this.#nameTwice(bytes, start)
    this.#list?.push({ start, end, count: records.length })
    this.#piece = []
    this.#pieceColons = 0
  }

  #parseRecords(bytes: Buffer, start: number): unknown[] {
    try {
      return parsePiece(bytes, start, '[', ']') as unknown[]
    } catch (error) {
      for (const [record, place] of this.#records(bytes, start)) parsePiece(record, place) // throws at the one that is wrong
      throw error
    }
  }

  #nameTwice(bytes: Buffer, start: number): Error {
    for (const [record, place] of this.#records(bytes, start)) {
      const scanner = new DocumentScanner()
      scanner.push(record)
      if (countNames(JSON.parse(record.toString())) !== scanner.#skeletonColons) {
        return invalid(`an object has one name twice, after byte ${place}`)
      }
    }
    return invalid(`an object has one name twice, after byte ${start}`)
  }

  *#records(bytes: Buffer, start: number): Generator<[record: Buffer, place: number]> {
    for (const [index, place] of this.#starts.entries()) {
      const next = this.#starts[index + 1]
      yield [bytes.subarray(place - start, next === undefined ? undefined : next - 1 - start), place]
    }
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return
    if (this.#list) return void this.#piece.push(bytes)
    this.#skeleton.push(bytes)
    this.#skeletonBytes += bytes.length
    if (this.#skeletonBytes > MOST_SKELETON_BYTES) {
      throw invalid(`it has more than ${MOST_SKELETON_BYTES} bytes beside the records in "data"`)
    }
  }

  #refuseHugeRecord(): void {
    const start = this.#starts.at(-1)
    if (!this.#list || start === undefined || this.#offset - start <= MOST_RECORD_BYTES) return
    throw invalid(`a record has more than ${MOST_RECORD_BYTES} bytes, after byte ${start}`)
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09)
}
