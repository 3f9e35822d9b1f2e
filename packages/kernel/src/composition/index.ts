/**
 * For a program that composes a kernel of plugins and operates it, as `@plinth/service` does: it checks settings before
 * there is a kernel, and opens, copies and restores databases without one.
 */
import '../boot/refuse-old-node.js'

export { checkOptions } from '../boot/check-options.js'
export { checkPlugins } from '../boot/check-plugins.js'
export { checkSettings, settingNames } from '../boot/check-settings.js'
export { checkAll } from '../errors/startup-error.js'
export { type StreamLimits, withReceivedStream } from '../http/body/received-stream.js'
export { type Check, compileCheck } from '../http/body/validate.js'
export { type LogLevelName, logLevelInWords, logLevelOf } from '../logging/levels.js'
export { DATA_DIR, type DatabasePlace, databaseFileOf, databaseUrlOf } from '../settings/database-place.js'
export { kernelSettingsSchema, type LogFormat } from '../settings/kernel-settings.js'
export type { SettingsGroup, ValidateSettingsOptions } from '../settings/settings.js'
export { copyDatabase } from '../storage/copy-database.js'
export { type CopyMark, copyMarkOf, serverPlaceOf } from '../storage/copy-mark.js'
export type { CopiedTable, CopyOptions } from '../storage/copy-to-postgres.js'
export { DatabaseAway } from '../storage/database-away.js'
export { forgetCopy } from '../storage/forget-copy.js'
export { makeFolder } from '../storage/make-folder.js'
export { expectSchema, type MigrationSource, type SchemaState, schemaState } from '../storage/migrations.js'
export { openForReading } from '../storage/open-for-reading.js'
export { type ServerRights, serverRights } from '../storage/postgres/server-rights.js'
export { restoreDatabase } from '../storage/restore-database.js'
export type { Restored, RestoreOptions } from '../storage/sqlite/restore-sqlite.js'
export { type Obstacle, UnreachableDatabase } from '../storage/unreachable-database.js'
