import type { Clock, KernelServices, Logger, PluginLocals } from '@plinth/kernel'
import { Poll, Sweeper, withoutSecrets } from '@plinth/kernel/tools'
import { BATCH_SIZE, type Chain, UnknownSealingKeyError } from './chain.js'
import type { AuditSettings } from './settings.js'

/** Interval at which committed events are sealed. */
const SEALING_INTERVAL_MS = 1_000
/** How long sealing may fail before that is an error: the database may restart, or be locked briefly. */
const FAILURE_GRACE_MS = 10_000

interface SealerDeps extends Pick<KernelServices, 'database' | 'clock'>, PluginLocals<AuditSettings> {
  readonly chain: Chain
}

/** Seals events shortly after their commit. Sealing them inside their transactions would serialize all logins. */
export class Sealer {
  readonly #chain: Chain
  readonly #clock: Clock
  readonly #log: Logger
  readonly #sweeper: Sweeper
  readonly #poll: Poll
  #timer: NodeJS.Timeout | undefined
  #sealing: Promise<void> = Promise.resolve()
  /** Time, in ms, of the first attempt since sealing last succeeded. */
  #firstAttemptAt: number | undefined
  /** Messages logged for the current failure. */
  readonly #logged = new Set<string>()

  constructor({ database, chain, clock, settings, log }: SealerDeps) {
    this.#chain = chain
    this.#clock = clock
    this.#log = log
    this.#poll = new Poll(database)
    this.#sweeper = new Sweeper({
      database,
      log,
      maxRows: BATCH_SIZE,
      sweep: () => chain.deleteOlderThan(settings.auditRetention * 1_000),
    })
  }

  /** Starts to seal every second, or less often while nothing uses the database. Never rejects. */
  async start(): Promise<void> {
    await this.#chain.resealEnds().catch((error) => this.#logFailure(error))
    let isSealing = false
    this.#timer = setInterval(() => {
      if (isSealing) return
      isSealing = true
      this.#sealing = this.#poll
        .run(() => this.#sealAll())
        .finally(() => {
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
    const isFailing = this.#firstAttemptAt !== undefined && this.#clock.now() - this.#firstAttemptAt > FAILURE_GRACE_MS
    return isFailing ? NOT_SEALED : undefined
  }

  /** Seals all committed events. Never rejects: the next attempt, on this or another replica, seals the rest. */
  async #sealAll(): Promise<void> {
    this.#firstAttemptAt ??= this.#clock.now()
    try {
      while (await this.#chain.seal()) this.#firstAttemptAt = this.#clock.now()
      this.#firstAttemptAt = undefined
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
  `The audit trail has not been sealed for more than ${FAILURE_GRACE_MS / 1_000} seconds: until it is, anyone with write access to the ` +
  'database can change or remove the latest events undetected. The log contains the cause; "plinth audit verify" detects earlier changes'

/** The health problem while this replica does not have the key that the other replicas seal with. */
export const UNKNOWN_SEALING_KEY =
  'The audit trail of this database is not sealed with PLINTH_AUDIT_KEY, or the key derived from PLINTH_SECRET_KEY. ' +
  'Set the key of the other replicas here; if that key is permanently lost: plinth audit adopt-key'
