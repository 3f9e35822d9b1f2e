import { Ledger } from '../../faults/support/ledger.js'
import type { Outcome } from './outcome.js'

/** A write, named by its event in the audit trail. */
export interface Write {
  readonly event: 'login' | 'logout' | 'password-changed' | 'signup'
  /** The user. */
  readonly target: string
  /** If false, the write may have been committed all the same. */
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

  /** Returns the change of a user's password, or `undefined` if none was sent. */
  passwordChangeOf(username: string): Write | undefined {
    return this.writes.find(({ event, target }) => event === 'password-changed' && target === username)
  }

  /** Returns the outcomes of the requests that were sent and ended within that time. */
  outcomesBetween(from: number, to: number): Outcome[] {
    return this.outcomes.filter(({ sentAt, endedAt }) => sentAt >= from && endedAt <= to)
  }
}
