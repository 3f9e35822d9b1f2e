import { once } from 'node:events'
import { type FileHandle, readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'
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
  #stream: RotatingFileStream | undefined
  #openInode: number | undefined
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
        await this.#closeStream()
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
      await this.#closeStream()
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
    const stream = await this.#openStream()
    const lines = this.#lines
    this.#lines = []
    try {
      await writeAll(stream, this.#isTorn ? ['\n', ...lines] : lines, this.#rotation.maxBytes)
      this.#isTorn = false
    } catch (error) {
      this.#isTorn = true
      const kept = [...lines, ...this.#lines]
      this.#lost += Math.max(0, kept.length - MOST_LINES_WAITING)
      this.#lines = kept.slice(-MOST_LINES_WAITING)
      this.#stream = undefined
      throw error
    }
  }

  async #openStream(): Promise<RotatingFileStream> {
    if (await this.#isStillThere()) return this.#stream as RotatingFileStream
    await this.#closeStream()
    const stream = createStream((index) => (index ? `${NAME}.${index}` : NAME), {
      path: this.#folder,
      size: `${Math.min(this.#rotation.maxBytes, Number.MAX_SAFE_INTEGER)}B`, // it reads no exponent
      rotate: 1,
      mode: 0o640,
    })
    rotateBy(stream, () => this.#moveFiles())
    await once(stream, 'open')
    writeWhole(stream)
    stream.on('error', () => {}) // each write reports its own
    stream.on('open', async () => {
      writeWhole(stream)
      this.#openInode = await this.#inode()
    })
    this.#openInode = await this.#inode()
    this.#stream = stream
    return stream
  }

  /** A file that somebody has removed or moved takes lines in silence. */
  async #isStillThere(): Promise<boolean> {
    if (!this.#stream || this.#stream.destroyed) return false
    return (await this.#inode()) === this.#openInode
  }

  async #inode(): Promise<number | undefined> {
    return (await stat(join(this.#folder, NAME)).catch(() => undefined))?.ino
  }

  async #closeStream(): Promise<void> {
    const stream = this.#stream
    this.#stream = undefined
    if (!stream || stream.destroyed) return
    stream.end()
    await once(stream, 'close')
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

/** The package looks for each file that there may be, up to the highest number: here only those that are there are moved. */
function rotateBy(stream: RotatingFileStream, move: () => Promise<void>): void {
  const { rotated } = stream as unknown as { rotated(name: string): Promise<void> }
  Object.assign(stream, { classical: () => move().then(() => rotated.call(stream, NAME)) })
}

/** The package takes what a full disk has cut short for written: here the rest is tried, which tells why it cannot be. */
function writeWhole(stream: RotatingFileStream): void {
  const { file } = stream as unknown as { file: FileHandle }
  const write = file.write.bind(file) as (bytes: Buffer, start: number) => Promise<{ bytesWritten: number }>
  const whole = async (chunk: Buffer | string) => {
    const bytes = Buffer.from(chunk)
    for (let start = 0; start < bytes.length; ) start += (await write(bytes, start)).bytesWritten
  }
  Object.assign(file, { write: whole })
}

/** A file passes its size by no more than one write, which is small beside it: lines go together as far as that allows. */
function writeAll(stream: RotatingFileStream, lines: readonly string[], maxBytes: number): Promise<void> {
  const writes = together(lines, Math.min(LARGEST_WRITE, maxBytes / WRITES_A_FILE))
  return new Promise((resolve, reject) => {
    stream.cork()
    for (const text of writes.slice(0, -1)) stream.write(text)
    stream.write(writes.at(-1), (error) => (error ? reject(error) : resolve()))
    stream.uncork()
  })
}

/** Joins lines up to a number of characters; a longer one stays by itself. */
function together(lines: readonly string[], most: number): string[] {
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
