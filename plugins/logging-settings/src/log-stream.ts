import { Readable } from 'node:stream'
import { httpErrors, type LogLine } from '@plinth/kernel'

/** Maximum numbers of lines and characters that wait for a slow reader. The recent lines, which are sent first, fit. */
const MAX_WAITING_LINES = 1_000
const MAX_WAITING_CHARACTERS = 2 ** 19

/** Lines of the log as server-sent events. Drops lines, and says how many, if its reader is too slow. */
export class LogStream extends Readable {
  readonly #waiting: string[] = []
  #waitingCharacters = 0
  #dropped = 0
  #isFinished = false
  /** When the reader fell behind; `undefined` while it keeps up. */
  #blockedSince: number | undefined

  constructor() {
    super()
    this.on('error', () => {}) // the response receives the error, too
    this.#write(': open\n\n') // so that the head is sent, even if no line follows
  }

  sendLine({ id, text }: LogLine): void {
    this.#send(`id: ${id}\ndata: ${text}\n\n`)
  }

  /** Sends a comment, so that proxies keep the connection open. Not to a reader that is behind. */
  sendComment(): void {
    if (this.#blockedSince === undefined && !this.#isFinished) this.#write(':\n\n')
  }

  /** Ends the response. A reader that is behind may never read its end, so its connection is closed. */
  finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    if (this.#blockedSince === undefined) this.push(null)
    else this.destroy(httpErrors.REQUEST_TIMEOUT())
  }

  /** How long the reader has read nothing although something waits. */
  get blockedForMs(): number {
    return this.#blockedSince === undefined ? 0 : performance.now() - this.#blockedSince
  }

  override _read(): void {
    this.#blockedSince = undefined
    while (this.#blockedSince === undefined && !this.#isFinished) {
      const event = this.#waiting.shift() ?? this.#takeDropped()
      if (event === undefined) return
      this.#waitingCharacters = Math.max(0, this.#waitingCharacters - event.length)
      this.#write(event)
    }
  }

  #send(event: string): void {
    if (this.#isFinished) return
    if (this.#blockedSince === undefined) this.#write(event)
    else this.#enqueue(event)
  }

  #enqueue(event: string): void {
    const characters = this.#waitingCharacters + event.length
    if (this.#waiting.length >= MAX_WAITING_LINES || characters > MAX_WAITING_CHARACTERS) {
      this.#dropped += 1
      return
    }
    const dropped = this.#takeDropped()
    if (dropped !== undefined) this.#waiting.push(dropped)
    this.#waiting.push(event)
    this.#waitingCharacters = characters
  }

  #takeDropped(): string | undefined {
    if (this.#dropped === 0) return undefined
    const event = `event: dropped\ndata: ${this.#dropped}\n\n`
    this.#dropped = 0
    return event
  }

  #write(event: string): void {
    if (!this.push(event)) this.#blockedSince = performance.now()
  }
}
