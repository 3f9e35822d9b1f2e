import type { FileHandle } from 'node:fs/promises'
import { MAX_TIMER_MS, within } from '../async/within.js'
import { LineBuffer } from './line-buffer.js'
import { LogFolder } from './log-folder.js'
import type { LogSettings } from './log-settings.js'

type Rotation = Pick<LogSettings, 'maxBytes' | 'backupCount'>

/** Number of buffered lines that triggers an early flush. */
const EARLY_FLUSH_LINES = 5_000
/** Time in ms before the deadline of a stop at which unwritten lines are reported. */
const REPORT_TIME_MS = 50

/** Receives reports about lines that are not in the file. */
export interface LogFileReports {
  /**
   * Called once for each failed flush, with the error and the number of lines dropped so far. The other lines are
   * retried.
   */
  failed(error: Error, dropped: number): void
  /** Called when lines are dropped because too many are buffered, with the number dropped so far. */
  dropped(dropped: number): void
  /** Called at the stop with the number of lines that were not written, if any. */
  unwritten(lines: number): void
}

interface OpenFile {
  readonly handle: FileHandle
  /** Size in bytes, as far as this process knows. */
  size: number
  readonly inode: number
}

/** The lines being written, and how many of them have been written. */
interface Batch {
  readonly lines: readonly string[]
  written: number
}

/**
 * `plinth.log` with its rotated files `plinth.log.1` (the newest) to `plinth.log.N`. Lines are buffered, up to a
 * maximum size, and written by each flush. A chain of promises serialises flushes and changes, so that no line is
 * written twice.
 */
export class RotatingLogFile {
  readonly #folder: LogFolder
  readonly #reports: LogFileReports
  readonly #buffer: LineBuffer
  #queue: Promise<void> = Promise.resolve()
  /** The next flush, while it is queued and has not started. */
  #flush: Promise<void> | undefined
  #linesSinceFlush = 0
  #batch: Batch = { lines: [], written: 0 }
  #file: OpenFile | undefined
  /** Whether the file may end with an incomplete line. */
  #mayEndMidLine = false
  #rotation: Rotation
  /** The requested rotation, which differs from the current one while a change is queued. */
  #requestedRotation: Rotation
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(folder: string, settings: LogSettings, reports: LogFileReports) {
    this.#folder = new LogFolder(folder)
    this.#reports = reports
    this.#buffer = new LineBuffer((dropped) => reports.dropped(dropped))
    this.#rotation = settings
    this.#requestedRotation = settings
    this.#setTimer(settings.period)
  }

  /** Buffers a line, without its newline, for the next flush. */
  add(line: string): void {
    this.#buffer.add(line)
    this.#linesSinceFlush += 1
    if (this.#linesSinceFlush >= EARLY_FLUSH_LINES) void this.flush() // memory must not fill up during a long period
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
   * Applies another period and rotation, even to buffered lines. Interrupts a flush with the previous rotation, which
   * may take long. Resolves once surplus files are deleted and the buffered lines are written.
   */
  change(settings: LogSettings): Promise<void> {
    this.#setTimer(settings.period)
    this.#requestedRotation = settings
    return this.#enqueue(async () => {
      this.#rotation = settings
      await this.#folder.deleteAbove(settings.backupCount)
      await this.#writeLines()
    })
  }

  /**
   * Writes the buffered lines and closes the file. Reports the lines that are not written by the deadline, a time of
   * `performance.now()`.
   */
  async close(deadline = Number.POSITIVE_INFINITY): Promise<void> {
    clearInterval(this.#timer)
    const closing = this.#enqueue(async () => {
      await this.#writeLines()
      await this.#closeFile()
    })
    await within(Math.max(0, deadline - REPORT_TIME_MS - performance.now()), closing)
    this.#isClosed = true
    const unwritten = this.#buffer.count + this.#batch.lines.length - this.#batch.written
    if (unwritten > 0) this.#reports.unwritten(unwritten)
  }

  #setTimer(period: number): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.flush(), Math.min(period * 1_000, MAX_TIMER_MS))
    this.#timer.unref()
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(task).catch((error: Error) => this.#reports.failed(error, this.#buffer.dropped))
    return this.#queue
  }

  readonly #mayContinue = () => this.#requestedRotation === this.#rotation && !this.#isClosed

  async #writeLines(): Promise<void> {
    while (this.#buffer.count > 0 && this.#mayContinue()) {
      this.#batch = { lines: this.#buffer.take(), written: 0 }
      try {
        await this.#writeBatch()
      } finally {
        const { lines, written } = this.#batch
        this.#batch = { lines: [], written: 0 }
        this.#buffer.putBack(lines.slice(written))
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
    const bytes = Buffer.from((this.#mayEndMidLine ? '\n' : '') + textOf(lines))
    this.#mayEndMidLine = true
    await file.handle.appendFile(bytes)
    this.#mayEndMidLine = false
    file.size += bytes.length
    this.#batch.written += lines.length
  }

  /** Creates all files that follow the current one at once, so that older files are renamed only once. */
  async #rotate(files: readonly (readonly string[])[]): Promise<void> {
    const { backupCount } = this.#rotation
    await this.#closeFile()
    if (!(await this.#folder.makeRoom(files.length, backupCount, this.#mayContinue))) return
    for (const [index, lines] of files.entries()) {
      if (!this.#mayContinue()) return
      const number = files.length - 1 - index
      if (number <= backupCount) await this.#folder.create(number, textOf(lines)) // a higher number would be deleted
      this.#batch.written += lines.length
    }
  }

  /** Returns the open file. Reopens it if it was removed or moved: otherwise lines would be lost silently. */
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
 * Splits lines into those for the current file, which has `size` bytes, and those for each following file. A file ends
 * with the line that reaches `maxBytes`.
 */
function splitByFile(lines: readonly string[], size: number, maxBytes: number): string[][] {
  let bytes = size
  let file: string[] = []
  const files = [file]
  const startNextFileIfFull = () => {
    if (bytes < maxBytes) return
    file = []
    files.push(file)
    bytes = 0
  }
  startNextFileIfFull()
  for (const line of lines) {
    file.push(line)
    bytes += Buffer.byteLength(line) + 1
    startNextFileIfFull()
  }
  return files
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
