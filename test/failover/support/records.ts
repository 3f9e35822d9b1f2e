import { Ledger } from '../../faults/support/ledger.js'
import type { Outcome } from './outcome.js'

/** A write, by the event that the audit trail has of it. */
export interface Write {
  readonly event: 'login' | 'logout' | 'password-changed' | 'signup'
  /** The user. */
  readonly target: string
  /** Whether it was acknowledged; otherwise it may have been committed all the same. */
  isAcknowledged: boolean
}

/** What the callers of a site have sent and received. */
export class Records {
  /** Users, sessions and tokens. */
  readonly ledger = new Ledger()
  readonly outcomes: Outcome[] = []
  readonly writes: Write[] = []

  /** Records a write that is about to be sent. */
  beginWrite(event: Write['event'], target: string): Write {
    const write: Write = { event, target, isAcknowledged: false }
    this.writes.push(write)
    return write
  }

  /** Whether the change of a user's password was acknowledged, or `undefined` if none was sent. */
  isPasswordChanged(username: string): boolean | undefined {
    return this.writes.find(({ event, target }) => event === 'password-changed' && target === username)?.isAcknowledged
  }

  /** The requests that were sent and whose responses arrived within that time. */
  outcomesBetween(from: number, to: number): Outcome[] {
    return this.outcomes.filter(({ sentAt, endedAt }) => sentAt >= from && endedAt <= to)
  }
}
