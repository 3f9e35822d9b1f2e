import type { Actor, EventDetails, SecurityRecord } from '@plinth/kernel/contracts'

/** The position of an event in the chain, and its seal. */
export interface Link {
  /** Counts from 1 without gaps, in the order of sealing. */
  readonly position: number
  /** Id of the key with which the event was sealed. */
  readonly keyId: string
  readonly seal: string
}

/** A stored event. */
export interface AuditEvent extends Omit<SecurityRecord, 'details'> {
  readonly id: number
  /** JSON exactly as written, because the string is sealed. */
  readonly details: string
  /** `undefined` until the event is sealed, within about a second. */
  readonly link: Link | undefined
}

/** A row of the table. pg returns a bigint as a string. */
export type AuditRow = Record<string, string | number | null>

/** The columns that are written when an event is recorded. Sealing adds the position, key id and seal. */
export const RECORDED_COLUMNS = [
  'happened_at',
  'event',
  'result',
  'actor_kind',
  'actor',
  'target',
  'address',
  'request_id',
  'details',
] as const
type RecordedRow = Record<(typeof RECORDED_COLUMNS)[number], string | number | null>

export function toEvent(row: AuditRow): AuditEvent {
  return {
    id: Number(row.id),
    at: Number(row.happened_at),
    event: String(row.event),
    result: row.result as SecurityRecord['result'],
    actor: { kind: row.actor_kind as Actor['kind'], name: stringOrNull(row.actor) },
    target: stringOrNull(row.target),
    address: stringOrNull(row.address),
    requestId: stringOrNull(row.request_id),
    details: String(row.details),
    link: linkIn(row),
  }
}

export function toRow({ at, details, ...fields }: SecurityRecord): RecordedRow {
  return { happened_at: at, ...toSharedNames(fields), details: JSON.stringify(details satisfies EventDetails) }
}

/** Renames the fields of an event to the names that the columns and the REST API share. */
export function toSharedNames({
  event,
  result,
  actor,
  target,
  address,
  requestId,
}: Omit<SecurityRecord, 'at' | 'details'>) {
  return { event, result, actor_kind: actor.kind, actor: actor.name, target, address, request_id: requestId }
}

function linkIn({ position, key_id: keyId, seal }: AuditRow): Link | undefined {
  return position == null ? undefined : { position: Number(position), keyId: String(keyId), seal: String(seal) }
}

const stringOrNull = (value: string | number | null | undefined) => (value == null ? null : String(value))
