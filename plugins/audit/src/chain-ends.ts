import type { AuditRow } from './audit-event.js'
import { type ChainPosition, INITIAL_SEAL, isSameSeal, type SealingKeys } from './sealing-keys.js'

/** The ends of the chain of events. */
export interface ChainEnds {
  /** The newest event that retention has deleted. */
  readonly first: ChainPosition
  /** The newest sealed event. */
  readonly last: ChainPosition
}

/** The ends as stored, with a seal of their own, so that the removal of events at either end is detected. */
export interface StoredEnds extends ChainEnds {
  readonly keyId: string
  readonly seal: string
}

const BEFORE_FIRST_EVENT: ChainPosition = { position: 0, seal: INITIAL_SEAL }
/** The ends of an empty trail. */
export const EMPTY_CHAIN_ENDS: ChainEnds = { first: BEFORE_FIRST_EVENT, last: BEFORE_FIRST_EVENT }

/** The problem reported for ends that may be intact, but were sealed with a key that this process does not have. */
export const SEALED_WITH_UNKNOWN_KEY = 'sealed with another key'

/** The problem reported for ends whose seal is wrong. */
export const CHANGED = 'changed'

/** Checks the seal of the ends. Returns what is wrong with it; `undefined` if it is valid. */
export function sealProblem(
  stored: StoredEnds,
  keys: SealingKeys,
): typeof CHANGED | typeof SEALED_WITH_UNKNOWN_KEY | undefined {
  const key = keys.ofEnds(stored.keyId)
  if (!key) return SEALED_WITH_UNKNOWN_KEY
  return isSameSeal(key.sealOfEnds(stored), stored.seal) ? undefined : CHANGED
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
