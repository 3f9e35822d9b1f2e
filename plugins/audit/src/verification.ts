import type { Database, Knex } from '@plinth/kernel'
import type { AuditEvent } from './audit-event.js'
import type { AuditStore } from './audit-store.js'
import { RESTARTED } from './chain.js'
import { ANOTHER_KEY, type ChainEnds, type KeptEnds, NO_EVENTS, problemOfEnds } from './chain-ends.js'
import { type KeyUse, KeyUses } from './key-use.js'
import { isSameSeal, problemOfLink, type SealingKeys } from './sealing-key.js'

/** The result of a verification of the whole trail. */
export interface Verification {
  /** Number of events that are unchanged since they were sealed. */
  readonly verified: number
  /** Number of events not sealed yet. */
  readonly unsealed: number
  /** Position and seal of the last event. Noted elsewhere, they prove later that nothing up to here was removed. */
  readonly last: { readonly position: number; readonly seal: string }
  /** The keys of the sealed events, in the order of their first event. */
  readonly keys: readonly KeyUse[]
  /** One sentence per problem, at most 100 and the number of the others; empty if nothing was changed or removed. */
  readonly problems: readonly string[]
}

/** The last event of an earlier verification, stored where nobody could change it. */
export type NotedPlace = Verification['last']

/** Events read at a time. */
const PAGE_SIZE = 1_000
const MAX_PROBLEMS = 100

/** Verifies a trail from one end to the other. */
export class Verifier {
  readonly #keys: SealingKeys
  readonly #noted: NotedPlace | undefined
  readonly #problems: string[] = []
  readonly #uses: KeyUses
  #verified = 0
  #others = 0

  constructor(keys: SealingKeys, noted: NotedPlace | undefined) {
    this.#keys = keys
    this.#uses = new KeyUses(keys)
    this.#noted = noted
  }

  async verify(database: Database, store: AuditStore): Promise<Verification> {
    return database.readSnapshot(async (transaction) => {
      const kept = await store.ends(transaction)
      const { first } = kept ?? NO_EVENTS
      if (await store.hasSealedUpTo(transaction, first.position))
        this.#note('Events stand before the beginning of the chain.')
      const last = await this.#walk(transaction, store, first)
      this.#checkEnds(kept, last)
      this.#compareNoted(first.position, last.position)
      const unsealed = await store.countUnsealed(transaction)
      return { verified: this.#verified, unsealed, last, keys: this.#uses.list(), problems: this.#list() }
    })
  }

  #checkEnds(kept: KeptEnds | undefined, last: ChainEnds['last']): void {
    const problem = kept ? problemOfEnds(kept, this.#keys) : last.position > 0 ? 'missing' : undefined
    if (problem) this.#note(`The record of where the chain begins and ends is ${problem}${remedyOf(problem, kept)}.`)
    if (kept) this.#compareEnds(last, kept.last)
  }

  /** Checks all events; returns the position and the seal of the last one. */
  async #walk(transaction: Knex.Transaction, store: AuditStore, from: ChainEnds['first']) {
    let former: ChainEnds['first'] = from
    for (;;) {
      const events = await store.sealedAfter(transaction, former.position, PAGE_SIZE)
      for (const event of events) former = this.#check(event, former)
      if (events.length === PAGE_SIZE) continue
      this.#note(this.#uses.endRun())
      return former
    }
  }

  /**
   * Checks an event; returns its position and stored seal. The next event is checked against that seal, so that each
   * fault is reported once.
   */
  #check(event: AuditEvent, former: ChainEnds['first']): ChainEnds['first'] {
    const { position = 0, keyId = '', seal = '' } = event.link ?? {}
    const problem = problemOfLink(event, former, this.#keys)
    if (problem === 'sealed with a key that was not given') this.#note(this.#uses.countUnknown(keyId, position))
    else this.#note(this.#uses.endRun())
    if (problem === undefined) this.#countVerified(keyId)
    else if (problem === 'out of place') this.#note(missing(former.position + 1, position - 1))
    else if (problem === 'changed') this.#note(`${nameOf(event, position)} was changed.`)
    if (position === this.#noted?.position && !isSameSeal(seal, this.#noted.seal))
      this.#note(`${nameOf(event, position)} has another seal than the one that was noted.`)
    if (event.event === RESTARTED) this.#note(`${nameOf(event, position)} says that ${whyRestarted(event)}.`)
    return { position, seal }
  }

  #countVerified(keyId: string): void {
    this.#verified += 1
    this.#uses.count(keyId)
  }

  /** Compares with the noted event: only that shows that the whole trail was set back or replaced. */
  #compareNoted(first: number, last: number): void {
    if (!this.#noted) return
    const { position } = this.#noted
    if (position > last)
      this.#note(`Event ${position}, which was noted, is missing: the trail ends with event ${last}.`)
    if (position <= first) this.#note(`Event ${position}, which was noted, is not kept any more; note a newer one.`)
  }

  #compareEnds(found: ChainEnds['last'], kept: ChainEnds['last']): void {
    if (found.position < kept.position) this.#note(missing(found.position + 1, kept.position))
    else if (!isSameSeal(found.seal, kept.seal))
      this.#note('The record of where the chain ends is not that of its last event.')
  }

  #note(problem: string | undefined): void {
    if (problem === undefined) return
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem)
    else this.#others += 1
  }

  #list(): readonly string[] {
    return this.#others === 0 ? this.#problems : [...this.#problems, `${this.#others} more.`]
  }
}

/** Returns the remedy if the operator has changed the key, in which case the trail may be intact. */
function remedyOf(problem: string, kept: KeptEnds | undefined): string {
  if (problem !== ANOTHER_KEY) return ''
  return ` (${kept?.keyId}): start once with that key as PLINTH_SECRET_KEY_PREVIOUS, or as PLINTH_AUDIT_KEY_PREVIOUS`
}

function whyRestarted({ details }: AuditEvent): string {
  return details.includes(ANOTHER_KEY)
    ? 'the chain began anew: the key was changed, and a start was not given the former one'
    : `the chain was not as it had been left: ${details}`
}

function missing(first: number, last: number): string {
  return first === last ? `Event ${first} is missing.` : `Events ${first} to ${last} are missing.`
}

function nameOf({ id, at, event }: AuditEvent, position: number): string {
  return `Event ${position} (${event} of ${new Date(at).toISOString()}, id ${id})`
}
