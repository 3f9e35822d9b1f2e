import { ADMIN, defineRoute, Reply } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import { pumpShape, toWire } from '../pump-on-the-wire.js'
import type { PumpService } from '../pump-service.js'

export const addPump = (pumpService: PumpService) =>
  defineRoute({
    method: 'POST',
    path: '/pumps',
    operationId: 'addPump',
    summary: 'Add a pump',
    access: { maxLevel: ADMIN },
    body: object({
      name: string().required().max(64).meta({ description: 'Unique in the plant.' }),
      location: string().max(255).meta({ description: 'Its location; unknown by default.' }),
      responsible: string().required().max(64).meta({ description: 'Username of the person responsible for it.' }),
    }).meta({ id: 'NewPump' }),
    example: { name: 'P-101', location: 'Hall 1', responsible: 'anna' },
    responses: { 201: pumpShape },
    errors: [errors.RESPONSIBLE_NOT_FOUND, errors.PUMP_EXISTS],
    handle: async ({ body }) => Reply.json(toWire(await pumpService.add(body)), { status: 201 }),
  })
