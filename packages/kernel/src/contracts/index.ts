/**
 * Interfaces through which plugins use one another without importing one another, with their errors and a few small
 * functions.
 */

export type { AccessRevocation } from './access-revocation.js'
export type { AccountLocks, GuessedSecret } from './account-locks.js'
export type { Actor } from './actor.js'
export type { Authenticator } from './authenticator.js'
export type { CallerRestriction } from './caller-restriction.js'
export type { CodeHasher, SaltedHashes } from './code-hasher.js'
export type {
  ConfigurationTable,
  Derived,
  Field,
  Flag,
  Ignored,
  InitialPassword,
  Numeric,
  Reference,
  RowIdField,
  Text,
  Timestamp,
} from './configuration-table.js'
export type { ConsolePage } from './console-page.js'
export {
  type AroundReplacement,
  type Credentials,
  credentialErrors,
  type PasswordProblem,
  type PasswordProof,
} from './credentials.js'
export type { Denial, DenialObserver } from './denial-observer.js'
export type { DerivedKeys, KeysOfPurpose } from './derived-keys.js'
export {
  directoryErrors,
  hasEnded,
  isActive,
  namesOfRoles,
  type RoleDirectory,
  type StoredRole,
  type User,
  type UserDirectory,
} from './directories.js'
export type { HealthCheck } from './health-check.js'
export type { HistoricalTable } from './historical-table.js'
export { type Metric, readMetric, type Sample } from './metric.js'
export type { Notice, NoticeDetails } from './notice.js'
export type { Page } from './page.js'
export type { CheckedPassword, PasswordCheck, PasswordToCheck } from './password-check.js'
export type { PasswordOwner, PasswordRule } from './password-rule.js'
export { type PendingLogins, pendingLoginErrors } from './pending-logins.js'
export { type RateLimiter, rateLimitErrors } from './rate-limiter.js'
export type { FinishedRequest, RequestObserver } from './request-observer.js'
export type { RoleUse } from './role-use.js'
export type { SecondAttempt, SecondFactor, SecondProof, SecondStep } from './second-factor.js'
export type { EventDetails, EventRecorder, SecurityEvent, SecurityRecord } from './security-event.js'
export type { SessionRevoker } from './session-revoker.js'
