import { open } from 'node:fs/promises'

const CHUNK_BYTES = 1_048_576
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d

/** Consecutive records of one table, as a JSON array. */
export interface RecordPage {
  readonly table: string
  readonly array: Buffer
}

/**
 * Yields the records of a configuration file in pages. They are found by the nesting of braces and brackets, without
 * parsing: in `{…,"data":{"Table":[{…},{…}]}}` a table is at depth 3, and a record at depth 4.
 */
export async function* recordPages(path: string, perPage: number): AsyncGenerator<RecordPage> {
  const file = await open(path)
  try {
    const splitter = new Splitter(perPage)
    for await (const chunk of file.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false })) {
      yield* splitter.split(chunk as Buffer)
    }
  } finally {
    await file.close()
  }
}

class Splitter {
  readonly #perPage: number
  #rest: Buffer = Buffer.alloc(0)
  #position = 0
  #depth = 0
  #isInString = false
  #textStart = 0
  #text = ''
  #table = ''
  #pageStart = -1
  #pageEnd = 0
  #records = 0

  constructor(perPage: number) {
    this.#perPage = perPage
  }

  /**
   * Returns the pages that are complete. A generator would take three times as long, because its locals are on the
   * heap.
   */
  split(chunk: Buffer): RecordPage[] {
    const pages: RecordPage[] = []
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const { length } = bytes
    let depth = this.#depth
    let isInString = this.#isInString
    let at = this.#position
    while (at < length) {
      if (isInString) {
        let byte = bytes[at]
        while (byte !== QUOTE && at < length) {
          at += byte === BACKSLASH ? 2 : 1
          byte = bytes[at]
        }
        if (at >= length) break
        isInString = false
        if (depth === 2) this.#text = bytes.toString('utf8', this.#textStart, at)
        at += 1
        continue
      }
      const byte = bytes[at] as number
      if (byte === QUOTE) {
        isInString = true
        if (depth === 2) this.#textStart = at + 1
      } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
        depth += 1
        if (depth === 3) this.#table = this.#text
        else if (depth === 4 && this.#pageStart < 0) this.#pageStart = at
      } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
        depth -= 1
        if (depth === 3) {
          this.#records += 1
          this.#pageEnd = at + 1
          if (this.#records === this.#perPage) pages.push(this.#page(bytes))
        } else if (depth === 2 && this.#records > 0) pages.push(this.#page(bytes))
      }
      at += 1
    }
    this.#depth = depth
    this.#isInString = isInString
    this.#position = at // past the end after a backslash that ends the chunk
    this.#keepRest(bytes)
    return pages
  }

  #page(bytes: Buffer): RecordPage {
    const array = Buffer.allocUnsafe(this.#pageEnd - this.#pageStart + 2)
    array[0] = OPENING_BRACKET
    bytes.copy(array, 1, this.#pageStart, this.#pageEnd)
    array[array.length - 1] = CLOSING_BRACKET
    this.#pageStart = -1
    this.#records = 0
    return { table: this.#table, array }
  }

  /** Stores the bytes of an incomplete page or table name for the next chunk. */
  #keepRest(bytes: Buffer): void {
    const from =
      this.#pageStart >= 0
        ? this.#pageStart
        : this.#isInString && this.#depth === 2
          ? this.#textStart - 1
          : bytes.length
    this.#rest = bytes.subarray(from)
    this.#position -= from
    this.#textStart -= from
    this.#pageEnd -= from
    if (this.#pageStart >= 0) this.#pageStart = 0
  }
}
