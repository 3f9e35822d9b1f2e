/** Maximum number of buffered characters. Log lines have about as many bytes. */
const MAX_BUFFERED_CHARACTERS = 32 * 2 ** 20
/**
 * Number of characters kept when lines are dropped. Many lines are dropped together, because removing one from the
 * start of a long list is slow.
 */
const CHARACTERS_AFTER_DROP = 30 * 2 ** 20
/** Number of characters written at a time. They need memory in addition to the buffered ones. */
const BATCH_CHARACTERS = 8 * 2 ** 20

/**
 * A buffer of lines to be written. When it is full, it drops the oldest lines, so that a slow disk does not exhaust
 * memory.
 */
export class LineBuffer {
  readonly #onDrop: (dropped: number) => void
  #lines: string[] = []
  #characters = 0
  #dropped = 0

  /** `onDrop` is called each time lines are dropped, with the number dropped so far. */
  constructor(onDrop: (dropped: number) => void) {
    this.#onDrop = onDrop
  }

  get count(): number {
    return this.#lines.length
  }

  /** Number of lines dropped so far. */
  get dropped(): number {
    return this.#dropped
  }

  add(line: string): void {
    this.#lines.push(line)
    this.#characters += line.length
    this.#dropOldest()
  }

  /** Removes and returns the oldest lines: one batch. */
  take(): readonly string[] {
    return this.#removeOldest((taken) => taken < BATCH_CHARACTERS)
  }

  /** Puts back lines that were taken but not written. */
  putBack(lines: readonly string[]): void {
    if (lines.length === 0) return
    this.#lines = lines.concat(this.#lines)
    for (const line of lines) this.#characters += line.length
    this.#dropOldest()
  }

  #dropOldest(): void {
    if (this.#characters <= MAX_BUFFERED_CHARACTERS) return
    const surplus = this.#characters - CHARACTERS_AFTER_DROP
    this.#dropped += this.#removeOldest((removed) => removed < surplus).length
    this.#onDrop(this.#dropped)
  }

  /** Removes the oldest lines while `needsMore` returns true for the number of characters removed so far. */
  #removeOldest(needsMore: (characters: number) => boolean): string[] {
    let characters = 0
    let count = 0
    for (const line of this.#lines) {
      if (!needsMore(characters)) break
      characters += line.length
      count += 1
    }
    this.#characters -= characters
    return this.#lines.splice(0, count)
  }
}
