/** The access to a database that was reset to an earlier state. */
export interface EarlierAccess {
  readonly sessionsEnded: number
  readonly validTokens: number
  /** The event that the earlier state dates from. */
  readonly since: 'backup' | 'copy'
}

/** Describes who has access to a database in an earlier state, and which commands list them. */
export function describeAccess({ sessionsEnded, validTokens, since }: EarlierAccess): string[] {
  return [
    `All sessions have ended (${sessionsEnded}): all users must log in again. One-time codes and recovery codes are no longer valid.`,
    `Third-party tokens are valid (${validTokens}), even those revoked after the ${since}: see plinth tpt list.`,
    `Disabled users and passwords are as they were at the time of the ${since}: see plinth users list.`,
  ]
}
