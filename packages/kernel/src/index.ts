/** Before all others, which an old Node may not even evaluate. */
import './boot/refuse-old-node.js'

/** Knex's types, as `database` hands them to work. */
export type { Knex } from 'knex'
export { checkOptions } from './boot/check-options.js'
export { checkPlugins } from './boot/check-plugins.js'
export { checkSettings, settingNames } from './boot/check-settings.js'
export type { Announce, KernelServices, PluginLocals } from './boot/kernel-services.js'
export type { AccountClosing } from './contracts/account-closing.js'
export type { AccountLocks } from './contracts/account-locks.js'
export { type AddressThrottle, throttleErrors } from './contracts/address-throttle.js'
export type { Authenticator } from './contracts/authenticator.js'
export {
  type ConfigurationTable,
  type Derived,
  type Field,
  type Flag,
  field,
  type InitialPassword,
  type Moment,
  type Numeric,
  type Reference,
  type RowNumber,
  type Text,
  type Unread,
} from './contracts/configuration-table.js'
export {
  type AroundReplacement,
  type Credentials,
  credentialErrors,
  type PasswordProof,
} from './contracts/credentials.js'
export type { Denial, DenialObserver } from './contracts/denial-observer.js'
export {
  directoryErrors,
  namesOfRoles,
  type RoleDirectory,
  type StoredRole,
  type User,
  type UserDirectory,
} from './contracts/directories.js'
export type { HealthCheck } from './contracts/health-check.js'
export { type Metric, readMetric, type Sample } from './contracts/metric.js'
export type { Page } from './contracts/page.js'
export type { PasswordOwner, PasswordRule } from './contracts/password-rule.js'
export type { FinishedRequest, RequestObserver } from './contracts/request-observer.js'
export type {
  Actor,
  EventDetails,
  EventRecorder,
  SecurityEvent,
  SecurityRecord,
} from './contracts/security-event.js'
export type { SessionRevoker } from './contracts/session-revoker.js'
export { type AnyErrorKind, defineErrors, type ErrorKind, type ErrorTable } from './errors/define-errors.js'
export { type FieldProblem, PlinthError, type PlinthErrorExtras } from './errors/plinth-error.js'
export { checkAll, StartupError } from './errors/startup-error.js'
export { withoutSecrets } from './errors/without-secrets.js'
export type { Access, CallerOf } from './http/access.js'
export type { KeyedRequest } from './http/api-key.js'
export { cutConnection } from './http/cut-connection.js'
export { EncodedBytes } from './http/encoded-bytes.js'
export type { FaultyRequest, ReportFault } from './http/exchange.js'
export type { HostGuard } from './http/host-guard.js'
export { httpErrors } from './http/http-errors.js'
export { networkOf } from './http/network-of.js'
export { checkPort, openPort, type PortPlace } from './http/open-port.js'
export type { JsonSchema } from './http/openapi/json-schema.js'
export { type StreamLimits, withReceivedStream } from './http/received-stream.js'
export {
  type AnswerOf,
  messageShape,
  plainText,
  Reply,
  type ReplyOptions,
  type ResponseShape,
  type Responses,
  type StreamResponse,
  streamed,
  type TextResponse,
} from './http/responses.js'
export { type AnyRoute, defineRoute, type RequestOf, type Route } from './http/route.js'
export { isStorable } from './http/storable.js'
export type { Traffic } from './http/traffic.js'
export { type ReceivedFile, type Upload, upload } from './http/upload.js'
export { type Check, compileCheck } from './http/validate.js'
export { createKernel, type Kernel, type KernelOptions, type MissingServices } from './kernel.js'
export {
  LOG_LEVELS,
  LOG_LEVELS_IN_WORDS,
  type LogLevel,
  type LogLevelName,
  logLevelInWords,
  logLevelOf,
} from './logging/levels.js'
export { LOG_SETTING_MINIMUMS, type LogControl, type LogSettings } from './logging/log-settings.js'
export type { Logger } from './logging/logger.js'
export type { Contributions } from './plugins/contributions.js'
export {
  type AnyPlugin,
  definePlugin,
  type Everything,
  type Plugin,
  type PluginDefinition,
  type ServiceClass,
  type ServiceDefinition,
  type ServiceDefinitions,
  type ServicesOf,
  type SettingsOf,
  type Within,
} from './plugins/plugin.js'
export { type Contribution, definePoint, type Point } from './plugins/point.js'
export {
  accountClosings,
  authenticators,
  configurationTables,
  denialObservers,
  eventRecorders,
  healthChecks,
  metrics,
  pages,
  passwordRules,
  requestObservers,
} from './plugins/points.js'
export type { Callers } from './security/callers.js'
export { canonicalName } from './security/canonical-name.js'
export { keyDigest } from './security/key-digest.js'
export { type Administrator, isSelf, mayActOn } from './security/may-act-on.js'
export { COMMAND, type CommandOrigin, type Origin, type RequestOrigin } from './security/origin.js'
export {
  ANONYMOUS,
  type Anonymous,
  type Authenticated,
  type Principal,
  type Profile,
  type ThirdPartyPrincipal,
  type UserPrincipal,
} from './security/principal.js'
export { type Randomness, systemRandomness } from './security/randomness.js'
export { ADMIN, AUDITOR, GUEST, OPERATOR, type Role, SUDO, SUPERVISOR } from './security/role.js'
export type { SecurityEvents } from './security/security-events.js'
export { DATA_DIR, type DatabasePlace, databaseFileOf, databaseUrlOf } from './settings/database-place.js'
export { type KernelSettings, kernelSettingsSchema, type LogFormat } from './settings/kernel-settings.js'
export type { SettingsGroup, SettingValues, ValidateSettingsOptions } from './settings/settings.js'
export type { Clock } from './storage/clock.js'
export { copyDatabase } from './storage/copy-database.js'
export type { CopiedTable, CopyOptions } from './storage/copy-to-postgres.js'
export type { Database, PoolUse, WriteOptions } from './storage/database.js'
export { DatabaseAway } from './storage/database-away.js'
export type { Dialect, JsonSql, RowLock } from './storage/dialect.js'
export { LastUsed, type LastUsedOptions } from './storage/last-used.js'
export type { Binding, LookUpOptions } from './storage/look-up.js'
export { makeFolder } from './storage/make-folder.js'
export {
  expectSchema,
  type Migration,
  type MigrationSource,
  type SchemaState,
  schemaState,
} from './storage/migrations.js'
export type { ColumnValue, NewRow, RowTarget, RowWriter, WriteRows } from './storage/new-rows.js'
export { newestMoment } from './storage/newest-moment.js'
export { openForReading } from './storage/open-for-reading.js'
export { ReadMemory } from './storage/read-memory.js'
export { restoreDatabase } from './storage/restore-database.js'
export type { Restored, RestoreOptions } from './storage/restore-sqlite.js'
export { type ServerRights, serverRights } from './storage/server-rights.js'
export { Sweeper, type SweeperOptions } from './storage/sweeper.js'
export { type Obstacle, UnreachableDatabase } from './storage/unreachable-database.js'
export { isLongerThan, shortened } from './text/characters.js'
