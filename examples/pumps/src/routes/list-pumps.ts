import { defineRoute } from '@plinth/kernel'
import { array, boolean, object } from 'yup'
import { pumpShape, toWire } from '../pump-on-the-wire.js'
import type { PumpService } from '../pump-service.js'

export const listPumps = (pumpService: PumpService) =>
  defineRoute({
    method: 'GET',
    path: '/pumps',
    operationId: 'pumps',
    summary: 'List the pumps',
    access: 'authenticated',
    query: object({
      due: boolean().meta({ description: '`true` for the pumps that are due for inspection, `false` for the others.' }),
    }),
    responses: { 200: array(pumpShape).required() },
    handle: async ({ query: { due } }) => {
      const pumps = await pumpService.list()
      return pumps.filter(({ isDue }) => due === undefined || isDue === due).map(toWire)
    },
  })
