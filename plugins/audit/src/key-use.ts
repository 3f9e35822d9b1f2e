import type { SealingKeys } from './sealing-keys.js'

/** A key that sealed events of a trail, with the number of these events. */
export interface KeyUse {
  /** Identifies the key without revealing it. */
  readonly id: string
  /** A `previous` key only verifies. Events sealed with an `unknown` key cannot be verified here. */
  readonly key: 'current' | 'previous' | 'unknown'
  /** Number of intact events that were sealed with the key; for an `unknown` key, of all events that name it. */
  readonly events: number
}

/** Consecutive events sealed with the same key. */
interface Run {
  readonly keyId: string
  readonly first: number
  readonly last: number
}

/** Counts the events sealed with each key, and groups consecutive events whose key is unknown. */
export class KeyUses {
  readonly #keys: SealingKeys
  readonly #events = new Map<string, number>()
  #unknown: Run | undefined

  constructor(keys: SealingKeys) {
    this.#keys = keys
  }

  count(keyId: string): void {
    this.#events.set(keyId, (this.#events.get(keyId) ?? 0) + 1)
  }

  /** Counts an event whose key is unknown. If it starts a new run, returns a description of the previous run. */
  countUnknown(keyId: string, position: number): string | undefined {
    this.count(keyId)
    const isContinued = this.#unknown?.keyId === keyId && this.#unknown.last === position - 1
    const previous = isContinued ? undefined : this.endUnknownRun()
    this.#unknown = { keyId, first: this.#unknown?.first ?? position, last: position }
    return previous
  }

  /** Ends the current run of events with an unknown key. Returns a description of it; `undefined` if there is none. */
  endUnknownRun(): string | undefined {
    const run = this.#unknown
    this.#unknown = undefined
    return run && describe(run)
  }

  list(): readonly KeyUse[] {
    return [...this.#events].map(([id, events]) => ({ id, key: this.#kindOf(id), events }))
  }

  #kindOf(id: string): KeyUse['key'] {
    if (id === this.#keys.current.id) return 'current'
    return this.#keys.ofEvent(id) ? 'previous' : 'unknown'
  }
}

/** Describes a run of events with an unknown key, which may be intact, for the list of problems. */
function describe({ keyId, first, last }: Run): string {
  const events = first === last ? `Event ${first} is` : `Events ${first} to ${last} are`
  return (
    `${events} sealed with a key that is not configured (${keyId}), and cannot be verified: add that key to PLINTH_AUDIT_KEYS_RETIRED, ` +
    'or the signing key from which it is derived.'
  )
}
