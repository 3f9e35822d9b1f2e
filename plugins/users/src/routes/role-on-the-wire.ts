import { boolean, number, object, string } from 'yup'
import { ASSIGNMENT_REFUSALS } from '../assignment-refusal.js'
import { roleShape } from './user-on-the-wire.js'

export const roleInfoShape = object({
  ...roleShape.fields,
  open: boolean()
    .required()
    .meta({ description: 'Whether anybody may sign up for it without a key.', examples: [true] }),
  refusal: string()
    .nullable()
    .oneOf([...ASSIGNMENT_REFUSALS, null])
    .defined()
    .meta({
      description:
        'Null if the caller may give the role to a user; otherwise the code of the error that says why not. With `ROLE_CHANGED_BY_COMMAND` the caller may still create users with it.',
      examples: [null],
    }),
  changeable: boolean()
    .required()
    .meta({
      description: 'Whether the caller may change its level, and delete it while nothing uses it.',
      examples: [true],
    }),
  users: number()
    .integer()
    .meta({ description: 'Number of its users; only for keys of level 0 or 1.', examples: [3] }),
}).meta({ id: 'RoleInfo', description: 'A role, and what it means for the caller.' })

/** The name of a role in a path. */
export const roleParams = object({
  name: string().required().meta({ description: 'The name of the role; case is ignored.' }),
})
