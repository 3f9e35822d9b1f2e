import { defineRoute, messageShape } from '@plinth/kernel'
import { messageAfter } from '@plinth/kernel/tools'
import type { LoggingSettingsService } from '../logging-settings-service.js'

export const stopDebug = (service: LoggingSettingsService, maxLevel: number) =>
  defineRoute({
    method: 'DELETE',
    path: '/settings/debug',
    operationId: 'stopDebug',
    summary: 'End the debug level at once',
    description: 'The saved or configured level applies again. Does nothing if debug is off.',
    access: { maxLevel },
    responses: { 200: messageShape('Debug ended') },
    handle: async (request) => messageAfter(service.stopDebug(request), 'Debug ended'),
  })
