import { withoutSecrets } from '../errors/without-secrets.js'
import type { Logger } from '../logging/logger.js'
import type { Database } from '../storage/database.js'
import { Poll } from './poll.js'

/** Time in ms between two sweeps. */
const SWEEP_INTERVAL_MS = 600_000
const DEFAULT_MAX_ROWS = 500

/** Options of `Sweeper`. */
export interface SweeperOptions {
  /** Deletes up to this number of obsolete rows. Returns how many it deleted. */
  readonly sweep: (maxRows: number) => Promise<number>
  /** Maximum rows per step, so that locks are short. Default: 500. */
  readonly maxRows?: number
  readonly log: Logger
  /** The database of the rows: while nothing else uses it, a sweep runs only once an hour. */
  readonly database: Pick<Database, 'uses'>
}

/** Deletes obsolete rows periodically, in small steps that hold locks only briefly. */
export class Sweeper {
  readonly #options: SweeperOptions
  readonly #poll: Poll
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> = Promise.resolve()
  #isStopping = false

  constructor(options: SweeperOptions) {
    this.#options = options
    this.#poll = new Poll(options.database)
  }

  /**
   * Starts sweeping every 10 minutes. A failed sweep is logged and retried at the next interval. The timer does not
   * keep the process alive.
   */
  start(): void {
    this.#timer = setInterval(() => {
      this.#sweeping = this.#sweeping // a sweep may take longer than the interval
        .then(() => this.#poll.run(() => this.#sweepAll()))
        .catch((error) => this.#options.log.warn({ err: withoutSecrets(error) }, 'sweep failed; it will be retried'))
    }, SWEEP_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Stops sweeping. Resolves when the current step is done. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#sweeping
  }

  async #sweepAll(): Promise<void> {
    const { sweep, maxRows = DEFAULT_MAX_ROWS } = this.#options
    while (!this.#isStopping && (await sweep(maxRows)) === maxRows);
  }
}
