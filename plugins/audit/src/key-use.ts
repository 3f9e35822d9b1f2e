import type { SealingKeys } from './sealing-key.js'

/** A key that has sealed events of a trail. */
export interface KeyUse {
  /** Names the key without giving it away. */
  readonly id: string
  /** `former` is one that only verifies now; what an `unknown` one has sealed cannot be verified here. */
  readonly key: 'present' | 'former' | 'unknown'
  /** How many events are as it has sealed them; of an `unknown` one, how many name it. */
  readonly events: number
}

/** Events that stand one behind the other and name the same key. */
interface Run {
  readonly keyId: string
  readonly first: number
  readonly last: number
}

/** Counts which keys have sealed a trail, and puts events together whose key is not known. */
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

  /** Counts an event whose key is not known; returns the run before it when the event does not go on with that. */
  countUnknown(keyId: string, position: number): string | undefined {
    this.count(keyId)
    const goesOn = this.#unknown?.keyId === keyId && this.#unknown.last === position - 1
    const ended = goesOn ? undefined : this.endRun()
    this.#unknown = { keyId, first: this.#unknown?.first ?? position, last: position }
    return ended
  }

  /**
   * Says what the events are whose key is not known and that stand together, if there are any since it was last asked.
   */
  endRun(): string | undefined {
    const run = this.#unknown
    this.#unknown = undefined
    return run && inWords(run)
  }

  list(): readonly KeyUse[] {
    return [...this.#events].map(([id, events]) => ({ id, key: this.#roleOf(id), events }))
  }

  #roleOf(id: string): KeyUse['key'] {
    if (id === this.#keys.current.id) return 'present'
    return this.#keys.ofEvent(id) ? 'former' : 'unknown'
  }
}

/** They may be sound: that is another matter than an event that was changed. */
function inWords({ keyId, first, last }: Run): string {
  const events = first === last ? `Event ${first} is` : `Events ${first} to ${last} are`
  return (
    `${events} sealed with a key that was not given (${keyId}), and cannot be verified: name that key in PLINTH_AUDIT_KEYS_RETIRED, ` +
    'or the signing key that it comes from.'
  )
}
