import type { Clock, Logger } from '@plinth/kernel'
import { Sweeper, withoutSecrets } from '@plinth/kernel/tools'
import { BATCH, type Chain, UnknownSealingKeyError } from './chain.js'
import type { AuditSettings } from './settings.js'

/** Interval at which committed events are sealed. */
const SEALING_INTERVAL_MS = 1_000
/** Time for which sealing may fail before this is an error, because the database may restart or be locked briefly. */
const MAX_FAILING_MS = 10_000

interface SealerNeeds {
  readonly chain: Chain
  readonly clock: Clock
  readonly settings: AuditSettings
  readonly log: Logger
}

/** Seals events shortly after their commit. Sealing them inside their transactions would serialise all logins. */
export class Sealer {
  readonly #chain: Chain
  readonly #clock: Clock
  readonly #log: Logger
  readonly #sweeper: Sweeper
  #timer: NodeJS.Timeout | undefined
  #sealing: Promise<void> = Promise.resolve()
  /** Timestamp in ms of the first attempt since sealing last succeeded. */
  #tryingSince: number | undefined
  /** Messages logged for the current failure. */
  readonly #logged = new Set<string>()

  constructor({ chain, clock, settings, log }: SealerNeeds) {
    this.#chain = chain
    this.#clock = clock
    this.#log = log
    this.#sweeper = new Sweeper({
      log,
      most: BATCH,
      sweep: () => chain.deleteOlderThan(settings.auditRetention * 1_000),
    })
  }

  /** Starts to seal every second. Never rejects. */
  async start(): Promise<void> {
    await this.#chain.takeOver().catch((error) => this.#logFailure(error))
    let isSealing = false
    this.#timer = setInterval(() => {
      if (isSealing) return
      isSealing = true
      this.#sealing = this.#sealAll().finally(() => {
        isSealing = false
      })
    }, SEALING_INTERVAL_MS)
    this.#timer.unref()
    this.#sweeper.start()
  }

  /** Stops sealing. Resolves after an attempt to seal all committed events. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sweeper.stop()
    await this.#sealing
    await this.#sealAll()
  }

  /** Returns the problem if events stay unsealed; `undefined` while sealing works, or has failed only briefly. */
  problem(): string | undefined {
    const isFailing = this.#tryingSince !== undefined && this.#clock.now() - this.#tryingSince > MAX_FAILING_MS
    return isFailing ? NOT_SEALED : undefined
  }

  /** Seals all committed events. Never rejects: the next attempt, on this or another replica, seals the rest. */
  async #sealAll(): Promise<void> {
    this.#tryingSince ??= this.#clock.now()
    try {
      while (await this.#chain.seal()) this.#tryingSince = this.#clock.now()
      this.#tryingSince = undefined
      this.#logged.clear()
    } catch (error) {
      this.#logFailure(error)
    }
  }

  #logFailure(error: unknown): void {
    const problem = this.problem()
    const err = withoutSecrets(error)
    if (error instanceof UnknownSealingKeyError) this.#logOnce('error', {}, `${UNKNOWN_SEALING_KEY}.`)
    else if (problem) this.#logOnce('error', { err }, `${problem}.`)
    else this.#logOnce('warn', { err }, 'the audit trail could not be sealed; retrying every second')
  }

  /** Logs each message only once until sealing works again. */
  #logOnce(level: 'warn' | 'error', details: object, message: string): void {
    if (this.#logged.has(message)) return
    this.#logged.add(message)
    this.#log[level](details, message)
  }
}

/** The health problem while sealing keeps failing. */
const NOT_SEALED =
  `The audit trail has not been sealed for more than ${MAX_FAILING_MS / 1_000} seconds: until it is, anyone with write access to the ` +
  'database can change or remove the latest events undetected. The log contains the cause; "plinth audit verify" detects earlier changes'

/** The health problem while this replica does not have the key with which the others seal. */
export const UNKNOWN_SEALING_KEY =
  'The audit trail of this database is not sealed with PLINTH_AUDIT_KEY, or the key derived from PLINTH_SECRET_KEY. ' +
  'Set the key of the other replicas here; if that key is permanently lost: plinth audit adopt-key'
