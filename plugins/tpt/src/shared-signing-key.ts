import { type Clock, COMMAND, type Database, type Knex, type Logger, type SecurityEvents } from '@plinth/kernel'
import { errors } from './errors.js'
import type { SigningKeyStore } from './signing-key-store.js'
import { keyId, type TokenSigner } from './token-signer.js'

const KEY_DIFFERS =
  'PLINTH_SECRET_KEY is not the key that signs third-party tokens on this database, so tokens of other replicas are refused here'
const KEY_DIFFERS_REMEDY = 'Set their key here; if that key is permanently lost: plinth tpt adopt-key'
const KEY_REPLACED =
  'PLINTH_SECRET_KEY has changed: third-party tokens signed with the previous key are no longer valid. ' +
  'To keep them valid, set that key as PLINTH_SECRET_KEY_PREVIOUS'

interface SharedSigningKeyDeps {
  readonly database: Database
  readonly clock: Clock
  readonly tokenSigner: TokenSigner
  readonly signingKeyStore: SigningKeyStore
  readonly securityEvents: SecurityEvents
  readonly log: Logger
}

/**
 * Ensures that all replicas sign with the same key, whose id is stored in the database. During a rotation, a replica
 * whose previous key is the stored one stores the id of its current key instead. A replica that does not know the
 * stored key is not ready: otherwise some replicas would accept a token, and others would not.
 */
export class SharedSigningKey {
  readonly #database: Database
  readonly #isShared: boolean
  readonly #clock: Clock
  readonly #signer: TokenSigner
  readonly #store: SigningKeyStore
  readonly #events: SecurityEvents
  readonly #log: Logger
  /** The id of the unknown key that `start` has replaced. */
  #replaced: string | undefined

  constructor({ database, clock, tokenSigner, signingKeyStore, securityEvents, log }: SharedSigningKeyDeps) {
    this.#database = database
    this.#isShared = database.dialect.isShared
    this.#clock = clock
    this.#signer = tokenSigner
    this.#store = signingKeyStore
    this.#events = securityEvents
    this.#log = log
  }

  /**
   * Makes this replica's key the signing key if the database has none yet, or has this replica's previous one. On
   * SQLite, where there are no other replicas, always does so.
   */
  async start(): Promise<void> {
    const { current, previous } = this.#signer.keyIds
    const stored = await this.#store.claim(current, this.#clock.now())
    if (stored === undefined || stored === current) return
    const keyIds = { own: current, signing: stored }
    if (stored !== previous && this.#isShared) return this.#log.error(keyIds, `${KEY_DIFFERS}. ${KEY_DIFFERS_REMEDY}.`)
    if (!(await this.#replace(stored, current))) return this.start() // another replica was faster
    if (stored === previous) return
    this.#replaced = stored
    this.#log.warn(keyIds, `${KEY_REPLACED}.`)
  }

  /** Returns why this replica is not ready, or `undefined`. Never cached, because keys change while replicas run. */
  async problem(): Promise<string | undefined> {
    const isKnown = await this.#database.read((knex) => this.#isKnown(knex))
    return isKnown ? undefined : `${KEY_DIFFERS}. ${KEY_DIFFERS_REMEDY}.`
  }

  /** Throws `SIGNING_KEY_DIFFERS` if tokens signed by this replica would be refused by the others. */
  async expectKnown(transaction: Knex.Transaction): Promise<void> {
    if (!(await this.#isKnown(transaction))) throw errors.SIGNING_KEY_DIFFERS()
  }

  /** Returns whether the stored key is one of this replica's. */
  async #isKnown(knex: Knex): Promise<boolean> {
    const { current, previous } = this.#signer.keyIds
    const stored = await this.#store.find(knex)
    return stored === current || stored === previous
  }

  /** Returns whether this secret is the current key of this replica. */
  isCurrent(secret: string): boolean {
    return keyId(secret) === this.#signer.keyIds.current
  }

  /**
   * Makes this replica's key the signing key, whatever the previous one was. Returns the ids of both, even if `start`
   * has done it already.
   */
  async adopt(): Promise<{ readonly previous: string; readonly current: string }> {
    const { current } = this.#signer.keyIds
    const previous = (await this.#store.claim(current, this.#clock.now())) ?? current
    if (previous === current) return { previous: this.#replaced ?? current, current }
    if (await this.#replace(previous, current)) return { previous, current }
    return this.adopt() // another replica was faster
  }

  /** Replaces the signing key if it is still `previous`. Returns whether it was. */
  #replace(previous: string, current: string): Promise<boolean> {
    return this.#database.write(async (transaction) => {
      const replacement = { previous, keyId: current, at: this.#clock.now() }
      if (!(await this.#store.replace(transaction, replacement))) return false
      const details = { previous, current }
      await this.#events.record(transaction, { event: 'signing-key-changed', origin: COMMAND, details })
      return true
    })
  }
}
