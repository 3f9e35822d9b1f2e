import { defineRoute } from '@plinth/kernel'
import { array } from 'yup'
import type { LoggingSettingsService } from '../logging-settings-service.js'
import { settingSourceShape, sourcesToWire } from '../sources-on-the-wire.js'

export const settingsSources = (
  service: LoggingSettingsService,
  maxLevel: number,
  configuredSettings: ReadonlySet<string>,
) =>
  defineRoute({
    method: 'GET',
    path: '/settings/sources',
    operationId: 'settingsSources',
    summary: 'Show where the logging settings come from',
    description: 'A value that was saved replaces the configured one; debug replaces the level for a while.',
    access: { maxLevel },
    responses: { 200: array(settingSourceShape) },
    handle: () => sourcesToWire(service.effective, service.configured, configuredSettings),
  })
