import { hash, randomBytes } from 'node:crypto'
import type { MemoryBudget } from './memory-budget.js'
import { compareRowIds, type RowId } from './row-id.js'

/**
 * A set of row ids as a bitmap in pages, so that a million of them take little memory if they are close together. Ids
 * above 2⁵³ - 1 are kept as strings.
 */
export class IdSet {
  readonly #pages = new Map<number, Uint32Array>()
  readonly #large = new Set<string>()
  #size = 0

  get size(): number {
    return this.#size + this.#large.size
  }

  has(id: RowId): boolean {
    if (typeof id === 'string') return this.#large.has(id)
    const word = this.#pages.get(Math.floor(id / PAGE_BITS))?.[(id % PAGE_BITS) >>> 5] ?? 0
    return (word & (1 << (id & 31))) !== 0
  }

  /** Adds an id. Returns whether it is new. */
  add(id: RowId): boolean {
    if (this.has(id)) return false
    if (typeof id === 'string') {
      this.#large.add(id)
      return true
    }
    const page = this.#pageOf(id)
    const index = (id % PAGE_BITS) >>> 5
    page[index] = (page[index] ?? 0) | (1 << (id & 31))
    this.#size += 1
    return true
  }

  delete(id: RowId): void {
    if (typeof id === 'string') {
      this.#large.delete(id)
      return
    }
    if (!this.has(id)) return
    const page = this.#pageOf(id)
    const index = (id % PAGE_BITS) >>> 5
    page[index] = (page[index] ?? 0) & ~(1 << (id & 31))
    this.#size -= 1
  }

  /** Yields the ids in ascending order. */
  *[Symbol.iterator](): Generator<RowId> {
    for (const number of [...this.#pages.keys()].sort((one, other) => one - other)) {
      const first = number * PAGE_BITS
      for (let id = first; id < first + PAGE_BITS; id += 1) if (this.has(id)) yield id
    }
    yield* [...this.#large].sort(compareRowIds)
  }

  #pageOf(id: number): Uint32Array {
    const number = Math.floor(id / PAGE_BITS)
    const page = this.#pages.get(number) ?? new Uint32Array(PAGE_BITS / 32)
    this.#pages.set(number, page)
    return page
  }
}

const PAGE_BITS = 32_768

/** Number of 32-bit cells that a hash occupies. */
const HASH_CELLS = 2
/** Number of places of a new set: a power of two, because `#placeOf` uses a bit mask. */
const FIRST_PLACES = 1_024

/**
 * A set of strings that keeps only 64 bits of a hash of each, so that a million of them take little memory. If `width`
 * is three cells, a number of 32 bits is kept beside each hash. The chance that a string is mistaken for one of a
 * million others is below 10⁻¹².
 */
export class TextSet {
  readonly #width: number
  readonly #memory: MemoryBudget
  #cells: Uint32Array
  #size = 0

  constructor(memory: MemoryBudget, width = HASH_CELLS) {
    this.#width = width
    this.#memory = memory
    this.#cells = this.#newCells(width * FIRST_PLACES)
  }

  get size(): number {
    return this.#size
  }

  has(text: string): boolean {
    return this.find(text) !== undefined
  }

  /** Returns the place of a string; `undefined` if the set does not have it. */
  find(text: string): number | undefined {
    const place = this.#placeOf(hashOf(text))
    return this.#isFree(place) ? undefined : place
  }

  /** Adds a string. Returns whether it is new. */
  add(text: string, number?: number): boolean {
    const place = this.#insert(hashOf(text))
    if (place === undefined) return false
    if (number !== undefined) this.#cells[place + HASH_CELLS] = number
    if (2 * this.#width * this.#size > this.#cells.length) this.#grow()
    return true
  }

  numberAt(place: number): number {
    return this.#cells[place + HASH_CELLS] ?? 0
  }

  #isFree(place: number): boolean {
    return this.#cells[place] === 0 && this.#cells[place + 1] === 0
  }

  #insert(hash: readonly [number, number]): number | undefined {
    const place = this.#placeOf(hash)
    if (!this.#isFree(place)) return undefined
    this.#cells[place] = hash[0]
    this.#cells[place + 1] = hash[1]
    this.#size += 1
    return place
  }

