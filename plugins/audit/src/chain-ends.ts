import type { AuditRow } from './audit-event.js'
import { BEGINNING, isSameSeal, type Place, type SealingKeys } from './sealing-key.js'

/**
 * The ends of the chain of events. The record is sealed too, so that a removal of events at the ends is detected.
 * `first` is the last event that was deleted because of its age.
 */
export interface ChainEnds {
  readonly first: Place
  readonly last: Place
}

/** The ends as stored. */
export interface KeptEnds extends ChainEnds {
  readonly keyId: string
  readonly seal: string
}

const NOWHERE: Place = { position: 0, seal: BEGINNING }
/** The ends of an empty trail. */
export const NO_EVENTS: ChainEnds = { first: NOWHERE, last: NOWHERE }

/** The ends may be intact, but cannot be verified here. */
export const ANOTHER_KEY = 'sealed with another key'

/** Returns what is wrong with the ends; `undefined` if a holder of the key has written them. */
export function problemOfEnds(kept: KeptEnds, keys: SealingKeys): 'changed' | typeof ANOTHER_KEY | undefined {
  const key = keys.ofEnds(kept.keyId)
  if (!key) return ANOTHER_KEY
  return isSameSeal(key.sealOfEnds(kept), kept.seal) ? undefined : 'changed'
}

export function toEnds(row: AuditRow): KeptEnds {
  return {
    first: { position: Number(row.first_position), seal: String(row.first_seal) },
    last: { position: Number(row.last_position), seal: String(row.last_seal) },
    keyId: String(row.key_id),
    seal: String(row.seal),
  }
}

export function endsToRow({ first, last, keyId, seal }: KeptEnds): AuditRow {
  return {
    id: 1,
    first_position: first.position,
    first_seal: first.seal,
    last_position: last.position,
    last_seal: last.seal,
    key_id: keyId,
    seal,
  }
}
