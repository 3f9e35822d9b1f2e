import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { AuditEvent } from './audit-event.js'
import type { AuditSettings } from './settings.js'

/** What stands before the first event. */
export const BEGINNING = ''

/** A place in the chain: that of an event. */
export interface Place {
  readonly position: number
  readonly seal: string
}

/** Makes seals: keyed hashes that nobody can make who has only the database. */
class SealingKey {
  /** Names the key without giving it away. */
  readonly id: string
  readonly #key: string

  constructor(key: string) {
    this.#key = key
    this.id = sealingKeyId(key)
  }

  /** Binds an event to its place behind the event with the former seal. */
  sealOf(event: AuditEvent, position: number, formerSeal: string): string {
    const { id, at, event: name, result, actor, target, address, requestId, details } = event
    return this.#seal('event', [
      formerSeal,
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

  /** Binds the two ends of the chain. */
  sealOfEnds({ first, last }: { readonly first: Place; readonly last: Place }): string {
    return this.#seal('ends', [first.position, first.seal, last.position, last.seal])
  }

  #seal(kind: string, values: readonly (string | number | null)[]): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([kind, ...values]))
      .digest('hex')
  }
}

/** Names a key that seals without giving it away. */
export function sealingKeyId(key: string): string {
  return createHash('sha256').update(`plinth audit key id:${key}`).digest('hex').slice(0, 16)
}

/** The settings that say which keys there are. */
export type SealingSettings = Pick<AuditSettings, 'auditKey'> & {
  readonly auditKeyPrevious?: string | undefined
  readonly auditKeysRetired?: readonly string[] | undefined
}

/** The key that seals, and those that verify. */
export class SealingKeys {
  readonly current: SealingKey
  /** Those that may have sealed the ends: another replica may still seal with the previous one. */
  readonly #sealing: ReadonlyMap<string, SealingKey>
  /**
   * With the retired ones, which may have sealed events only: whoever has got hold of one must not set the ends back.
   */
  readonly #verifying: ReadonlyMap<string, SealingKey>

  constructor({ settings }: { settings: SealingSettings }) {
    const { auditKey, auditKeyPrevious, auditKeysRetired = [] } = settings
    this.current = new SealingKey(auditKey)
    const previous = auditKeyPrevious === undefined ? [] : [new SealingKey(auditKeyPrevious)]
    const retired = auditKeysRetired.map((key) => new SealingKey(key))
    this.#sealing = byId([this.current, ...previous])
    this.#verifying = byId([this.current, ...previous, ...retired])
  }

  /** A key that may have sealed the ends of the chain; `undefined` for one that is not known here, or is retired. */
  ofEnds(id: string): SealingKey | undefined {
    return this.#sealing.get(id)
  }

  /** A key that may have sealed an event; `undefined` for one that is not known here. */
  ofEvent(id: string): SealingKey | undefined {
    return this.#verifying.get(id)
  }
}

function byId(keys: readonly SealingKey[]): ReadonlyMap<string, SealingKey> {
  return new Map(keys.map((key) => [key.id, key]))
}

/** Why an event is not what the key has sealed behind the one before it; `undefined` when it is. */
export function problemOfLink(
  event: AuditEvent,
  former: { readonly position: number; readonly seal: string },
  keys: SealingKeys,
): 'out of place' | 'sealed with a key that was not given' | 'changed' | undefined {
  if (event.link?.position !== former.position + 1) return 'out of place'
  const { position, keyId, seal } = event.link
  const key = keys.ofEvent(keyId)
  if (!key) return 'sealed with a key that was not given'
  return isSameSeal(key.sealOf(event, position, former.seal), seal) ? undefined : 'changed'
}

/** Takes as long for a seal that differs in its first character as for one that differs in its last. */
export function isSameSeal(one: string, other: string): boolean {
  const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)] // a text from the database may have any characters
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes)
}
