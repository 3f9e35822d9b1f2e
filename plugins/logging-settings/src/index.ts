/** Changes the log level, rotation and logger period at run time. */
export type { EffectiveSettings, Source } from './effective-settings.js'
export type { LoggingSettingsService } from './logging-settings-service.js'
export { type LoggingSettingsServices, loggingSettings } from './plugin.js'
export { debugShape } from './routes/start-debug.js'
export { changesProblem, namesFromWire, settingsFromWire, settingsToWire } from './settings-on-the-wire.js'
