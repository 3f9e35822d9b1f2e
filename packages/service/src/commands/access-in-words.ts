/** What gives access to a database that was put back to an earlier state. */
export interface EarlierAccess {
  readonly sessionsEnded: number
  readonly validTokens: number
  /** What the state dates from. */
  readonly since: 'backup' | 'copy'
}

/** Describes which access an earlier state of a database gives, and where to check it. */
export function accessInWords({ sessionsEnded, validTokens, since }: EarlierAccess): string[] {
  return [
    `All sessions have ended (${sessionsEnded}): everybody must log in again.`,
    `${validTokens} third-party tokens are valid, even those revoked after the ${since}: see plinth tpt list.`,
    `Disabled users and passwords are as they were at the time of the ${since}: see plinth users list.`,
  ]
}
