import type { Knex } from 'knex'
import type { Origin } from '../security/origin.js'
import type { Actor } from './actor.js'

/** Additional details of an event. Must not contain secrets. */
export type EventDetails = Readonly<Record<string, string | number | boolean>>

/** A security-relevant action, such as a login, a role change or an export. */
export interface SecurityEvent {
  /** Name of the event in kebab case: a noun, optionally with a participle, such as `login` or `role-changed`. */
  readonly event: string
  readonly origin: Origin
  /** Whether the action was done, or refused without effect. Default: `done`. */
  readonly result?: 'done' | 'refused'
  /** The user or object acted on: a username, or the id of a token. */
  readonly target?: string | undefined
  readonly details?: EventDetails
}

/** A security event as it is stored. */
export interface SecurityRecord {
  /** Time in ms since the epoch. */
  readonly at: number
  readonly event: string
  readonly result: 'done' | 'refused'
  readonly actor: Actor
  readonly target: string | null
  readonly address: string | null
  readonly requestId: string | null
  readonly details: EventDetails
}

/** Stores security events. Contributed to the point `eventRecorders`. */
export interface EventRecorder {
  /** Stores an event in the transaction of the change that it describes. An error rolls that change back. */
  record(record: SecurityRecord, transaction: Knex.Transaction): Promise<void>
  /** Returns when an event of this name was last stored, in ms; `undefined` if never. For the overview. */
  lastRecorded?(event: string): Promise<number | undefined>
  /** Returns when the newest event that is sealed, so that a change would be noticed, was stored. For the overview. */
  lastSealed?(): Promise<number | undefined>
}

/** Records security events. The service `securityEvents` of every kernel. */
export interface SecurityEvents {
  /**
   * Passes an event to all `eventRecorders` in the transaction of the change that it describes, and logs it after the
   * commit: every change has its event, and a change that is rolled back has none.
   */
  record(transaction: Knex.Transaction, event: SecurityEvent): Promise<void>
}
