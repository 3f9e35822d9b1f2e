import { type Logger, withoutSecrets } from '@plinth/kernel'
import type { LoginThrottle } from './login-throttle.js'
import type { SessionService } from './session-service.js'

/** How often in ms what has ended is deleted. */
const INTERVAL = 600_000
/** Sessions a statement, so that no lock is held long. */
const BATCH = 500

interface SweeperNeeds {
  readonly sessionRevoker: SessionService
  readonly loginThrottle: LoginThrottle
  readonly log: Logger
}

/** Deletes ended sessions and forgotten counts from time to time. */
export class Sweeper {
  readonly #sessions: SessionService
  readonly #throttle: LoginThrottle
  readonly #log: Logger
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> = Promise.resolve()

  constructor({ sessionRevoker, loginThrottle, log }: SweeperNeeds) {
    this.#sessions = sessionRevoker
    this.#throttle = loginThrottle
    this.#log = log
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#sweeping = this.sweep().catch((error) =>
        this.#log.warn({ err: withoutSecrets(error) }, 'sweep failed; it is tried again'),
      )
    }, INTERVAL)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sweeping
  }

  async sweep(): Promise<void> {
    await this.#throttle.sweep()
    while ((await this.#sessions.sweep(BATCH)) === BATCH);
  }
}
