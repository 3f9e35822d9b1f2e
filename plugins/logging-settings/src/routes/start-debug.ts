import { defineRoute } from '@plinth/kernel'
import { described, isoTime } from '@plinth/kernel/tools'
import { number, object, string } from 'yup'
import type { LoggingSettingsService } from '../logging-settings-service.js'

const MAX_MINUTES = 120

/** How long debug may be on. */
export const debugShape = object({
  minutes: described(number().integer().min(1).max(MAX_MINUTES).required(), 'For how many minutes.', 15),
}).meta({ id: 'DebugPeriod', description: 'For how long to write lines of level 10 (debug).' })

const debugState = object({
  until: described(string().required(), 'When it ends by itself: ISO 8601, UTC.', '2026-11-21T08:15:00.000Z'),
}).meta({ id: 'DebugState', description: 'Until when lines of level 10 (debug) are written.' })

export const startDebug = (service: LoggingSettingsService, maxLevel: number) =>
  defineRoute({
    method: 'PUT',
    path: '/settings/debug',
    operationId: 'startDebug',
    summary: 'Set the log level to debug for a while',
    description:
      'Takes effect at once, on every replica within a second, and survives restarts. It ends by itself; the saved level is kept and then applies again. Saving another `log_level` ends it, too.',
    access: { maxLevel },
    body: debugShape,
    example: { minutes: 15 },
    responses: { 200: debugState },
    handle: async (request) => ({ until: isoTime(await service.startDebug(request, request.body.minutes)) }),
  })
