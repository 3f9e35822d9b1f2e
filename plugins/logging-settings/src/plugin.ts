import { definePlugin } from '@plinth/kernel'
import { LoggingSettingsService } from './logging-settings-service.js'
import { LoggingSettingsStore } from './logging-settings-store.js'
import { migrations } from './migrations.js'
import { getSettings } from './routes/get-settings.js'
import { updateLoggerPeriod } from './routes/update-logger-period.js'
import { updateSettings } from './routes/update-settings.js'

/** Services for other plugins and hosts. */
export interface LoggingSettingsServices {
  readonly loggingSettingsService: LoggingSettingsService
}

/** Changes the logging settings at run time, permanently and on every replica. */
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
