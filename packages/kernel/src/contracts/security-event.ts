import type { Knex } from 'knex'
import type { Origin } from '../security/origin.js'

/** What is said of an event beside the rest; never a secret. */
export type EventDetails = Readonly<Record<string, string | number | boolean>>

/** Something that matters to who may do what: a login, a change of a role, an export. */
export interface SecurityEvent {
  /** What was asked for: a noun, or a noun and what became of it, in kebab case: `login`, `role-changed`. */
  readonly event: string
  readonly origin: Origin
  /** Whether it was done, or refused and had no effect. `done` unless given. */
  readonly result?: 'done' | 'refused'
  /** Whom or what it was done to: a username, the id of a token. */
  readonly target?: string | undefined
  readonly details?: EventDetails
}

/** Who had it done: a user by name, a third-party token by its id, the command, or somebody without a key. */
export interface Actor {
  readonly kind: 'user' | 'token' | 'command' | 'nobody'
  readonly name: string | null
}

/** A security event as it is kept. */
export interface SecurityRecord {
  /** In ms. */
  readonly at: number
  readonly event: string
  readonly result: 'done' | 'refused'
  readonly actor: Actor
  readonly target: string | null
  readonly address: string | null
  readonly requestId: string | null
  readonly details: EventDetails
}

/** Keeps security events. Contributed to the point `eventRecorders`. */
export interface EventRecorder {
  /** Keeps one in the transaction of the change that it is about; what it throws undoes that change. */
  record(record: SecurityRecord, transaction: Knex.Transaction): Promise<void>
}

/** Takes security events; the service `securityEvents` of every kernel. */
export interface SecurityEvents {
  /**
   * Hands an event to all `eventRecorders` in the transaction of the change that it is about, and writes a line of the
   * log once that is committed. So there is neither a change without its event nor an event of a change that was
   * undone.
   */
  record(transaction: Knex.Transaction, event: SecurityEvent): Promise<void>
}
