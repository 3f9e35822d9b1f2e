import type { components, operations } from './generated/schema.js'

type Schemas = components['schemas']

/** A user, as returned by `users` and `user`. */
export type User = Schemas['User']

/** Filters, order and page of users. `limit` is 1 to 1000; by default 1000 if any other field is given, else all. */
export type UserQuery = NonNullable<operations['users']['parameters']['query']>

/** Fields to update. Omitted fields are unchanged; `null` clears a name. */
export type UserChanges = Schemas['UserChanges']

/** Whether a user can log in, and why not. */
export type UserAccess = Schemas['UserAccess']

/** An open session of a user; `current` marks the session that made this request. Times are UTC. */
export type Session = Schemas['Session']

/** The fields of a new user. */
export type SignUp = Schemas['SignUp']

/** A newly created user. */
export type SignedUpUser = Schemas['SignedUpUser']

/** A user to create without a password. */
export type NewUser = Schemas['NewUser']

/** A new one-time code. The code itself is returned only here. */
export type IssuedCode = Schemas['IssuedCode']

/** A one-time code that can be redeemed, without the code itself. Times are UTC. */
export type ActiveCode = Schemas['ActiveCode']

/** The one-time code of a user, and whether the caller may issue one. */
export type CodeState = Schemas['CodeState']

/** A one-time code of a user, named by username or e-mail address, and the password that it sets. */
export type CodeRedemption = Schemas['CodeRedemption']

/** Login credentials: a username or an e-mail address, never both, and a password. */
export type Credentials =
  | (Required<Pick<Schemas['Credentials'], 'username' | 'password'>> & { readonly email?: never })
  | (Required<Pick<Schemas['Credentials'], 'email' | 'password'>> & { readonly username?: never })

/** The result of a login, including the API key. */
export type Login = CookieLogin & { readonly apiKey: string }

/** The result of a login with a session cookie, which has no API key. */
export type CookieLogin = Omit<Schemas['Login'], 'apiKey' | 'page_key'>

/** Who the caller of a request is. */
export type CurrentSession = Schemas['CurrentSession']

/** The key of a login that needs a second factor, and a code of that factor. */
export type LoginCompletion = Omit<Schemas['LoginCompletion'], 'session'>

/** A secret for an authenticator app. It is returned only here. */
export type Enrolment = Schemas['Enrolment']

/** The key of a login that needs a second factor. */
export type EnrolmentAtLogin = Schemas['EnrolmentAtLogin']

/** A code of the authenticator app. */
export type FactorConfirmation = Schemas['FactorConfirmation']

/** The second factor of a user. Times are UTC. */
export type SecondFactor = Schemas['SecondFactor']

/** The password of the caller, or a code of the second factor. */
export type LoginConfirmation = Schemas['LoginConfirmation']

/** A new password. Changing one's own password requires `current_password`. */
export type PasswordChange = Schemas['PasswordChange']

/** A replacement for a forgotten password. */
export type PasswordReset = Schemas['PasswordReset']

/** Parameters of a new third-party token. */
export type CreateTokenRequest = Schemas['TokenOrder']

/** A newly created third-party token. The token itself is returned only here. */
export type CreatedToken = Schemas['CreatedToken']

/** Metadata of a third-party token. Times are UTC. */
export type Token = Schemas['Token']

/** A role; a lower level is more privileged. */
export type Role = Schemas['Role']

/** A role, and what it means for the caller. */
export type RoleInfo = Schemas['RoleInfo']

/** A role to create. */
export type NewRole = Schemas['NewRole']

/** The new level of a role. */
export type RoleChange = Schemas['RoleChange']

/** Filters for a page of third-party tokens. `before`: id of the last token of the previous page. */
export type TokenQuery = NonNullable<operations['tokens']['parameters']['query']>

/**
 * Filters for security events; all must match. `before`: id of the last event of the previous page.
 */
export type SecurityEventQuery = NonNullable<operations['securityEvents']['parameters']['query']>

/** A page of the caller's own security events. `before`: id of the last event of the previous page. */
export type OwnSecurityEventQuery = NonNullable<operations['ownSecurityEvents']['parameters']['query']>

/** Filters for an export of security events; all must match. */
export type SecurityEventFilters = NonNullable<operations['exportSecurityEvents']['parameters']['query']>

/** The result of a verification of the audit trail. */
export type AuditVerification = Schemas['AuditVerification']

/** The state of a service. Times are UTC. */
export type Overview = Schemas['Overview']

/** A table of the configuration or of historical data, with its fields. */
export type ReadableTable = Schemas['ReadableTable']

/** A security event of the audit trail. Times are UTC. */
export type SecurityEvent = Schemas['SecurityEvent']

/** The current logging settings. */
export type Settings = Schemas['Settings']

/** A logging setting, and where its value comes from. */
export type SettingSource = Schemas['SettingSource']

/** Logging settings to update; all of the given ones are applied, or none. */
export type SettingsChange = Schemas['SettingsChange']

/** Whether the service is ready. The individual checks are included only with a key of level 0 or 1. */
export type Readiness = Schemas['Readiness']

/** The outcome of an import, by table. */
export type ImportReport = Schemas['ImportReport']

/** What a file or snapshot would change. */
export type Plan = Schemas['Plan']

/** What a plan does with one record. */
export type PlannedChange = Schemas['PlannedChange']

/** What the apply of a plan has done. */
export type ApplyReport = Schemas['ApplyReport']

/** The state of the configuration at one time. */
export type Snapshot = Schemas['Snapshot']

/** A configuration file that is kept to be compared or merged. */
export type UploadedFile = Schemas['UploadedFile']

/** The body of an error response. */
export type Problem = Schemas['Problem']

/** A problem with one field of a request. */
export type FieldProblem = Schemas['FieldProblem']

/** A page of users, with the number of users on all pages. */
export interface CountedUserPage extends UserPage {
  readonly total: number
}

/** Users, all of them or a page. */
export interface UserPage {
  readonly users: readonly User[]
  /** Number of users on all pages; `undefined` for a page if `count` is not true. */
  readonly total: number | undefined
  /** The `offset` of the next page; `undefined` on the last page. */
  readonly nextOffset: number | undefined
}
