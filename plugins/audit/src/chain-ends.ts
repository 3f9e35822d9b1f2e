import type { AuditRow } from './audit-event.js'
import { BEGINNING, type ChainPosition, isSameSeal, type SealingKeys } from './sealing-key.js'

/** The ends of the chain of events. */
export interface ChainEnds {
  /** The newest event that retention has deleted. */
  readonly first: ChainPosition
  /** The newest sealed event. */
  readonly last: ChainPosition
}

/**
 * The ends as they are stored. They have a seal of their own, so that a removal of events at either end is detected.
 */
export interface StoredEnds extends ChainEnds {
  readonly keyId: string
  readonly seal: string
}

const NOWHERE: ChainPosition = { position: 0, seal: BEGINNING }
/** The ends of an empty trail. */
export const NO_EVENTS: ChainEnds = { first: NOWHERE, last: NOWHERE }

/** The problem of ends that may be intact, but were sealed with a key that this process does not have. */
export const ANOTHER_KEY = 'sealed with another key'

/** Returns the problem of the ends; `undefined` if they were sealed with a known key. */
export function problemOfEnds(stored: StoredEnds, keys: SealingKeys): 'changed' | typeof ANOTHER_KEY | undefined {
  const key = keys.ofEnds(stored.keyId)
  if (!key) return ANOTHER_KEY
  return isSameSeal(key.sealOfEnds(stored), stored.seal) ? undefined : 'changed'
}

export function toEnds(row: AuditRow): StoredEnds {
  return {
    first: { position: Number(row.first_position), seal: String(row.first_seal) },
    last: { position: Number(row.last_position), seal: String(row.last_seal) },
    keyId: String(row.key_id),
    seal: String(row.seal),
  }
}

export function endsToRow({ first, last, keyId, seal }: StoredEnds): AuditRow {
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
