import { randomUUID } from 'node:crypto'
import { type Clock, COMMAND, type Database, type Knex, type Logger, type SecurityEvents } from '@plinth/kernel'
import type { AuditEvent, Link } from './audit-event.js'
import type { AuditStore } from './audit-store.js'
import {
  CHANGED,
  type ChainEnds,
  EMPTY_CHAIN_ENDS,
  SEALED_WITH_UNKNOWN_KEY,
  type StoredEnds,
  sealProblem,
} from './chain-ends.js'
import type { OldEvents } from './old-events.js'
import { type ChainPosition, INITIAL_SEAL, isSameSeal, type SealingKeys } from './sealing-keys.js'

/** Name of the database lock that every write to the chain acquires, so that only one replica writes at a time. */
const LOCK = 'audit chain'
/** Maximum number of events sealed or deleted in one transaction, so that no lock is held long. */
export const BATCH_SIZE = 50
/**
 * Event recorded when the chain is restarted, because it was tampered with or its key was lost. It is sealed like any
 * other event, and every verification reports it until retention deletes it.
 */
export const CHAIN_RESTARTED = 'audit-chain-restarted'

/** Thrown if this replica does not have the key that the other replicas seal with. */
export class UnknownSealingKeyError extends Error {}

interface ChainDeps {
  readonly database: Database
  readonly clock: Clock
  readonly auditStore: AuditStore
  readonly oldEvents: OldEvents
  readonly sealingKeys: SealingKeys
  readonly securityEvents: SecurityEvents
  readonly log: Logger
}

/**
 * A hash chain of the committed events, in the order in which `seal` finds them. Changing an event breaks the chain.
 */
export class Chain {
  readonly #database: Database
  readonly #clock: Clock
  readonly #store: AuditStore
  readonly #oldEvents: OldEvents
  readonly #keys: SealingKeys
  readonly #events: SecurityEvents
  readonly #log: Logger
  /** `last` of the ends that this replica has stored most recently. */
  #lastStored = EMPTY_CHAIN_ENDS.last

  constructor({ database, clock, auditStore, oldEvents, sealingKeys, securityEvents, log }: ChainDeps) {
    this.#database = database
    this.#clock = clock
    this.#store = auditStore
    this.#oldEvents = oldEvents
    this.#keys = sealingKeys
    this.#events = securityEvents
    this.#log = log
  }

