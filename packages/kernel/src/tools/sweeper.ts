import { withoutSecrets } from '../errors/without-secrets.js'
import type { Logger } from '../logging/logger.js'

/** How often in ms what is over is deleted. */
const INTERVAL = 600_000
/** Rows a step. */
const ROWS_PER_STEP = 500

/** What is swept, and where a failure is told. */
export interface SweeperOptions {
  /** Deletes at most so many rows that are no longer needed; returns how many it deleted. */
  readonly sweep: (most: number) => Promise<number>
  /** Rows a step, so that no lock is held long; 500 unless given. */
  readonly most?: number
  readonly log: Logger
}

/** Deletes what is over from time to time, in steps that hold no lock for long. */
export class Sweeper {
  readonly #options: SweeperOptions
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> = Promise.resolve()
  #isStopping = false

  constructor(options: SweeperOptions) {
    this.#options = options
  }

  /**
   * Sweeps every 10 minutes from now on; a sweep that fails is logged and tried again. Its timer does not keep the
   * process alive.
   */
  start(): void {
    this.#timer = setInterval(() => {
      this.#sweeping = this.#sweepAll().catch((error) =>
        this.#options.log.warn({ err: withoutSecrets(error) }, 'sweep failed; it is tried again'),
      )
    }, INTERVAL)
    this.#timer.unref()
  }

  /** Resolves once the step under way is done. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#sweeping
  }

  async #sweepAll(): Promise<void> {
    const { sweep, most = ROWS_PER_STEP } = this.#options
    while (!this.#isStopping && (await sweep(most)) === most);
  }
}
