import type { User } from '@plinth/kernel/contracts'
import { described, isoTime } from '@plinth/kernel/tools'
import { boolean, number, object, string } from 'yup'

export const roleShape = object({
  name: described(string().required(), 'The name of the role.', 'operator'),
  level: described(number().integer().required(), 'Lower is more privileged.', 10),
})
  .required()
  .meta({ id: 'Role', description: 'A role, which determines what a user may do.' })

/** The response of the routes that create a user. */
export const createdUserShape = object({
  identifier: described(
    string().required(),
    'Permanent identifier of the user.',
    '0f0e6f3c-6f0b-4c39-8f62-0d3e1f5b7a11',
  ),
  username: described(string().required(), 'The name in paths and at login; unique, ignoring case.', 'otto'),
  role: roleShape,
  email: described(string().required(), 'The e-mail address.', 'otto@plant.test'),
}).meta({ id: 'SignedUpUser', description: 'The created user.' })

export function createdUserOnTheWire({ identifier, username, role, email }: User) {
  return { identifier, username, role, email }
}

export const userShape = object({
  ...createdUserShape.fields,
  name: described(string().nullable().defined(), 'The given name; null for none.', 'Otto'),
  lastname: described(string().nullable().defined(), 'The family name; null for none.', null),
  disabled: described(boolean(), 'True for a disabled user, who cannot log in; omitted otherwise.'),
  valid_until: described(string(), 'When the account ends: ISO 8601, UTC; omitted if it does not.'),
  may_change: described(
    boolean(),
    'Whether the caller may change, disable, unlock and delete the user; only when one user is looked up.',
    true,
  ),
}).meta({ id: 'User', description: 'A user.' })

/** Converts the end of an account from JSON. */
export const endFromWire = (end: string | null | undefined) => (end == null ? end : Date.parse(end))

/** Converts a user to JSON, with the documented fields in order. `disabled` and `valid_until` are there only if set. */
export function userToWire({ identifier, username, role, email, name, lastname, isDisabled, validUntil }: User) {
  const { name: roleName, level } = role
  const user = { identifier, username, role: { name: roleName, level }, email, name, lastname }
  if (!isDisabled && validUntil === null) return user
  return {
    ...user,
    ...(isDisabled && { disabled: true }),
    ...(validUntil !== null && { valid_until: isoTime(validUntil) }),
  }
}
