import type { AuditRow } from './audit-event.js'
import { BEGINNING, isSameSeal, type Place, type SealingKeys } from './sealing-key.js'

/**
 * Where the chain of events begins and ends, itself sealed: so events are missed that are taken away at its ends. The
 * first is the last one that was deleted because it was too old.
 */
export interface ChainEnds {
  readonly first: Place
  readonly last: Place
}

/** The ends as they are kept. */
export interface KeptEnds extends ChainEnds {
  readonly keyId: string
  readonly seal: string
}

const NOWHERE: Place = { position: 0, seal: BEGINNING }
/** Of a trail without any event. */
export const NO_EVENTS: ChainEnds = { first: NOWHERE, last: NOWHERE }

/** That the ends may be sound, and nobody here can tell. */
export const ANOTHER_KEY = 'sealed with another key'

/** What is wrong with the ends, or `undefined`: nobody but a holder of the key has written them. */
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
