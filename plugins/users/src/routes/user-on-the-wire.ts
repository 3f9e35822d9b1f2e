import type { User } from '@plinth/kernel'
import { number, object, string } from 'yup'

export const roleShape = object({ name: string().required(), level: number().integer().required() }).required()

export const userShape = object({
  identifier: string().required(),
  username: string().required(),
  role: roleShape,
  email: string().required(),
  name: string().nullable().defined(),
  lastname: string().nullable().defined(),
})

/** A user in the order of fields that the interface documents. */
export function userToWire({ identifier, username, role, email, name, lastname }: User) {
  return { identifier, username, role: { name: role.name, level: role.level }, email, name, lastname }
}
