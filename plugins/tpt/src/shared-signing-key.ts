import { type Clock, COMMAND, type Database, type Logger, type SecurityEvents } from '@plinth/kernel'
import type { SigningKeyStore } from './signing-key-store.js'
import { keyId, type TokenSigner } from './token-signer.js'

const DIFFERS =
  'PLINTH_SECRET_KEY is not the key that signs third-party tokens on this database, so tokens of other replicas are refused here'
const REMEDY = 'Give this replica their key; if that key is gone for good: plinth tpt adopt-key'
const TAKEN_OVER =
  'PLINTH_SECRET_KEY is another key than before: the third-party tokens that the former one has signed are dead. ' +
  'To keep them give that one as PLINTH_SECRET_KEY_PREVIOUS'

interface SharedSigningKeyNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly tokenSigner: TokenSigner
  readonly signingKeyStore: SigningKeyStore
  readonly securityEvents: SecurityEvents
  readonly log: Logger
}

/**
 * Sees that all replicas sign with one key: the database remembers which. A replica whose previous key that is takes
 * over, which is how the key is changed; one that does not know it at all is not ready, because its answers would
 * depend on whom a client meets.
 */
export class SharedSigningKey {
  readonly #database: Database
  readonly #isShared: boolean
  readonly #clock: Clock
  readonly #signer: TokenSigner
  readonly #store: SigningKeyStore
  readonly #events: SecurityEvents
  readonly #log: Logger

  constructor({ database, clock, tokenSigner, signingKeyStore, securityEvents, log }: SharedSigningKeyNeeds) {
    this.#database = database
    this.#isShared = database.dialect.isShared
    this.#clock = clock
    this.#signer = tokenSigner
    this.#store = signingKeyStore
    this.#events = securityEvents
    this.#log = log
  }

  /** Makes the own key the one that signs, if it may; a SQLite file has no other replica that could mind. */
  async start(): Promise<void> {
    const { current, previous } = this.#signer.keyIds
    const signing = await this.#store.claim(current, this.#clock.now())
    if (signing === undefined || signing === current) return
    const names = { own: current, signing }
    if (signing !== previous && this.#isShared) return this.#log.error(names, `${DIFFERS}. ${REMEDY}.`)
    await this.#replace(signing, current)
    if (signing !== previous) this.#log.warn(names, `${TAKEN_OVER}.`)
  }

  /** Why this replica must not be asked, or `undefined`. Looks anew each time: keys change while replicas run. */
  async problem(): Promise<string | undefined> {
    const { current, previous } = this.#signer.keyIds
    const signing = await this.#store.find()
    return signing === current || signing === previous ? undefined : `${DIFFERS}. ${REMEDY}.`
  }

  /** Whether this text is the key that signs here. */
  isCurrent(secret: string): boolean {
    return keyId(secret) === this.#signer.keyIds.current
  }

  /** Makes the own key the one that signs, whichever it was; returns the names of both. */
  async adopt(): Promise<{ readonly former: string; readonly current: string }> {
    const { current } = this.#signer.keyIds
    const former = (await this.#store.claim(current, this.#clock.now())) ?? current
    await this.#replace(former, current)
    return { former, current }
  }

  async #replace(former: string, current: string): Promise<void> {
    const details = { former, current }
    await this.#database.write(async (transaction) => {
      await this.#store.replace(transaction, { former, keyId: current, at: this.#clock.now() })
      await this.#events.record(transaction, { event: 'signing-key-changed', origin: COMMAND, details })
    })
  }
}