  /** Returns the place of a hash, or the free place for it. */
  #placeOf([low, high]: readonly [number, number]): number {
    const [cells, width] = [this.#cells, this.#width]
    const mask = cells.length / width - 1
    let index = low & mask
    for (let place = index * width; !this.#isFree(place); place = index * width) {
      if (cells[place] === low && cells[place + 1] === high) return place
      index = (index + 1) & mask
    }
    return index * width
  }

  #grow(): void {
    const [previous, width] = [this.#cells, this.#width]
    this.#cells = this.#newCells(2 * previous.length)
    this.#size = 0
    for (let place = 0; place < previous.length; place += width) {
      const [low = 0, high = 0] = [previous[place], previous[place + 1]]
      const copy = low === 0 && high === 0 ? undefined : this.#insert([low, high])
      if (copy !== undefined && width > HASH_CELLS) this.#cells[copy + HASH_CELLS] = previous[place + HASH_CELLS] ?? 0
    }
    this.#memory.release(previous.byteLength)
  }

  /** Releases the memory. The set cannot be used afterwards. */
  release(): void {
    this.#memory.release(this.#cells.byteLength)
    this.#cells = new Uint32Array(this.#width)
  }

  #newCells(length: number): Uint32Array {
    this.#memory.reserve(length * Uint32Array.BYTES_PER_ELEMENT)
    return new Uint32Array(length)
  }
}

/** Memory that is reserved for one value of a growing array. */
const BYTES_PER_VALUE = 12

/** A map that keeps only 64 bits of a hash of each key. */
export class TextMap<Value> {
  readonly #table: TextSet
  readonly #memory: MemoryBudget
  readonly #values: (Value | undefined)[] = []
  #size = 0

  constructor(memory: MemoryBudget) {
    this.#table = new TextSet(memory, HASH_CELLS + 1)
    this.#memory = memory
  }

  get size(): number {
    return this.#size
  }

  get(text: string): Value | undefined {
    const place = this.#table.find(text)
    return place === undefined ? undefined : this.#values[this.#table.numberAt(place)]
  }

  set(text: string, value: Value): void {
    const place = this.#table.find(text)
    const number = place === undefined ? this.#values.length : this.#table.numberAt(place)
    if (place === undefined) {
      this.#table.add(text, number)
      this.#memory.reserve(BYTES_PER_VALUE)
    }
    if (this.#values[number] === undefined) this.#size += 1
    this.#values[number] = value
  }

  /** Removes a string, if it has this value. */
  delete(text: string, value: Value): void {
    const place = this.#table.find(text)
    const number = place === undefined ? -1 : this.#table.numberAt(place)
    if (this.#values[number] !== value) return
    this.#values[number] = undefined
    this.#size -= 1
  }
}

const FIRST_LENGTH = 1_024

/** A list of row ids, or other numbers from 0, and `null`, in 8 bytes each. Ids above 2⁵³ - 1 are kept as strings. */
export class CompactList {
  readonly #memory: MemoryBudget
  /** `NaN` stands for `null`, and -n for the nth of the large ids. */
  #numbers: Float64Array
  readonly #large: string[] = []
  #length = 0

  constructor(memory: MemoryBudget) {
    this.#memory = memory
    this.#numbers = this.#newNumbers(FIRST_LENGTH)
  }

  get length(): number {
    return this.#length
  }

  at(index: number): RowId | null {
    const number = this.#numbers[index] ?? Number.NaN
    if (Number.isNaN(number)) return null
    return number < 0 ? (this.#large[-number - 1] ?? null) : number
  }

  push(id: RowId | null): void {
    if (this.#length === this.#numbers.length) this.#grow()
    if (typeof id === 'string') this.#large.push(id)
    this.#numbers[this.#length] = typeof id === 'string' ? -this.#large.length : (id ?? Number.NaN)
    this.#length += 1
  }

  #grow(): void {
    const previous = this.#numbers
    this.#numbers = this.#newNumbers(2 * previous.length)
    this.#numbers.set(previous)
    this.#memory.release(previous.byteLength)
  }

  #newNumbers(length: number): Float64Array {
    this.#memory.reserve(length * Float64Array.BYTES_PER_ELEMENT)
    return new Float64Array(length)
  }
}

/** A secret: otherwise an attacker could supply texts whose hashes are the same. */
const SEED = randomBytes(16).toString('latin1')

/** Returns 64 bits of a hash of a text. They are never all zero, because that marks a free place. */
function hashOf(text: string): readonly [number, number] {
  const digest = hash('sha1', SEED + text, 'hex') // faster than a buffer
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16) || 1]
}
