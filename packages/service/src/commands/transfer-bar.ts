import type { ImportProgress } from '@plinth/config-transfer'
import type { SingleBar } from 'cli-progress'
import { bytesInWords } from './bytes-in-words.js'

/** The total of a bar, and how its numbers are formatted. */
interface Count {
  readonly total?: number | undefined
  readonly inWords?: (count: number) => string
}

/** Starts a bar on stderr that is erased when stopped. */
type StartBar = (format: string, count: Count) => SingleBar

/** Formats for a known and an unknown total. */
const OF_WHOLE = '[{bar}] {value} of {total}  {duration}'
const SO_FAR = '{value}  {duration}'

/** Shows the progress of a transfer, phase by phase, if stderr is a terminal. */
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

  /** Starts a phase that counts bytes, up to `total` if known. */
  pass(what: string, total?: number): void {
    this.#enter(`${what} ${total ? OF_WHOLE : SO_FAR}`, { total, inWords: bytesInWords })
  }

  /** Adds transferred bytes. */
  passed(count: number): void {
    this.#bar?.increment(count)
  }

  /** Starts a phase without measurable progress. */
  wait(what: string): void {
    this.#enter(`${what}  {duration}`)
  }

  /** Updates the number of processed records. */
  judged({ judged, records }: ImportProgress): void {
    if (!this.#isJudging) this.#enter(`Importing records ${OF_WHOLE}`, { total: records })
    this.#isJudging = true
    this.#bar?.update(judged)
  }

  /** Erases the bar. */
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
  const { default: progress } = await import('cli-progress') // loaded only for a terminal
  return (format, { total = 0, inWords = String }) => {
    const bar = new progress.SingleBar({
      format,
      formatValue: (value, _, what) => (what === 'duration' ? `${value} s` : inWords(value)),
      stream: process.stderr,
      barsize: 24,
      clearOnComplete: true,
      // Do not change terminal modes, which would remain set if the process were killed.
      linewrap: true,
      gracefulExit: false,
    })
    bar.start(total, 0)
    return bar
  }
}
