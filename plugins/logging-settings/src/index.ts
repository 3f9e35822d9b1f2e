/** Log level, rotation and logger period, live. */
export type { LoggingSettingsService } from './logging-settings-service.js'
export { type LoggingSettingsServices, loggingSettings } from './plugin.js'
