import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogSettings } from './log-settings.js'

type Rotation = Pick<LogSettings, 'maxBytes' | 'backupCount'>

const NAME = 'plinth.log'
/** The longest time in ms that a timer can wait (a signed 32-bit number). */
const LONGEST_TIMER = 2 ** 31 - 1
/** Lines after which the file is flushed before its time. */
const EARLY_FLUSH = 5_000
/** Characters of one write, and how many of them a file of the smallest size has at least. */
const LARGEST_WRITE = 65_536
const WRITES_A_FILE = 16
/** Lines that are kept while the file cannot be written; the oldest go first. */
const MOST_LINES_WAITING = 100_000

interface OpenFile {
  readonly handle: FileHandle
  /** In bytes, of which this process knows. */
  size: number
  readonly inode: number
}

/**
 * `plinth.log` with its rotated files `plinth.log.1` (the youngest) to `plinth.log.N`. Lines are buffered here and written on
 * each flush; one chain of promises orders flushes and changes, so that none is lost or written twice.
 */
export class RotatingLogFile {
  readonly #folder: string
  readonly #onFailure: (error: Error, lost: number) => void
  #lines: string[] = []
  #lost = 0
  #work: Promise<void> = Promise.resolve()
  #file: OpenFile | undefined
  /** Whether the file may end within a line. */
  #isTorn = false
  #rotation: Rotation
  #timer: NodeJS.Timeout | undefined

  /** `onFailure` is told, once for each failed flush, why lines could not be written, and how many are lost
   * so far; the others are tried again at the next one. */
  constructor(folder: string, settings: LogSettings, onFailure: (error: Error, lost: number) => void) {
    this.#folder = folder
    this.#onFailure = onFailure
    this.#rotation = settings
    this.#setTimer(settings.period)
  }

  /** Keeps a line, without its newline, for the next flush. */
  add(line: string): void {
    this.#lines.push(`${line}\n`)
    if (this.#lines.length % EARLY_FLUSH === 0) void this.flush() // a long period must not fill the memory
  }

  /** Resolves when every line added so far is in the file. */
  flush(): Promise<void> {
    return this.#enqueue(() => this.#writeLines())
  }

  /** Puts another period and rotation into force; resolves when surplus files are gone. */
  change(settings: LogSettings): Promise<void> {
    this.#setTimer(settings.period)
    return this.#enqueue(async () => {
      try {
        await this.#writeLines()
        await this.#closeFile()
      } finally {
        this.#rotation = settings
        await this.#removeSurplus()
      }
    })
  }

  /** Writes what is left and closes the file. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#enqueue(async () => {
      await this.#writeLines()
      await this.#closeFile()
    })
  }

  #setTimer(period: number): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.flush(), Math.min(period * 1_000, LONGEST_TIMER))
    this.#timer.unref()
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((error: Error) => this.#onFailure(error, this.#lost))
    return this.#work
  }

  async #writeLines(): Promise<void> {
    if (this.#lines.length === 0) return
    await this.#openFile()
    const lines = this.#lines
    this.#lines = []
    try {
      const texts = together(this.#isTorn ? ['\n', ...lines] : lines, this.#rotation.maxBytes)
      for (const text of texts) await this.#append(text)
      this.#isTorn = false
    } catch (error) {
      this.#isTorn = true
      const kept = [...lines, ...this.#lines]
      this.#lost += Math.max(0, kept.length - MOST_LINES_WAITING)
      this.#lines = kept.slice(-MOST_LINES_WAITING)
      throw error
    }
  }

  /** Puts the next file in the place of one that has reached its size. */
  async #append(text: string): Promise<void> {
    const file = await this.#openFile()
    const bytes = Buffer.from(text)
    await file.handle.appendFile(bytes)
    file.size += bytes.length
    if (file.size >= this.#rotation.maxBytes) await this.#rotate()
  }

  async #rotate(): Promise<void> {
    await this.#closeFile()
    await this.#moveFiles()
    await this.#openFile()
  }

  /** The file that is open, unless somebody has removed or moved it: then it would take lines in silence. */
  async #openFile(): Promise<OpenFile> {
    if (this.#file && (await this.#inode()) === this.#file.inode) return this.#file
    await this.#closeFile()
    await mkdir(this.#folder, { recursive: true })
    const handle = await open(join(this.#folder, NAME), 'a', 0o640)
    const { size, ino: inode } = await handle.stat()
    this.#file = { handle, size, inode }
    if (size >= this.#rotation.maxBytes) await this.#rotate()
    return this.#file
  }

  async #inode(): Promise<number | undefined> {
    return (await stat(join(this.#folder, NAME)).catch(() => undefined))?.ino
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.handle.close()
  }

  /** Gives each file the next number, the oldest first; what there is no room for is overwritten. */
  async #moveFiles(): Promise<void> {
    const numbers = (await this.#names()).map(backupNumber).filter((number) => number < this.#rotation.backupCount)
    for (const number of numbers.toSorted((one, other) => other - one)) {
      const name = number === 0 ? NAME : `${NAME}.${number}`
      await rename(join(this.#folder, name), join(this.#folder, `${NAME}.${number + 1}`)).catch(passOverMissing)
    }
  }

  async #names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return names.filter((name) => name === NAME || backupNumber(name) > 0)
  }

  async #removeSurplus(): Promise<void> {
    const surplus = (await this.#names()).filter((name) => backupNumber(name) > this.#rotation.backupCount)
    await Promise.all(surplus.map((name) => unlink(join(this.#folder, name))))
  }
}

function backupNumber(name: string): number {
  return Number(name.match(/^plinth\.log\.([1-9]\d*)$/)?.[1] ?? 0)
}

/** Another program may move a file at any time. */
function passOverMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Joins lines to texts, each so small beside the size of a file that it passes that by little; a longer line stays by itself. */
function together(lines: readonly string[], maxBytes: number): string[] {
  const most = Math.min(LARGEST_WRITE, maxBytes / WRITES_A_FILE)
  const texts: string[] = []
  let text = ''
  for (const line of lines) {
    if (text !== '' && text.length + line.length > most) {
      texts.push(text)
      text = ''
    }
    text += line
  }
  return [...texts, text]
}
