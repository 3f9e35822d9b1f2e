import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { AuditEvent } from './audit-event.js'
import type { AuditSettings } from './settings.js'

/** The seal before the first event. */
export const INITIAL_SEAL = ''

/** The position and the seal of an event in the chain. */
export interface ChainPosition {
  readonly position: number
  readonly seal: string
}

/** A key that creates seals: keyed hashes, which cannot be forged with access to the database alone. */
class SealingKey {
  /** Identifies the key without revealing it. */
  readonly id: string
  readonly #key: string

  constructor(key: string) {
    this.#key = key
    this.id = sealingKeyId(key)
  }

  /** Returns the seal that binds an event to its position and to the seal of the previous event. */
  sealOf(event: AuditEvent, position: number, previousSeal: string): string {
    const { id, at, event: name, result, actor, target, address, requestId, details } = event
    return this.#seal('event', [
      previousSeal,
      position,
      id,
      at,
      name,
      result,
      actor.kind,
      actor.name,
      target,
      address,
      requestId,
      details,
    ])
  }

  /** Returns the seal of the two ends (see `ChainEnds`), which reveals that events were removed there. */
  sealOfEnds({ first, last }: { readonly first: ChainPosition; readonly last: ChainPosition }): string {
    return this.#seal('ends', [first.position, first.seal, last.position, last.seal])
  }

  #seal(kind: string, values: readonly (string | number | null)[]): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([kind, ...values]))
      .digest('hex')
  }
}

/** Returns an id of a sealing key that does not reveal the key. */
export function sealingKeyId(key: string): string {
  return createHash('sha256').update(`plinth audit key id:${key}`).digest('hex').slice(0, 16)
}

/** The settings that contain the keys. */
export type SealingSettings = Pick<AuditSettings, 'auditKey'> & {
  readonly auditKeyPrevious?: string | undefined
  readonly auditKeysRetired?: readonly string[] | undefined
}

/** The current key, with which this process seals, and the older keys, with which it verifies. */
export class SealingKeys {
  readonly current: SealingKey
  /** The keys that may have sealed the ends: another replica may still seal with the previous one. */
  readonly #endKeys: ReadonlyMap<string, SealingKey>
  /**
   * The keys that may have sealed events. Retired keys must not seal the ends: anyone with a leaked retired key could
   * roll the ends back.
   */
  readonly #eventKeys: ReadonlyMap<string, SealingKey>

  constructor({ settings }: { settings: SealingSettings }) {
    const { auditKey, auditKeyPrevious, auditKeysRetired = [] } = settings
    this.current = new SealingKey(auditKey)
    const previous = auditKeyPrevious === undefined ? [] : [new SealingKey(auditKeyPrevious)]
    const retired = auditKeysRetired.map((key) => new SealingKey(key))
    this.#endKeys = byId([this.current, ...previous])
    this.#eventKeys = byId([this.current, ...previous, ...retired])
  }

  /** Returns a key that may have sealed the ends of the chain; `undefined` for an unknown or retired one. */
  ofEnds(id: string): SealingKey | undefined {
    return this.#endKeys.get(id)
  }

  /** Returns a key that may have sealed an event; `undefined` for an unknown one. */
  ofEvent(id: string): SealingKey | undefined {
    return this.#eventKeys.get(id)
  }
}

function byId(keys: readonly SealingKey[]): ReadonlyMap<string, SealingKey> {
  return new Map(keys.map((key) => [key.id, key]))
}

/** Checks the position and seal of the event that follows `previous`. Returns the problem; `undefined` if valid. */
export function linkProblem(
  event: AuditEvent,
  previous: ChainPosition,
  keys: SealingKeys,
): 'out of place' | 'sealed with a key that is not configured' | 'changed' | undefined {
  if (event.link?.position !== previous.position + 1) return 'out of place'
  const { position, keyId, seal } = event.link
  const key = keys.ofEvent(keyId)
  if (!key) return 'sealed with a key that is not configured'
  return isSameSeal(key.sealOf(event, position, previous.seal), seal) ? undefined : 'changed'
}

/** Compares seals in constant time. */
export function isSameSeal(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)] // a stored seal may contain any characters
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes)
}
