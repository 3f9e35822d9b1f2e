import type { Database, Knex } from '@plinth/kernel'
import { isoTime } from '@plinth/kernel/tools'
import type { AuditEvent } from './audit-event.js'
import type { AuditStore } from './audit-store.js'
import { CHAIN_RESTARTED } from './chain.js'
import { EMPTY_CHAIN_ENDS, SEALED_WITH_UNKNOWN_KEY, type StoredEnds, sealProblem } from './chain-ends.js'
import { type KeyUse, KeyUses } from './key-use.js'
import { type ChainPosition, isSameSeal, linkProblem, type SealingKeys } from './sealing-keys.js'

/** The result of a verification of the whole trail. */
export interface Verification {
  /** Number of events that are unchanged since they were sealed. */
  readonly verified: number
  /** Number of events not sealed yet. */
  readonly unsealed: number
  /**
   * Position and seal of the last event. If they are stored elsewhere and given to a later verification, it detects the
   * removal of any event up to this one.
   */
  readonly last: { readonly position: number; readonly seal: string }
  /** The keys of the sealed events, in the order of their first event. */
  readonly keys: readonly KeyUse[]
  /** One sentence per problem, at most 100, then the number of further ones. Empty if the trail is intact. */
  readonly problems: readonly string[]
}

/** The last event of an earlier verification, stored out of reach of attackers. */
export type Checkpoint = Verification['last']

/** Number of events read at a time. */
const PAGE_SIZE = 1_000
const MAX_PROBLEMS = 100

/** Verifies a whole trail. Use a new instance for each verification. */
export class Verifier {
  readonly #keys: SealingKeys
  readonly #checkpoint: Checkpoint | undefined
  readonly #signal: AbortSignal | undefined
  readonly #problems: string[] = []
  readonly #keyUses: KeyUses
  #verified = 0
  #unlistedCount = 0

  constructor(keys: SealingKeys, checkpoint: Checkpoint | undefined, signal?: AbortSignal) {
    this.#keys = keys
    this.#keyUses = new KeyUses(keys)
    this.#checkpoint = checkpoint
    this.#signal = signal
  }

  async verify(database: Database, store: AuditStore): Promise<Verification> {
    return database.readSnapshot(async (transaction) => {
      const stored = await store.ends(transaction)
      // The chain continues from the last event that the retention has deleted
      const { first: deleted } = stored ?? EMPTY_CHAIN_ENDS
      if (await store.hasSealedAtOrBefore(transaction, deleted.position))
        this.#report('There are events before the beginning of the chain.')
      const last = await this.#verifyEvents(transaction, store, deleted)
      this.#checkEnds(stored, last)
      this.#verifyCheckpoint(deleted.position, last.position)
      const unsealed = await store.countUnsealed(transaction)
      return { verified: this.#verified, unsealed, last, keys: this.#keyUses.list(), problems: this.#listProblems() }
    })
  }

  #checkEnds(stored: StoredEnds | undefined, last: ChainPosition): void {
    const problem = stored ? sealProblem(stored, this.#keys) : last.position > 0 ? 'missing' : undefined
    if (problem)
      this.#report(`The record of where the chain begins and ends is ${problem}${remedyFor(problem, stored)}.`)
    if (stored) this.#compareLast(last, stored.last)
  }

  /** Verifies all events. Returns the position and the seal of the last one. */
  async #verifyEvents(transaction: Knex.Transaction, store: AuditStore, deleted: ChainPosition) {
    let previous = deleted
    for (;;) {
      this.#signal?.throwIfAborted()
      const events = await store.sealedAfter(transaction, previous.position, PAGE_SIZE)
      for (const event of events) previous = this.#check(event, previous)
      if (events.length === PAGE_SIZE) continue
      this.#report(this.#keyUses.endUnknownRun())
      return previous
    }
  }

  /**
   * Checks an event. Returns its position and its stored seal, against which the next event is checked even if the seal
   * is wrong, so that each problem is reported only once.
   */
  #check(event: AuditEvent, previous: ChainPosition): ChainPosition {
    const { position = 0, keyId = '', seal = '' } = event.link ?? {}
    const problem = linkProblem(event, previous, this.#keys)
    if (problem === 'sealed with a key that is not configured')
      this.#report(this.#keyUses.countUnknown(keyId, position))
    else this.#report(this.#keyUses.endUnknownRun())
    if (problem === undefined) this.#countVerified(keyId)
    else if (problem === 'out of place') this.#report(describeGap(event, previous.position, position))
    else if (problem === 'changed') this.#report(`${nameOf(event, position)} was changed.`)
    if (position === this.#checkpoint?.position && !isSameSeal(seal, this.#checkpoint.seal))
      this.#report(`${nameOf(event, position)} has another seal than the one that was given.`)
    if (event.event === CHAIN_RESTARTED) this.#report(`${nameOf(event, position)} records that ${whyRestarted(event)}.`)
    return { position, seal }
  }

  #countVerified(keyId: string): void {
    this.#verified += 1
    this.#keyUses.count(keyId)
  }

  /** Reports a checkpoint outside the chain. Nothing else reveals that the whole trail was rolled back or replaced. */
  #verifyCheckpoint(deleted: number, last: number): void {
    if (!this.#checkpoint) return
    const { position } = this.#checkpoint
    if (position > last)
      this.#report(`Event ${position}, whose seal was given, is missing: the trail ends with event ${last}.`)
    if (position <= deleted)
      this.#report(
        `Event ${position}, whose seal was given, has been deleted by the retention: store a newer position and seal.`,
      )
  }

  #compareLast(found: ChainPosition, stored: ChainPosition): void {
    if (found.position < stored.position) this.#report(missingEvents(found.position + 1, stored.position))
    else if (!isSameSeal(found.seal, stored.seal))
      this.#report('The record of where the chain ends does not match its last event.')
  }

  #report(problem: string | undefined): void {
    if (problem === undefined) return
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem)
    else this.#unlistedCount += 1
  }

  #listProblems(): readonly string[] {
    return this.#unlistedCount === 0 ? this.#problems : [...this.#problems, `${this.#unlistedCount} more.`]
  }
}

/** Returns how to configure the missing key, if that is the problem: the trail may be intact. Otherwise returns ''. */
function remedyFor(problem: string, stored: StoredEnds | undefined): string {
  if (problem !== SEALED_WITH_UNKNOWN_KEY) return ''
  return ` (${stored?.keyId}): start once with that key as PLINTH_SECRET_KEY_PREVIOUS, or as PLINTH_AUDIT_KEY_PREVIOUS`
}

function whyRestarted({ details }: AuditEvent): string {
  return details.includes(SEALED_WITH_UNKNOWN_KEY)
    ? 'the chain was restarted: the key was changed, and Plinth was started without the previous one'
    : `the chain was restarted because its ends could not be verified: ${details}`
}

function describeGap({ id }: AuditEvent, previous: number, position: number): string {
  return Number.isInteger(position)
    ? missingEvents(previous + 1, position - 1)
    : `The position of the event with the id ${id} was changed.`
}

function missingEvents(first: number, last: number): string {
  return first === last ? `Event ${first} is missing.` : `Events ${first} to ${last} are missing.`
}

function nameOf({ id, at, event }: AuditEvent, position: number): string {
  return `Event ${position} (${event} of ${isoTime(at)}, id ${id})`
}
