import type { FileHandle } from 'node:fs/promises'
import { MAX_TIMER_MS, within } from '../async/within.js'
import { LogFolder } from './log-folder.js'
import type { LogSettings } from './log-settings.js'
import { WaitingLines } from './waiting-lines.js'

type Rotation = Pick<LogSettings, 'maxBytes' | 'backupCount'>

/** Lines after which the file is flushed before its time. */
const EARLY_FLUSH_LINES = 5_000
/** How long before the deadline of a stop it is told what was not written. */
const REPORT_TIME_MS = 50

/** Is told what became of lines that are not in the file. */
export interface LogFileReports {
  /**
   * Why lines could not be written, once for each failed flush, and how many lines were dropped so far; the others are
   * tried again.
   */
  failed(error: Error, dropped: number): void
  /** How many lines were dropped so far, because too many waited. */
  dropped(dropped: number): void
  /** How many lines still waited at the stop. */
  unwritten(lines: number): void
}

interface OpenFile {
  readonly handle: FileHandle
  /** In bytes, of which this process knows. */
  size: number
  readonly inode: number
}

/** Lines that are being written, and how many of them are. */
interface Batch {
  readonly lines: readonly string[]
  written: number
}

/**
 * `plinth.log` with its rotated files `plinth.log.1` (the youngest) to `plinth.log.N`. Lines wait here, as many as
 * memory allows, and are written on each flush; one chain of promises orders flushes and changes, so that no line is
 * written twice.
 */
export class RotatingLogFile {
  readonly #folder: LogFolder
  readonly #reports: LogFileReports
  readonly #waiting: WaitingLines
  #work: Promise<void> = Promise.resolve()
  /** The flush that has not begun yet. */
  #flush: Promise<void> | undefined
  #linesSinceFlush = 0
  #batch: Batch = { lines: [], written: 0 }
  #file: OpenFile | undefined
  /** Whether the file may end within a line. */
  #isTorn = false
  #rotation: Rotation
  /** Another one than the rotation in force while a change waits for its turn. */
  #wanted: Rotation
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(folder: string, settings: LogSettings, reports: LogFileReports) {
    this.#folder = new LogFolder(folder)
    this.#reports = reports
    this.#waiting = new WaitingLines((dropped) => reports.dropped(dropped))
    this.#rotation = settings
    this.#wanted = settings
    this.#setTimer(settings.period)
  }

  /** Keeps a line, without its newline, for the next flush. */
  add(line: string): void {
    this.#waiting.add(line)
    this.#linesSinceFlush += 1
    if (this.#linesSinceFlush >= EARLY_FLUSH_LINES) void this.flush() // a long period must not fill the memory
  }

  /** Resolves when the lines added so far are in the file, or could not be written. */
  flush(): Promise<void> {
    this.#linesSinceFlush = 0
    this.#flush ??= this.#enqueue(() => {
      this.#flush = undefined
      return this.#writeLines()
    })
    return this.#flush
  }

  /**
   * Puts another period and rotation into force, also for the lines that wait: files of a size that takes long to write
   * must not keep anybody from setting another one. Resolves when surplus files are gone and those lines are written.
   */
  change(settings: LogSettings): Promise<void> {
    this.#setTimer(settings.period)
    this.#wanted = settings
    return this.#enqueue(async () => {
      this.#rotation = settings
      await this.#folder.deleteAbove(settings.backupCount)
      await this.#writeLines()
    })
  }

  /**
   * Writes what waits and closes the file, as far as that is done by the deadline, by `performance.now()`; reports the
   * rest.
   */
  async close(deadline = Number.POSITIVE_INFINITY): Promise<void> {
    clearInterval(this.#timer)
    const closing = this.#enqueue(async () => {
      await this.#writeLines()
      await this.#closeFile()
    })
    await within(Math.max(0, deadline - REPORT_TIME_MS - performance.now()), closing)
    this.#isClosed = true
    const unwritten = this.#waiting.count + this.#batch.lines.length - this.#batch.written
    if (unwritten > 0) this.#reports.unwritten(unwritten)
  }

  #setTimer(period: number): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.flush(), Math.min(period * 1_000, MAX_TIMER_MS))
    this.#timer.unref()
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((error: Error) => this.#reports.failed(error, this.#waiting.dropped))
    return this.#work
  }

  readonly #mayGoOn = () => this.#wanted === this.#rotation && !this.#isClosed

  async #writeLines(): Promise<void> {
    while (this.#waiting.count > 0 && this.#mayGoOn()) {
      this.#batch = { lines: this.#waiting.take(), written: 0 }
      try {
        await this.#writeBatch()
      } finally {
        const { lines, written } = this.#batch
        this.#batch = { lines: [], written: 0 }
        this.#waiting.putBack(lines.slice(written))
      }
    }
  }

  async #writeBatch(): Promise<void> {
    const file = await this.#openFile()
    const [first = [], ...others] = splitByFile(this.#batch.lines, file.size, this.#rotation.maxBytes)
    await this.#append(file, first)
    if (others.length > 0) await this.#rotate(others)
  }

  async #append(file: OpenFile, lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return
    const bytes = Buffer.from((this.#isTorn ? '\n' : '') + textOf(lines))
    this.#isTorn = true
    await file.handle.appendFile(bytes)
    this.#isTorn = false
    file.size += bytes.length
    this.#batch.written += lines.length
  }

  /**
   * Makes all the files at once that come after the present one: the older ones are renamed once, however many come.
   */
  async #rotate(files: readonly (readonly string[])[]): Promise<void> {
    const { backupCount } = this.#rotation
    await this.#closeFile()
    if (!(await this.#folder.makeRoom(files.length, backupCount, this.#mayGoOn))) return
    for (const [at, lines] of files.entries()) {
      if (!this.#mayGoOn()) return
      const number = files.length - 1 - at
      if (number <= backupCount) await this.#folder.create(number, textOf(lines)) // others would be deleted at once
      this.#batch.written += lines.length
    }
  }

  /** The file that is open, unless somebody has removed or moved it: then it would take lines in silence. */
  async #openFile(): Promise<OpenFile> {
    if (this.#file && (await this.#folder.inode()) === this.#file.inode) return this.#file
    await this.#closeFile()
    const handle = await this.#folder.open()
    const { size, ino: inode } = await handle.stat()
    this.#file = { handle, size, inode }
    return this.#file
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.handle.close()
  }
}

/**
 * The lines of the file that has so many bytes, and of each one after it. A file ends with the line by which it reaches
 * its size.
 */
function splitByFile(lines: readonly string[], size: number, maxBytes: number): string[][] {
  let bytes = size
  let file: string[] = []
  const files = [file]
  const endFull = () => {
    if (bytes < maxBytes) return
    file = []
    files.push(file)
    bytes = 0
  }
  endFull()
  for (const line of lines) {
    file.push(line)
    bytes += Buffer.byteLength(line) + 1
    endFull()
  }
  return files
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
