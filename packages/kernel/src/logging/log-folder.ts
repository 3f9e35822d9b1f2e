import { type FileHandle, mkdir, open, opendir, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = 'plinth.log'
const MODE = 0o640
/** Names that are read from the folder at a time. */
const NAMES_PER_READ = 1_024
/** More would gain nothing, and hundreds of thousands at once fill the memory. */
const DELETIONS_AT_ONCE = 16

/**
 * The files of a log by their numbers: 0 is `plinth.log`, and each other one is the younger the lower it is,
 * `plinth.log.1` on.
 */
export class LogFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Opens `plinth.log` to write at its end; makes it and the folder when they are not there. */
  async open(): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true })
    return open(this.#path(0), 'a', MODE)
  }

  /** The inode of `plinth.log`; `undefined` when it is not there. */
  async inode(): Promise<number | undefined> {
    return (await stat(this.#path(0)).catch(() => undefined))?.ino
  }

  /** Makes a file with all that it will hold, or none. */
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
   * Gives files higher numbers, in their order, until no file has one below `count`; deletes those that get one above
   * `backupCount`. No file is renamed twice, or at all when there is room before it. Tells whether it is done: it ends
   * when `mayGoOn` says so, between two files.
   */
  async makeRoom(count: number, backupCount: number, mayGoOn: () => boolean): Promise<boolean> {
    const numbers = (await this.#numbers()).filter((number) => number <= backupCount)
    let last = count - 1
    const places = numbers.map((number) => {
      last = Math.max(number, last + 1)
      return last
    })
    for (let at = numbers.length - 1; at >= 0; at -= 1) {
      if (!mayGoOn()) return false
      await this.#move(numbers[at] ?? 0, places[at] ?? 0, backupCount)
    }
    return true
  }

  /** Deletes the files whose numbers are above that one. */
  async deleteAbove(backupCount: number): Promise<void> {
    const surplus = (await this.#numbers()).filter((number) => number > backupCount)
    for (let at = 0; at < surplus.length; at += DELETIONS_AT_ONCE)
      await Promise.all(surplus.slice(at, at + DELETIONS_AT_ONCE).map((number) => this.#delete(number)))
  }

  async #move(from: number, to: number, backupCount: number): Promise<void> {
    if (to > backupCount) await this.#delete(from)
    else if (to !== from) await rename(this.#path(from), this.#path(to)).catch(passOverMissing)
  }

  async #delete(number: number): Promise<void> {
    await unlink(this.#path(number)).catch(passOverMissing)
  }

  /** In their order; none when the folder cannot be read. */
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

/** `undefined` for the name of another file. */
function numberIn(name: string): number | undefined {
  if (name === NAME) return 0
  const [, digits] = name.match(/^plinth\.log\.([1-9]\d*)$/) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Another program may move a file at any time. */
function passOverMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
