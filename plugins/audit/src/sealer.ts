import type { Logger } from '@plinth/kernel'
import { Sweeper, withoutSecrets } from '@plinth/kernel/tools'
import { BATCH, type Chain, ForeignKey } from './chain.js'
import type { AuditSettings } from './settings.js'

/** How often in ms committed events are sealed. */
const INTERVAL = 1_000

interface SealerNeeds {
  readonly chain: Chain
  readonly settings: AuditSettings
  readonly log: Logger
}

/** Seals events shortly after they are committed, never inside their transactions: that would make all logins wait for one another. */
export class Sealer {
  readonly #chain: Chain
  readonly #log: Logger
  readonly #sweeper: Sweeper
  #timer: NodeJS.Timeout | undefined
  #sealing: Promise<void> = Promise.resolve()
  #hasFailed = false

  constructor({ chain, settings, log }: SealerNeeds) {
    this.#chain = chain
    this.#log = log
    this.#sweeper = new Sweeper({
      log,
      most: BATCH,
      sweep: () => chain.deleteOlderThan(settings.auditRetention * 1_000),
    })
  }

  /** Seals every second from now on. Never rejects. */
  async start(): Promise<void> {
    await this.#chain.takeOver().catch((error) => this.#tell(error))
    let isSealing = false
    this.#timer = setInterval(() => {
      if (isSealing) return
      isSealing = true
      this.#sealing = this.#sealAll().finally(() => {
        isSealing = false
      })
    }, INTERVAL)
    this.#timer.unref()
    this.#sweeper.start()
  }

  /** Resolves once what is committed is sealed, as far as that can be. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sweeper.stop()
    await this.#sealing
    await this.#sealAll()
  }

  /** Never rejects: what could not be sealed is sealed later, by this replica or another one. */
  async #sealAll(): Promise<void> {
    try {
      while (await this.#chain.seal());
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) this.#tell(error)
      this.#hasFailed = true
    }
  }

  /** Once, not every second. */
  #tell(error: unknown): void {
    if (error instanceof ForeignKey) this.#log.error({}, `${FOREIGN_KEY}.`)
    else this.#log.warn({ err: withoutSecrets(error) }, 'the audit trail could not be sealed; it is tried every second')
  }
}

/** Why a replica must not seal. */
export const FOREIGN_KEY =
  'The audit trail of this database is sealed with another key than PLINTH_AUDIT_KEY, or PLINTH_SECRET_KEY which that one comes from. ' +
  'Give this replica the key of the others; if that key is gone for good: plinth audit adopt-key'
