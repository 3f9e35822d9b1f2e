/** Must stay the first import: an old Node may not even evaluate the other modules. */
import './boot/refuse-old-node.js'

/** Knex's types, as used by the callbacks of `database`. */
export type { Knex } from 'knex'
export { createKernel } from './boot/create-kernel.js'
export { field } from './contracts/configuration-table.js'
export type { SecurityEvents } from './contracts/security-event.js'
export { type AnyErrorKind, defineErrors, type ErrorKind, type ErrorTable } from './errors/define-errors.js'
export { type FieldProblem, PlinthError, type PlinthErrorExtras } from './errors/plinth-error.js'
export { StartupError } from './errors/startup-error.js'
export type { Access, CallerOf } from './http/access.js'
export type { KeyedRequest } from './http/api-key.js'
export type { FaultyRequest, ReportFault } from './http/exchange.js'
export type { HostMiddleware } from './http/host-middleware.js'
export { httpErrors } from './http/http-errors.js'
export type { JsonSchema } from './http/openapi/json-schema.js'
export { EncodedBytes } from './http/responses/encoded-bytes.js'
export {
  type HandlerResult,
  messageShape,
  plainText,
  Reply,
  type ReplyOptions,
  type ResponseShape,
  type Responses,
  type StreamResponse,
  streamed,
  type TextResponse,
} from './http/responses/responses.js'
export { type AnyRoute, defineRoute, type RequestOf, type Route } from './http/route.js'
export type { Traffic } from './http/traffic.js'
export { type ReceivedFile, type Upload, upload } from './http/upload.js'
export type { Kernel, KernelOptions, MissingServices } from './kernel.js'
export { LOG_LEVELS, LOG_LEVELS_IN_WORDS, type LogLevel } from './logging/levels.js'
export type { LogControl, LogSettings } from './logging/log-settings.js'
export type { Logger } from './logging/logger.js'
export type { LogLine, LogTail } from './logging/recent-lines.js'
export type { Contributions } from './plugins/contributions.js'
export type { Announce, KernelServices, PluginLocals } from './plugins/kernel-services.js'
export {
  type AnyPlugin,
  definePlugin,
  type Everything,
  type Plugin,
  type PluginDefinition,
  type PluginScope,
  type ServiceClass,
  type ServiceDefinition,
  type ServiceDefinitions,
  type ServicesOf,
  type SettingsOf,
} from './plugins/plugin.js'
export { type Contribution, definePoint, type Point } from './plugins/point.js'
export {
  accessRevocations,
  authenticators,
  callerRestrictions,
  configurationTables,
  consolePages,
  denialObservers,
  eventRecorders,
  healthChecks,
  historicalTables,
  metrics,
  notices,
  pages,
  passwordRules,
  requestObservers,
  roleUses,
  secondFactors,
} from './plugins/points.js'
export type { Callers } from './security/callers.js'
export { type Administrator, isSelf, mayActOn } from './security/may-act-on.js'
export { maySetPassword, type UserWithRole } from './security/may-set-password.js'
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
export type { KernelSettings } from './settings/kernel-settings.js'
export type { SettingValues } from './settings/validate-settings.js'
export type { Clock } from './storage/clock.js'
export type { Database, PoolUse, WriteOptions } from './storage/database.js'
export type { ColumnContent, Dialect, ForeignKey, JsonSql, RowLock, StoredTable } from './storage/dialect.js'
export type { Binding, LookUpOptions } from './storage/look-up.js'
export type { Migration } from './storage/migrations.js'
export type { ColumnValue, NewRow, RowTarget, RowWriter, WriteRows } from './storage/row-writer.js'
