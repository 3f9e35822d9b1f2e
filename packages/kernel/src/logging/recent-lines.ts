/** A line of the log, as it is written. */
export interface LogLine {
  /** Counts the lines of this process, from 1. */
  readonly id: number
  /** bunyan's number of its level. */
  readonly level: number
  /** JSON, without a newline. */
  readonly text: string
}

/** The end of the log of this process, and what follows. */
export interface LogTail {
  /** Returns the last lines, the oldest first: at most 500, and at most 512 KB. */
  recent(): readonly LogLine[]
  /**
   * Calls `listener` synchronously for each further line, until the returned function is called. The listener must
   * neither throw nor log.
   */
  follow(listener: (line: LogLine) => void): () => void
}

const MAX_LINES = 500
/** Maximum number of characters of all kept lines together. A character needs at most two bytes of memory. */
const MAX_CHARACTERS = 2 ** 18

/** Keeps the last lines of the log. Adding one takes constant time and copies nothing. */
export class RecentLines implements LogTail {
  /** A ring: the oldest line is at `#first`. */
  readonly #lines: (LogLine | undefined)[] = new Array(MAX_LINES).fill(undefined)
  readonly #listeners = new Set<(line: LogLine) => void>()
  #first = 0
  #count = 0
  #characters = 0
  #lastId = 0

  /** Whether anybody follows the log. */
  get isFollowed(): boolean {
    return this.#listeners.size > 0
  }

  add(level: number, text: string): void {
    this.#lastId += 1
    const line = { id: this.#lastId, level, text }
    if (text.length <= MAX_CHARACTERS) this.#keep(line)
    for (const listener of this.#listeners) listener(line)
  }

  recent(): readonly LogLine[] {
    return Array.from({ length: this.#count }, (_, index) => this.#at(index) as LogLine)
  }

  follow(listener: (line: LogLine) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #keep(line: LogLine): void {
    this.#characters += line.text.length
    while (this.#count === MAX_LINES || this.#characters > MAX_CHARACTERS) {
      if (this.#count === 0) break
      this.#characters -= this.#at(0)?.text.length ?? 0
      this.#lines[this.#first] = undefined
      this.#first = (this.#first + 1) % MAX_LINES
      this.#count -= 1
    }
    this.#lines[(this.#first + this.#count) % MAX_LINES] = line
    this.#count += 1
  }

  #at(index: number): LogLine | undefined {
    return this.#lines[(this.#first + index) % MAX_LINES]
  }
}
