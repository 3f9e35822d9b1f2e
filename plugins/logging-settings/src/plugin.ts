import { definePlugin, notices } from '@plinth/kernel'
import { isoTime } from '@plinth/kernel/tools'
import { errors } from './errors.js'
import { LogTails } from './log-tails.js'
import { LoggingSettingsService } from './logging-settings-service.js'
import { LoggingSettingsStore } from './logging-settings-store.js'
import { migrations } from './migrations.js'
import { getSettings } from './routes/get-settings.js'
import { settingsSources } from './routes/settings-sources.js'
import { startDebug } from './routes/start-debug.js'
import { stopDebug } from './routes/stop-debug.js'
import { tailLog } from './routes/tail-log.js'
import { updateLoggerPeriod } from './routes/update-logger-period.js'
import { updateSettings } from './routes/update-settings.js'

/** Services for other plugins and hosts. */
export interface LoggingSettingsServices {
  readonly loggingSettingsService: LoggingSettingsService
}

/** Changes the logging settings at run time, permanently and on every replica. */
export const loggingSettings = definePlugin<object, LoggingSettingsServices>()({
  name: 'logging-settings',
  errors,
  migrations,
  services: {
    loggingSettingsStore: LoggingSettingsStore,
    loggingSettingsService: LoggingSettingsService,
    logTails: LogTails,
  },
  contributes: ({ loggingSettingsService }) => [
    notices.of({
      code: 'DEBUG_ON',
      check: () => {
        const { debugUntil } = loggingSettingsService.effective
        return debugUntil === undefined ? undefined : { until: isoTime(debugUntil) }
      },
    }),
  ],
  routes: ({ loggingSettingsService, logTails, kernelSettings, configuredSettings }) => [
    getSettings(loggingSettingsService, kernelSettings.settingsMaxLevel),
    updateSettings(loggingSettingsService, kernelSettings.settingsMaxLevel),
    updateLoggerPeriod(loggingSettingsService, kernelSettings.settingsMaxLevel),
    settingsSources(loggingSettingsService, kernelSettings.settingsMaxLevel, configuredSettings),
    startDebug(loggingSettingsService, kernelSettings.settingsMaxLevel),
    stopDebug(loggingSettingsService, kernelSettings.settingsMaxLevel),
    tailLog(logTails, kernelSettings.settingsMaxLevel),
  ],
  start: ({ loggingSettingsService }) => loggingSettingsService.start(),
  stop: ({ loggingSettingsService }) => loggingSettingsService.stop(),
})
