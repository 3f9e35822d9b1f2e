import type { ImportProgress } from '@plinth/config-transfer'
import type { SingleBar } from 'cli-progress'
import { bytesInWords } from './bytes-in-words.js'

/** What a bar counts to, and how it says that. */
interface Count {
  readonly total?: number | undefined
  readonly inWords?: (count: number) => string
}

/** Starts a bar on stderr that goes away when it is stopped. */
type StartBar = (format: string, count: Count) => SingleBar

/** What is shown of a part of a known whole, and where nobody knows the whole. */
const OF_WHOLE = '[{bar}] {value} of {total}  {duration}'
const SO_FAR = '{value}  {duration}'

/** Tells on a terminal's stderr how far a transfer is, one phase after the other; elsewhere nothing. */
export class TransferBar {
  readonly #start: StartBar | undefined
  #bar: SingleBar | undefined
  #isJudging = false

  private constructor(start: StartBar | undefined) {
    this.#start = start
  }

  static async open(): Promise<TransferBar> {
    return new TransferBar(process.stderr.isTTY ? await barsOnStderr() : undefined)
  }

  /** From here on bytes pass, so many in all where that is known. */
  pass(what: string, total?: number): void {
    this.#enter(`${what} ${total ? OF_WHOLE : SO_FAR}`, { total, inWords: bytesInWords })
  }

  /** So many bytes more have passed. */
  passed(count: number): void {
    this.#bar?.increment(count)
  }

  /** From here on something goes on that nobody can measure. */
  wait(what: string): void {
    this.#enter(`${what}  {duration}`)
  }

  /** So many records have been judged. */
  judged({ judged, records }: ImportProgress): void {
    if (!this.#isJudging) this.#enter(`Importing records ${OF_WHOLE}`, { total: records })
    this.#isJudging = true
    this.#bar?.update(judged)
  }

  /** Leaves nothing of it on the terminal. */
  end(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }

  #enter(format: string, count: Count = {}): void {
    this.end()
    this.#bar = this.#start?.(format, count)
  }
}

async function barsOnStderr(): Promise<StartBar> {
  const { default: progress } = await import('cli-progress') // it is of no use to programs
  return (format, { total = 0, inWords = String }) => {
    const bar = new progress.SingleBar({
      format,
      formatValue: (value, _, what) => (what === 'duration' ? `${value} s` : inWords(value)),
      stream: process.stderr,
      barsize: 24,
      clearOnComplete: true,
      // No mode is set that a terminal would keep when the process is killed.
      linewrap: true,
      gracefulExit: false,
    })
    bar.start(total, 0)
    return bar
  }
}
