import type { User } from '@plinth/kernel'
import { boolean, number, object, string } from 'yup'

export const roleShape = object({ name: string().required(), level: number().integer().required() }).required()

export const userShape = object({
  identifier: string().required(),
  username: string().required(),
  role: roleShape,
  email: string().required(),
  name: string().nullable().defined(),
  lastname: string().nullable().defined(),
  disabled: boolean(),
})

/** A user in the order of fields that the interface documents; that one is disabled is said only then. */
export function userToWire({ identifier, username, role, email, name, lastname, isDisabled }: User) {
  const { name: roleName, level } = role
  const user = { identifier, username, role: { name: roleName, level }, email, name, lastname }
  return isDisabled ? { ...user, disabled: true } : user
}
