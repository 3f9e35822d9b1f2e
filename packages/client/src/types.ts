import type { components, operations } from './generated/schema.js'

type Schemas = components['schemas']

/** A user, as the list and the look-up give it. */
export type User = Schemas['User']

/** What is to be different in a user: what is missing stays, and null takes a name away. */
export type UserChanges = Schemas['UserChanges']

/** An open session of a user; `current` is the one that asks. Times are UTC. */
export type Session = Schemas['Session']

/** What a new user needs. */
export type SignUp = Schemas['SignUp']

/** A user that was just made. */
export type SignedUpUser = Schemas['SignedUpUser']

/** Who logs in: by username or by e-mail address, never both. */
export type Credentials =
  | (Required<Pick<Schemas['Credentials'], 'username' | 'password'>> & { readonly email?: never })
  | (Required<Pick<Schemas['Credentials'], 'email' | 'password'>> & { readonly username?: never })

/** What a login gives, its key among it. */
export type Login = Schemas['Login']

/** A new password; one's own needs `current_password`. */
export type PasswordChange = Schemas['PasswordChange']

/** A new password in place of a forgotten one. */
export type PasswordReset = Schemas['PasswordReset']

/** What is asked of a third-party token. */
export type TokenOrder = Schemas['TokenOrder']

/** A third-party token that was just made: the only time that it is seen. */
export type CreatedToken = Schemas['CreatedToken']

/** What is known of a third-party token. Times are UTC. */
export type Token = Schemas['Token']

/** A role; a lower level is more privileged. */
export type Role = Schemas['Role']

/**
 * Which security events are asked for: all filters must match. `before` is the id of the last one of the page before.
 */
export type SecurityEventQuery = NonNullable<operations['securityEvents']['parameters']['query']>

/** A security event of the audit trail. Times are UTC. */
export type SecurityEvent = Schemas['SecurityEvent']

/** The logging settings in force. */
export type Settings = Schemas['Settings']

/** Logging settings to change: all that are given, or none. */
export type SettingsChange = Schemas['SettingsChange']

/** Whether the service can do its work; the checks only with a key of level 1 or below. */
export type Readiness = Schemas['Readiness']

/** What became of the records of an import. */
export type ImportReport = Schemas['ImportReport']

/** The body of an error answer. */
export type Problem = Schemas['Problem']

/** What is wrong with one field of a request. */
export type FieldProblem = Schemas['FieldProblem']

/** Users in the order of creation, all of them or a page. */
export interface UserPage {
  readonly users: readonly User[]
  /** How many there are on all pages. */
  readonly total: number
  /** Where the next page begins; `undefined` on the last one. */
  readonly nextOffset: number | undefined
}
