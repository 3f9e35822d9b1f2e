import type { ImportProgress } from '@plinth/config-transfer'
import type { SingleBar } from 'cli-progress'
import { formatBytes } from './format-bytes.js'

/** The total of a bar, and the format of its numbers. */
interface BarNumbers {
  readonly total?: number | undefined
  readonly formatCount?: (count: number) => string
}

/** Starts a bar on stderr, which erases itself when stopped. */
type StartBar = (format: string, numbers: BarNumbers) => SingleBar

/** The formats for a known and an unknown total. */
const WITH_TOTAL = '[{bar}] {value} of {total}  {duration}'
const WITHOUT_TOTAL = '{value}  {duration}'

/** Shows the progress of a transfer, phase by phase, if stderr is a terminal. */
export class TransferBar {
  readonly #start: StartBar | undefined
  #bar: SingleBar | undefined
  #showsRecords = false

  private constructor(start: StartBar | undefined) {
    this.#start = start
  }

  static async open(): Promise<TransferBar> {
    return new TransferBar(process.stderr.isTTY ? await barsOnStderr() : undefined)
  }

  /** Starts a phase that counts bytes, up to `total` if known. */
  startBytes(label: string, total?: number): void {
    this.#enter(`${label} ${total ? WITH_TOTAL : WITHOUT_TOTAL}`, { total, formatCount: formatBytes })
  }

  /** Adds transferred bytes. */
  addBytes(count: number): void {
    this.#bar?.increment(count)
  }

  /** Starts a phase without measurable progress. */
  startPhase(label: string): void {
    this.#enter(`${label}  {duration}`)
  }

  /** Shows how many records have been processed. The first call starts a phase for them. */
  showRecords({ processed, records: total }: ImportProgress): void {
    if (!this.#showsRecords) this.#enter(`Importing records ${WITH_TOTAL}`, { total })
    this.#showsRecords = true
    this.#bar?.update(processed)
  }

  /** Erases the bar. */
  end(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }

  #enter(format: string, numbers: BarNumbers = {}): void {
    this.end()
    this.#bar = this.#start?.(format, numbers)
  }
}

/** Runs something without measurable progress, and shows how long it takes. */
export async function withPhase<T>(label: string, run: () => Promise<T>): Promise<T> {
  const bar = await TransferBar.open()
  bar.startPhase(label)
  return run().finally(() => bar.end())
}

async function barsOnStderr(): Promise<StartBar> {
  const { default: progress } = await import('cli-progress') // loaded only for a terminal
  return (format, { total = 0, formatCount = String }) => {
    const bar = new progress.SingleBar({
      format,
      formatValue: (value, _, type) => (type === 'duration' ? `${value} s` : formatCount(value)),
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
