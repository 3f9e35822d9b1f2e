import { defineRoute, plainText, Reply } from '@plinth/kernel'
import type { LoggingSettingsService } from '../logging-settings-service.js'
import { PERIOD_PROBLEMS, periodProblem, periodShape } from '../settings-on-the-wire.js'

export const updateLoggerPeriod = (service: LoggingSettingsService, maxLevel: number) =>
  defineRoute({
    method: 'PUT',
    path: '/settings/logger_period',
    operationId: 'setLoggerPeriod',
    summary: 'Change how often the log file is flushed',
    access: { maxLevel },
    body: periodShape,
    example: { logger_period: 10 },
    plainTextProblem: periodProblem,
    responses: { 200: plainText('Logger period updated'), 400: plainText(...PERIOD_PROBLEMS) },
    handle: async (request) => {
      await service.update(request, { period: request.body.logger_period })
      return Reply.text('Logger period updated')
    },
  })
