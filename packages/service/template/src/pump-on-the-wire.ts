import { boolean, object, string } from 'yup'
import type { Pump } from './pump-service.js'

/** A pump as the routes show it. Times are ISO 8601 in UTC. */
export const pumpShape = object({
  name: string().required(),
  location: string().nullable().defined(),
  responsible: string().nullable().defined(),
  serviced_at: string().nullable().defined(),
  is_due: boolean().required(),
})

export function toWire({ name, location, responsible, servicedAt, isDue }: Pump) {
  const at = servicedAt === null ? null : new Date(servicedAt).toISOString()
  return { name, location, responsible, serviced_at: at, is_due: isDue }
}
