/** What may wait, in characters: lines of a log have about as many bytes. */
const MAX_WAITING_CHARACTERS = 32 * 2 ** 20
/**
 * What still waits after lines were dropped: many go at once, for to take one from the beginning of a long list is
 * slow.
 */
const WAITING_CHARACTERS_AFTER_DROP = 30 * 2 ** 20
/** How much is taken at a time: beside what waits, it is all that is in memory. */
const BATCH_CHARACTERS = 8 * 2 ** 20

/**
 * Lines that wait until they are written. The oldest are dropped when there are too many: a slow disk must not fill the
 * memory.
 */
export class WaitingLines {
  readonly #onDrop: (dropped: number) => void
  #lines: string[] = []
  #characters = 0
  #dropped = 0

  /** `onDrop` is told, each time that lines are dropped, how many have been so far. */
  constructor(onDrop: (dropped: number) => void) {
    this.#onDrop = onDrop
  }

  get count(): number {
    return this.#lines.length
  }

  /** How many lines have been dropped so far. */
  get dropped(): number {
    return this.#dropped
  }

  add(line: string): void {
    this.#lines.push(line)
    this.#characters += line.length
    this.#dropOldest()
  }

  /** Removes the oldest lines, as many as are written at a time, and returns them. */
  take(): readonly string[] {
    return this.#removeOldest((taken) => taken < BATCH_CHARACTERS)
  }

  /** Puts lines back that were taken and could not be written. */
  putBack(lines: readonly string[]): void {
    if (lines.length === 0) return
    this.#lines = lines.concat(this.#lines)
    for (const line of lines) this.#characters += line.length
    this.#dropOldest()
  }

  #dropOldest(): void {
    if (this.#characters <= MAX_WAITING_CHARACTERS) return
    const surplus = this.#characters - WAITING_CHARACTERS_AFTER_DROP
    this.#dropped += this.#removeOldest((removed) => removed < surplus).length
    this.#onDrop(this.#dropped)
  }

  /** Goes on while that many characters, which were removed so far, are too few. */
  #removeOldest(areTooFew: (characters: number) => boolean): string[] {
    let characters = 0
    let count = 0
    for (const line of this.#lines) {
      if (!areTooFew(characters)) break
      characters += line.length
      count += 1
    }
    this.#characters -= characters
    return this.#lines.splice(0, count)
  }
}
