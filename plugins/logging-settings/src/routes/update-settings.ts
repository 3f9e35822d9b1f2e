import { defineRoute, plainText, Reply } from '@plinth/kernel'
import type { LoggingSettingsService } from '../logging-settings-service.js'
import { CHANGES_PROBLEMS, changesProblem, changesShape } from '../settings-on-the-wire.js'

export const updateSettings = (service: LoggingSettingsService, maxLevel: number) =>
  defineRoute({
    method: 'PUT',
    path: '/settings/update',
    summary: 'Change logging settings, all that are given or none',
    description: 'In force at once, on every replica within a second, and after a restart.',
    access: { maxLevel },
    body: changesShape,
    example: { log_level: 20 },
    plainTextProblem: changesProblem,
    responses: { 200: plainText('Settings updated'), 400: plainText(...CHANGES_PROBLEMS) },
    handle: async ({ body }) => {
      await service.update({
        ...(body.log_level !== undefined && { level: body.log_level }),
        ...(body.logger_period !== undefined && { period: body.logger_period }),
        ...(body.log_max_bytes !== undefined && { maxBytes: body.log_max_bytes }),
        ...(body.log_backup_count !== undefined && { backupCount: body.log_backup_count }),
      })
      return Reply.text('Settings updated')
    },
  })
