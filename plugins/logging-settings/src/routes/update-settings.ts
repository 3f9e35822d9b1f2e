import { defineRoute, plainText, Reply } from '@plinth/kernel'
import type { LoggingSettingsService } from '../logging-settings-service.js'
import { CHANGES_PROBLEMS, changesProblem, changesShape, settingsFromWire } from '../settings-on-the-wire.js'

export const updateSettings = (service: LoggingSettingsService, maxLevel: number) =>
  defineRoute({
    method: 'PUT',
    path: '/settings/update',
    operationId: 'updateSettings',
    summary: 'Change logging settings, all or none',
    description: 'Takes effect at once, on every replica within a second, and outlasts restarts.',
    access: { maxLevel },
    body: changesShape,
    example: { log_level: 20 },
    plainTextProblem: changesProblem,
    responses: { 200: plainText('Settings updated'), 400: plainText(...CHANGES_PROBLEMS) },
    handle: async (request) => {
      await service.update(request, settingsFromWire(request.body))
      return Reply.text('Settings updated')
    },
  })
