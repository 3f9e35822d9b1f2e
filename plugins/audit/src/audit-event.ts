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
  /** Increases with each event. A string of digits if it is above 2⁵³ - 1, where numbers are not exact. */
  readonly id: number | string
  /** JSON exactly as written, because the string is sealed. */
  readonly details: string
  /** `undefined` until the event is sealed, within about a second. */
  readonly link: Link | undefined
}

/** A value in a row. pg returns a bigint as a string. Bytes are there only if somebody has changed the row. */
type Cell = string | number | Uint8Array | null | undefined

/** A row of the table. */
export type AuditRow = Record<string, Exclude<Cell, undefined>>

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
    id: idIn(row.id),
    at: numberIn(row.happened_at),
    event: textIn(row.event),
    result: row.result as SecurityRecord['result'],
    actor: { kind: row.actor_kind as Actor['kind'], name: textOrNull(row.actor) },
    target: textOrNull(row.target),
    address: textOrNull(row.address),
    requestId: textOrNull(row.request_id),
    details: textIn(row.details),
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
  return position == null ? undefined : { position: numberIn(position), keyId: textIn(keyId), seal: textIn(seal) }
}

const textOrNull = (value: Cell) => (value == null ? null : textIn(value))

/**
 * Returns the text of a cell. SQLite can store bytes in a column of texts, where filters do not find them: they must
 * not be read as the text that was sealed.
 */
function textIn(cell: Cell): string {
  return cell instanceof Uint8Array ? `x'${Buffer.from(cell).toString('hex')}'` : String(cell)
}

/** Returns the number in a cell, or NaN. SQLite can also store texts and bytes in a column of numbers. */
function numberIn(cell: Cell): number {
  return typeof cell === 'number' || (typeof cell === 'string' && DIGITS.test(cell)) ? Number(cell) : Number.NaN
}

/** Returns the id in a cell, or NaN. */
function idIn(cell: Cell): number | string {
  const number = numberIn(cell)
  return typeof cell === 'string' && Math.abs(number) > Number.MAX_SAFE_INTEGER ? cell : number
}

/** A bigint as pg returns it. */
const DIGITS = /^-?\d+$/
