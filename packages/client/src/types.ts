import type { components, paths } from './generated/schema.js'

type Operation<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method]

type JsonBody<O> = O extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : never

type JsonAnswer<O> = O extends { responses: { 200: { content: { 'application/json': infer Answer } } } }
  ? Answer
  : never

/** A user, as the list and the look-up give it. */
export type User = JsonAnswer<Operation<'/users/{username}', 'get'>>

/** What is to be different in a user: what is missing stays, and null takes a name away. */
export type UserChanges = JsonBody<Operation<'/users/{username}', 'patch'>>

/** An open session of a user; `current` is the one that asks. Times are UTC. */
export type Session = JsonAnswer<Operation<'/users/{username}/sessions', 'get'>>[number]

/** What a new user needs. */
export type SignUp = JsonBody<Operation<'/users/signup', 'post'>>

/** A user that was just made. */
export type SignedUpUser = JsonAnswer<Operation<'/users/signup', 'post'>>

type LoginBody = JsonBody<Operation<'/users/login', 'post'>>

/** Who logs in: by username or by e-mail address, never both. */
export type Credentials =
  | (Required<Pick<LoginBody, 'username' | 'password'>> & { readonly email?: never })
  | (Required<Pick<LoginBody, 'email' | 'password'>> & { readonly username?: never })

/** What a login gives, its key among it. */
export type Login = JsonAnswer<Operation<'/users/login', 'post'>>

/** A new password; one's own needs `current_password`. */
export type PasswordChange = JsonBody<Operation<'/users/change_password', 'post'>>

/** A new password in place of a forgotten one. */
export type PasswordReset = JsonBody<Operation<'/users/reset_password', 'post'>>

/** What is asked of a third-party token. */
export type TokenOrder = JsonBody<Operation<'/users/create_tpt', 'post'>>

/** A third-party token that was just made: the only time that it is seen. */
export type CreatedToken = JsonAnswer<Operation<'/users/create_tpt', 'post'>>

/** What is known of a third-party token. Times are UTC. */
export type Token = JsonAnswer<Operation<'/tpt', 'get'>>[number]

/** A role; a lower level is more privileged. */
export type Role = JsonAnswer<Operation<'/roles', 'get'>>[number]

/** Which security events are asked for: all filters must match. `before` is the id of the last one of the page before. */
export type SecurityEventQuery = NonNullable<Operation<'/audit', 'get'>['parameters']['query']>

/** A security event of the audit trail. Times are UTC. */
export type SecurityEvent = JsonAnswer<Operation<'/audit', 'get'>>[number]

/** The logging settings in force. */
export type Settings = JsonAnswer<Operation<'/settings', 'get'>>

/** Logging settings to change: all that are given, or none. */
export type SettingsChange = JsonBody<Operation<'/settings/update', 'put'>>

/** Whether the service can do its work; the checks only with a key of level 1 or below. */
export type Readiness = JsonAnswer<Operation<'/health/ready', 'get'>>

/** What became of the records of an import. */
export type ImportReport = JsonAnswer<Operation<'/settings/import_config', 'post'>>

/** The body of an error answer. */
export type Problem = components['schemas']['Problem']

/** What is wrong with one field of a request. */
export type FieldProblem = NonNullable<Problem['errors']>[number]

/** Users in the order of creation, all of them or a page. */
export interface UserPage {
  readonly users: readonly User[]
  /** How many there are on all pages. */
  readonly total: number
  /** Where the next page begins; `undefined` on the last one. */
  readonly nextOffset: number | undefined
}
