import { described } from '@plinth/kernel/tools'
import { boolean, number, object, string } from 'yup'
import { ASSIGNMENT_REFUSALS } from '../assignment-refusal.js'
import { roleShape } from './user-on-the-wire.js'

export const roleInfoShape = object({
  ...roleShape.fields,
  open: described(boolean().required(), 'Whether anybody may sign up for it without a key.', true),
  refusal: described(
    string()
      .nullable()
      .oneOf([...ASSIGNMENT_REFUSALS, null])
      .defined(),
    'Null if the caller may give the role to a user; otherwise the code of the error that says why not. With `ROLE_REQUIRES_COMMAND` the caller may still create users with it.',
    null,
  ),
  changeable: described(
    boolean().required(),
    'Whether the caller may change its level, and delete it while nothing uses it.',
    true,
  ),
  users: described(number().integer(), 'Number of its users; only for keys of level 0 or 1.', 3),
}).meta({ id: 'RoleInfo', description: 'A role, and what it means for the caller.' })

/** The name of a role in a path. */
export const roleParams = object({
  name: described(string().required(), 'The name of the role; case is ignored.'),
})
