import { COMMAND, type Database, type Knex, type Logger, type SecurityEvents } from '@plinth/kernel'
import type { AuditEvent, Link } from './audit-event.js'
import type { AuditStore } from './audit-store.js'
import { ANOTHER_KEY, type ChainEnds, NO_EVENTS, problemOfEnds } from './chain-ends.js'
import type { OldEvents } from './old-events.js'
import { BEGINNING, type SealingKeys } from './sealing-key.js'

/** One at a time on all replicas writes the chain. */
const SECTION = 'audit chain'
/** Events that are sealed or deleted in one transaction, so that no lock is held long. */
export const BATCH = 50
/**
 * Tells that the chain had been meddled with, or its key was gone: sealed itself, and reported by every verification
 * while it is kept.
 */
export const RESTARTED = 'audit-chain-restarted'

/** Thrown by a replica that does not know the key by which the others seal. */
export class ForeignKey extends Error {}

/** Ends to go on from. */
interface SoundEnds extends ChainEnds {
  /** Whether the chain begins anew with them: the event that says so goes out with COMMIT, and is sealed next. */
  readonly isAnew: boolean
}

interface ChainNeeds {
  readonly database: Database
  readonly auditStore: AuditStore
  readonly oldEvents: OldEvents
  readonly sealingKeys: SealingKeys
  readonly securityEvents: SecurityEvents
  readonly log: Logger
}

/**
 * Binds committed events to one another, in the order in which it comes upon them: whoever changes one breaks the
 * chain.
 */
export class Chain {
  readonly #database: Database
  readonly #store: AuditStore
  readonly #oldEvents: OldEvents
  readonly #keys: SealingKeys
  readonly #events: SecurityEvents
  readonly #log: Logger

  constructor({ database, auditStore, oldEvents, sealingKeys, securityEvents, log }: ChainNeeds) {
    this.#database = database
    this.#store = auditStore
    this.#oldEvents = oldEvents
    this.#keys = sealingKeys
    this.#events = securityEvents
    this.#log = log
  }

  /**
   * Seals the ends with the present key where another one has: the previous one may be gone later, and on a SQLite file
   * there is no replica that could mind. Elsewhere a key that is not known is left to those who have it.
   */
  async takeOver(): Promise<void> {
    const kept = await this.#database.read((knex) => this.#store.ends(knex))
    if (!kept || kept.keyId === this.#keys.current.id) return
    if (this.#database.dialect.isShared && !this.#keys.ofEnds(kept.keyId)) return
    await this.#inSection(async (transaction) => this.#keepEnds(transaction, await this.#soundEnds(transaction)))
  }

  /** Seals some of the events that are not sealed yet; tells whether there may be more. Throws `ForeignKey`. */
  async seal(): Promise<boolean> {
    if (!(await this.#store.hasUnsealed())) return false
    return this.#inSection(async (transaction) => {
      const ends = await this.#soundEnds(transaction)
      const events = await this.#store.unsealed(transaction, BATCH)
      await this.#keepEnds(transaction, { ...ends, last: await this.#bind(transaction, events, ends.last) })
      return ends.isAnew || events.length === BATCH
    })
  }

  /**
   * Deletes some of the events that are older than so many milliseconds, from the beginning of the chain on, when the
   * trail confirms the clock; returns how many.
   */
  async deleteOlderThan(age: number): Promise<number> {
    return this.#inSection(async (transaction) => {
      const ends = await this.#soundEnds(transaction)
      const old = await this.#oldEvents.find(transaction, { first: ends.first, age, most: BATCH })
      const newest = old.at(-1)?.link
      if (!newest) return 0
      await this.#store.deleteUpTo(transaction, newest.position)
      await this.#keepEnds(transaction, { ...ends, first: newest })
      return old.length
    })
  }

  /** Begins anew with the own key, whichever sealed before. */
  async adopt(): Promise<void> {
    await this.#inSection(async (transaction) => {
      const kept = await this.#store.ends(transaction)
      const problem = kept ? problemOfEnds(kept, this.#keys) : await this.#problemOfNone(transaction)
      if (problem !== undefined) await this.#restart(transaction, problem, kept)
    })
  }

  /** Whether another key seals than those that are known here, and nobody here may take over. */
  async hasForeignKey(): Promise<boolean> {
    if (!this.#database.dialect.isShared) return false
    return this.#database.read(async (knex) => {
      const kept = await this.#store.ends(knex)
      return kept !== undefined && problemOfEnds(kept, this.#keys) === ANOTHER_KEY
    })
  }

  #inSection<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    return this.#database.write(async (transaction) => {
      await this.#database.dialect.enterSection(transaction, SECTION)
      return work(transaction)
    })
  }

  /**
   * To go on from ends that somebody has changed would seal the change. A SQLite file has no other replica that could
   * mind another key.
   */
  async #soundEnds(transaction: Knex.Transaction): Promise<SoundEnds> {
    const kept = await this.#store.ends(transaction)
    const problem = kept ? problemOfEnds(kept, this.#keys) : await this.#problemOfNone(transaction)
    if (problem === undefined) return { ...(kept ?? NO_EVENTS), isAnew: false }
    if (problem === ANOTHER_KEY && this.#database.dialect.isShared) throw new ForeignKey()
    return this.#restart(transaction, problem, kept)
  }

  async #problemOfNone(transaction: Knex.Transaction): Promise<'missing' | undefined> {
    const [event] = await this.#store.sealedAfter(transaction, 0, 1)
    return event && 'missing'
  }

  /** New ends around what is there, and an event that says so. */
  async #restart(transaction: Knex.Transaction, reason: string, kept: ChainEnds | undefined): Promise<SoundEnds> {
    const level = reason === ANOTHER_KEY ? 'warn' : 'error'
    this.#log[level]({ reason }, 'the chain of the audit trail is not as it was left; it begins anew')
    await this.#events.record(transaction, { event: RESTARTED, origin: COMMAND, details: { reason } })
    const [oldest, newest] = await this.#store.outermostSealed(transaction)
    const beginning = (oldest?.position ?? 1) - 1
    const first = kept?.first.position === beginning ? kept.first : { position: beginning, seal: BEGINNING }
    const ends = { first, last: newest ?? NO_EVENTS.last }
    await this.#keepEnds(transaction, ends)
    return { ...ends, isAnew: true }
  }

  /** Returns the place of the last one. */
  async #bind(transaction: Knex.Transaction, events: readonly AuditEvent[], after: ChainEnds['last']) {
    const { current } = this.#keys
    const links = new Map<number, Link>()
    let last = after
    for (const event of events) {
      const position = last.position + 1
      last = { position, seal: current.sealOf(event, position, last.seal) }
      links.set(event.id, { ...last, keyId: current.id })
    }
    await this.#store.link(transaction, links)
    return last
  }

  async #keepEnds(transaction: Knex.Transaction, { first, last }: ChainEnds): Promise<void> {
    const { current } = this.#keys
    await this.#store.keepEnds(transaction, {
      first,
      last,
      keyId: current.id,
      seal: current.sealOfEnds({ first, last }),
    })
  }
}