  /**
   * Seals the ends with the current key if they were sealed with another one, which may be removed from the settings
   * later. On a shared database, ends sealed with an unknown key are not changed: other replicas may still use that
   * key.
   */
  async resealEnds(): Promise<void> {
    const stored = await this.#database.read((knex) => this.#store.ends(knex))
    if (!stored || stored.keyId === this.#keys.current.id) return
    if (this.#database.dialect.isShared && !this.#keys.ofEnds(stored.keyId)) return
    await this.#withLock(async (transaction) =>
      this.#storeEnds(transaction, await this.#verifiedEndsOrRestart(transaction)),
    )
  }

  /** Seals up to `BATCH_SIZE` unsealed events. Returns whether there may be more. Throws `UnknownSealingKeyError`. */
  async seal(): Promise<boolean> {
    if (!(await this.#store.hasUnsealed())) return false
    return this.#withLock(async (transaction) => {
      const ends = await this.#verifiedEndsOrRestart(transaction)
      const events = await this.#store.unsealed(transaction, BATCH_SIZE)
      await this.#storeEnds(transaction, { ...ends, last: await this.#sealInOrder(transaction, events, ends.last) })
      return events.length === BATCH_SIZE
    })
  }

  /**
   * Deletes up to `BATCH_SIZE` of the oldest events, if they are older than `retention` ms. Deletes none while
   * `OldEvents` cannot confirm the clock. Returns the number of deleted events.
   */
  async deleteOlderThan(retention: number): Promise<number> {
    return this.#withLock(async (transaction) => {
      const ends = await this.#verifiedEndsOrRestart(transaction)
      const old = await this.#oldEvents.find(transaction, { after: ends.first, retention, limit: BATCH_SIZE })
      const newest = old.at(-1)?.link
      if (!newest) return 0
      await this.#store.deleteUpTo(transaction, newest.position)
      await this.#storeEnds(transaction, { ...ends, first: newest }) // `first` is the newest deleted event
      return old.length
    })
  }

  /** Restarts the chain with the current key if its stored ends cannot be verified, even if their key is unknown. */
  async adopt(): Promise<void> {
    await this.#withLock(async (transaction) => {
      const stored = await this.#store.ends(transaction)
      const problem = await this.#endsProblem(stored, transaction)
      if (problem !== undefined) await this.#restart(transaction, problem, stored)
    })
  }

  /**
   * Returns whether this replica lacks the key that seals the chain. Always false on SQLite, where the next write
   * restarts the chain.
   */
  async isSealedByUnknownKey(): Promise<boolean> {
    if (!this.#database.dialect.isShared) return false
    return this.#database.read(async (knex) => {
      const stored = await this.#store.ends(knex)
      return stored !== undefined && sealProblem(stored, this.#keys) === SEALED_WITH_UNKNOWN_KEY
    })
  }

  #withLock<T>(callback: (transaction: Knex.Transaction) => Promise<T>): Promise<T> {
    return this.#database.write(async (transaction) => {
      await this.#database.dialect.acquireLock(transaction, LOCK)
      return callback(transaction)
    })
  }

  /**
   * Returns the stored ends if they are valid. Otherwise restarts the chain, so that tampered ends are not sealed as
   * genuine; if only the key is unknown on a shared database, throws `UnknownSealingKeyError` instead.
   */
  async #verifiedEndsOrRestart(transaction: Knex.Transaction): Promise<ChainEnds> {
    const stored = await this.#store.ends(transaction)
    const problem = await this.#endsProblem(stored, transaction)
    if (problem === undefined) return stored ?? EMPTY_CHAIN_ENDS
    if (problem === SEALED_WITH_UNKNOWN_KEY && this.#database.dialect.isShared) throw new UnknownSealingKeyError()
    return this.#restart(transaction, problem, stored)
  }

  /**
   * Returns what is wrong with the stored ends, if anything. Missing ends are a problem only if there are sealed
   * events, or if this replica has stored ends. Ends with a valid seal are a problem if this replica has stored later
   * ones.
   */
  async #endsProblem(stored: StoredEnds | undefined, transaction: Knex.Transaction): Promise<string | undefined> {
    if (stored) {
      const problem = sealProblem(stored, this.#keys)
      if (problem === SEALED_WITH_UNKNOWN_KEY && (await this.#areForged(stored, transaction))) return CHANGED
      return problem ?? ((await this.#areRolledBack(stored, transaction)) ? 'rolled back' : undefined)
    }
    const [event] = await this.#store.sealedAfter(transaction, 0, 1)
    return event || this.#lastStored.position > 0 ? 'missing' : undefined
  }

  /**
   * Returns whether ends sealed with an unknown key must be forged, because no other process can have stored them. On
   * SQLite, no other process writes once this one has stored ends. On both databases, genuine ends match the oldest and
   * the newest sealed event, because ends and events are written in one transaction.
   */
  async #areForged(stored: StoredEnds, transaction: Knex.Transaction): Promise<boolean> {
    if (!this.#database.dialect.isShared && this.#lastStored.position > 0) return true
    const [oldest, newest] = await this.#store.firstAndLastLinks(transaction)
    if (!oldest || !newest) return stored.first.position !== stored.last.position
    const isBeginning = oldest.position === stored.first.position + 1
    const isEnd = newest.position === stored.last.position && isSameSeal(newest.seal, stored.last.seal)
    return !isBeginning || !isEnd || (await this.#areRolledBack(stored, transaction))
  }

  /**
   * Returns whether the ends were stored before those that this replica stored last. Another replica may have sealed
   * other events since then, so the positions alone do not tell.
   */
  async #areRolledBack({ last }: ChainEnds, transaction: Knex.Transaction): Promise<boolean> {
    const { position, seal } = this.#lastStored
    if (last.position < position) return true
    const [event] = await this.#store.sealedAfter(transaction, position - 1, 1) // none if retention has deleted it
    return event?.link?.position === position && !isSameSeal(event.link.seal, seal)
  }

  /**
   * Restarts the chain: stores new ends around the events sealed so far, followed by a `CHAIN_RESTARTED` event, which
   * is sealed at once. If somebody prevents or removes this event, its position in the chain remains empty.
   */
  async #restart(transaction: Knex.Transaction, reason: string, stored: ChainEnds | undefined): Promise<ChainEnds> {
    const level = reason === SEALED_WITH_UNKNOWN_KEY ? 'warn' : 'error'
    this.#log[level]({ reason }, 'the chain of the audit trail cannot be verified; restarting it')
    const event = { event: CHAIN_RESTARTED, origin: COMMAND, details: { reason } }
    const startedAt = this.#clock.now()
    // In a savepoint the event is inserted at once, so that it can be sealed below.
    await transaction.transaction((savepoint) => this.#events.record(savepoint, event))
    const [oldest, newest] = await this.#store.firstAndLastLinks(transaction)
    const beginning = (oldest?.position ?? 1) - 1
    const isKept = reason !== CHANGED && stored?.first.position === beginning
    const first = isKept ? stored.first : { position: beginning, seal: INITIAL_SEAL }
    const last = await this.#sealRestart(transaction, newest ?? EMPTY_CHAIN_ENDS.last, startedAt)
    await this.#storeEnds(transaction, { first, last })
    return { first, last }
  }

  async #sealRestart(transaction: Knex.Transaction, last: ChainPosition, startedAt: number): Promise<ChainPosition> {
    const event = await this.#store.newestUnsealed(transaction, CHAIN_RESTARTED)
    if (event && event.at >= startedAt) return this.#sealInOrder(transaction, [event], last)
    // A trigger has dropped the event, or dated it back for retention: a seal without an event keeps its position empty
    return { position: last.position + 1, seal: randomUUID() }
  }

  /** Seals the events in order after `last`. Returns the position and seal of the last one. */
  async #sealInOrder(transaction: Knex.Transaction, events: readonly AuditEvent[], last: ChainPosition) {
    const { current } = this.#keys
    const links = new Map<AuditEvent['id'], Link>()
    let previous = last
    for (const event of events) {
      const position = previous.position + 1
      previous = { position, seal: current.sealOf(event, position, previous.seal) }
      links.set(event.id, { ...previous, keyId: current.id })
    }
    await this.#store.link(transaction, links)
    return previous
  }

  async #storeEnds(transaction: Knex.Transaction, { first, last }: ChainEnds): Promise<void> {
    const { current } = this.#keys
    await this.#store.storeEnds(transaction, {
      first,
      last,
      keyId: current.id,
      seal: current.sealOfEnds({ first, last }),
    })
    this.#database.afterCommit(transaction, () => {
      this.#lastStored = last
    })
  }
}
