import { defineRoute } from '@plinth/kernel'
import type { LoggingSettingsService } from '../logging-settings-service.js'
import { settingsShape, settingsToWire } from '../settings-on-the-wire.js'

export const getSettings = (service: LoggingSettingsService, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings',
    operationId: 'settings',
    summary: 'Show the current logging settings',
    access: { maxLevel },
    responses: { 200: settingsShape },
    handle: () => settingsToWire(service.current),
  })
