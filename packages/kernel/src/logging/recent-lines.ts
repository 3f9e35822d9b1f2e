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

/** Keeps the last lines of the log. */
export class RecentLines implements LogTail {
  readonly #lines: LogLine[] = []
  readonly #listeners = new Set<(line: LogLine) => void>()
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
    return [...this.#lines]
  }

  follow(listener: (line: LogLine) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #keep(line: LogLine): void {
    this.#lines.push(line)
    this.#characters += line.text.length
    while (this.#lines.length > MAX_LINES || this.#characters > MAX_CHARACTERS)
      this.#characters -= this.#lines.shift()?.text.length ?? 0
  }
}
