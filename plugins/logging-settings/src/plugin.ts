import { definePlugin } from '@plinth/kernel'
import { LoggingSettingsService } from './logging-settings-service.js'
import { LoggingSettingsStore } from './logging-settings-store.js'
import { migrations } from './migrations.js'
import { getSettings } from './routes/get-settings.js'
import { updateLoggerPeriod } from './routes/update-logger-period.js'
import { updateSettings } from './routes/update-settings.js'

/** What other plugins and hosts may use. */
export interface LoggingSettingsServices {
  readonly loggingSettingsService: LoggingSettingsService
}

/** Changes how the log is written while it is written, on every replica and for good. */
export const loggingSettings = definePlugin<object, LoggingSettingsServices>()({
  name: 'logging-settings',
  migrations,
  services: { loggingSettingsStore: LoggingSettingsStore, loggingSettingsService: LoggingSettingsService },
  routes: ({ loggingSettingsService, kernelSettings }) => [
    getSettings(loggingSettingsService, kernelSettings.settingsMaxLevel),
    updateSettings(loggingSettingsService, kernelSettings.settingsMaxLevel),
    updateLoggerPeriod(loggingSettingsService, kernelSettings.settingsMaxLevel),
  ],
  start: ({ loggingSettingsService }) => loggingSettingsService.start(),
  stop: ({ loggingSettingsService }) => loggingSettingsService.stop(),
})
