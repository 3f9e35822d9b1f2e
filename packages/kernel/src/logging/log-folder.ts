import { type FileHandle, mkdir, open, opendir, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = 'plinth.log'
const MODE = 0o640
const FOLDER_MODE = 0o700
/** Number of directory entries read at a time. */
const NAMES_PER_READ = 1_024
/** Number of concurrent deletions. More would not be faster, and hundreds of thousands would exhaust memory. */
const CONCURRENT_DELETIONS = 16

/**
 * The files of a log by number: 0 is `plinth.log`, 1 is `plinth.log.1`, the most recently rotated one, and higher
 * numbers are older.
 */
export class LogFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Opens `plinth.log` for appending. Creates the file and the folder if necessary. */
  async open(): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE })
    return open(this.#path(0), 'a', MODE)
  }

  /** Returns the inode of `plinth.log`, or `undefined` if the file does not exist. */
  async inode(): Promise<number | undefined> {
    return (await stat(this.#path(0)).catch(() => undefined))?.ino
  }

  /** Creates a file with its complete content. Leaves no partial file behind if that fails. */
  async create(number: number, text: string): Promise<void> {
    const path = this.#path(number)
    try {
      await writeFile(path, text, { flag: 'wx', mode: MODE })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') await unlink(path).catch(() => {})
      throw error
    }
  }

  /**
   * Frees the numbers below `count` by renaming files to higher numbers, in order. Deletes files whose number would
   * exceed `backupCount`. Renames each file at most once, and only if necessary. Returns false if `mayContinue`, which
   * is called before each file, stopped it early.
   */
  async makeRoom(count: number, backupCount: number, mayContinue: () => boolean): Promise<boolean> {
    const numbers = (await this.#numbers()).filter((number) => number <= backupCount)
    let last = count - 1
    const targets = numbers.map((number) => {
      last = Math.max(number, last + 1)
      return last
    })
    for (let at = numbers.length - 1; at >= 0; at -= 1) {
      if (!mayContinue()) return false
      await this.#move(numbers[at] ?? 0, targets[at] ?? 0, backupCount)
    }
    return true
  }

  /** Deletes the files with numbers above `backupCount`. */
  async deleteAbove(backupCount: number): Promise<void> {
    const surplus = (await this.#numbers()).filter((number) => number > backupCount)
    for (let at = 0; at < surplus.length; at += CONCURRENT_DELETIONS)
      await Promise.all(surplus.slice(at, at + CONCURRENT_DELETIONS).map((number) => this.#delete(number)))
  }

  async #move(from: number, to: number, backupCount: number): Promise<void> {
    if (to > backupCount) await this.#delete(from)
    else if (to !== from) await rename(this.#path(from), this.#path(to)).catch(ignoreMissing)
  }

  async #delete(number: number): Promise<void> {
    await unlink(this.#path(number)).catch(ignoreMissing)
  }

  /** Returns the numbers of all files in ascending order; none if the folder cannot be read. */
  async #numbers(): Promise<number[]> {
    const numbers: number[] = []
    const folder = await opendir(this.#folder, { bufferSize: NAMES_PER_READ }).catch(() => [])
    for await (const { name } of folder) {
      const number = numberIn(name)
      if (number !== undefined) numbers.push(number)
    }
    return numbers.sort((one, other) => one - other)
  }

  #path(number: number): string {
    return join(this.#folder, number === 0 ? NAME : `${NAME}.${number}`)
  }
}

/** Returns the number in a file name; `undefined` if the file does not belong to the log. */
function numberIn(name: string): number | undefined {
  if (name === NAME) return 0
  const [, digits] = name.match(/^plinth\.log\.([1-9]\d*)$/) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Ignores a missing file: another program may move a file at any time. */
function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
