import { hash, randomBytes } from 'node:crypto'
import { compareRowIds, type RowId } from './row-id.js'

/**
 * A set of row ids as a bitmap in pages, so that a million of them take little memory if they are close together. Those
 * above 2⁵³ are kept as strings.
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

/**
 * A set of strings that keeps only 64 bits of a hash of each, so that a million of them take little memory. The chance
 * that a string is taken for one of a million others is below 10⁻¹².
 */
export class TextSet {
  #hashes = new Uint32Array(2 * 1_024)
  #size = 0

  has(text: string): boolean {
    const index = this.#indexOf(hashOf(text))
    return this.#hashes[index] !== 0 || this.#hashes[index + 1] !== 0
  }

  /** Adds a string. Returns whether it is new. */
  add(text: string): boolean {
    const isNew = this.#insert(hashOf(text))
    if (isNew && 2 * 2 * this.#size > this.#hashes.length) this.#grow()
    return isNew
  }

  #insert(hash: readonly [number, number]): boolean {
    const index = this.#indexOf(hash)
    if (this.#hashes[index] !== 0 || this.#hashes[index + 1] !== 0) return false
    this.#hashes[index] = hash[0]
    this.#hashes[index + 1] = hash[1]
    this.#size += 1
    return true
  }

  #indexOf([low, high]: readonly [number, number]): number {
    const hashes = this.#hashes
    const mask = hashes.length - 1
    let index = (2 * low) & mask
    while ((hashes[index] !== 0 || hashes[index + 1] !== 0) && (hashes[index] !== low || hashes[index + 1] !== high))
      index = (index + 2) & mask
    return index
  }

  #grow(): void {
    const previous = this.#hashes
    this.#hashes = new Uint32Array(2 * previous.length)
    this.#size = 0
    for (let index = 0; index < previous.length; index += 2) {
      const [low = 0, high = 0] = [previous[index], previous[index + 1]]
      if (low !== 0 || high !== 0) this.#insert([low, high])
    }
  }
}

/** Unknown to those who supply the texts: otherwise they could choose texts whose hashes are the same. */
const SEED = randomBytes(16).toString('latin1')

/** Returns 64 bits of a hash of a text. Never two zeros, which mark a free place. */
function hashOf(text: string): readonly [number, number] {
  const digest = hash('sha1', SEED + text, 'hex') // faster than a buffer
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16) || 1]
}
