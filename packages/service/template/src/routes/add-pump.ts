import { ADMIN, defineRoute, Reply } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import { pumpShape, toWire } from '../pump-on-the-wire.js'
import type { PumpService } from '../pump-service.js'

export const addPump = (pumpService: PumpService) =>
  defineRoute({
    method: 'POST',
    path: '/pumps',
    summary: 'Add a pump',
    access: { maxLevel: ADMIN },
    body: object({
      name: string().required().max(64),
      location: string().max(255),
      responsible: string().required().max(64),
    }),
    responses: { 201: pumpShape },
    errors: [errors.RESPONSIBLE_NOT_FOUND, errors.PUMP_EXISTS],
    handle: async ({ body }) => Reply.json(toWire(await pumpService.add(body)), { status: 201 }),
  })
