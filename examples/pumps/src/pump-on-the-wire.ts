import { boolean, object, string } from 'yup'
import type { Pump } from './pump-service.js'

/** A pump in responses. Times are ISO 8601 in UTC. */
export const pumpShape = object({
  name: string()
    .required()
    .meta({ description: 'Unique in the plant.', examples: ['P-101'] }),
  location: string()
    .nullable()
    .defined()
    .meta({ description: 'Its location.', examples: ['Hall 1'] }),
  responsible: string()
    .nullable()
    .defined()
    .meta({ description: 'Username of the person responsible for it.', examples: ['anna'] }),
  inspected_at: string()
    .nullable()
    .defined()
    .meta({ description: 'When it was last inspected.', examples: [null] }),
  is_due: boolean()
    .required()
    .meta({ description: 'Whether the pump is due for inspection.', examples: [true] }),
}).meta({ id: 'Pump', description: 'A pump of the plant.' })

export function toWire({ name, location, responsible, inspectedAt, isDue }: Pump) {
  const at = inspectedAt === null ? null : new Date(inspectedAt).toISOString()
  return { name, location, responsible, inspected_at: at, is_due: isDue }
}
