import { defineRoute } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import { pumpShape, toWire } from '../pump-on-the-wire.js'
import type { PumpService } from '../pump-service.js'

export const recordInspection = (pumpService: PumpService) =>
  defineRoute({
    method: 'POST',
    path: '/pumps/:name/inspection',
    operationId: 'recordInspection',
    summary: 'Record that a pump was inspected',
    access: 'user',
    params: object({ name: string().required().max(64).meta({ description: 'The name of the pump.' }) }),
    responses: { 200: pumpShape },
    errors: [errors.PUMP_NOT_FOUND],
    handle: async ({ params, principal, log }) => {
      const pump = await pumpService.recordInspection(params.name)
      log.info({ pump: pump.name, by: principal.username }, 'pump inspected')
      return toWire(pump)
    },
  })
