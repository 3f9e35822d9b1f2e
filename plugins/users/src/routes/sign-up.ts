import { defineRoute } from '@plinth/kernel'
import type { User } from '@plinth/kernel/contracts'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import { EMAIL, GIVEN_NAME, ROLE_NAME, USERNAME } from '../user-fields.js'
import type { UserService } from '../user-service.js'
import { roleShape, userFields } from './user-on-the-wire.js'

/** What a user who is to be made must look like, by signup and by the command alike. */
export const signUpShape = object({
  username: string()
    .required()
    .matches(USERNAME.pattern, USERNAME.rule)
    .meta({ description: 'The name in paths and at the login; nobody else may have it in any case.' }),
  role_name: string().required().max(ROLE_NAME.max).meta({ description: 'The name of the role.' }),
  email: string()
    .required()
    .max(EMAIL.max)
    .matches(EMAIL.pattern, EMAIL.rule)
    .meta({ description: 'The e-mail address; nobody else may have it.' }),
  password: string().required().meta({
    description: 'At least `PLINTH_PASSWORD_MIN_LENGTH` characters, and at most 72 bytes.',
  }),
  name: string()
    .max(GIVEN_NAME.max)
    .matches(GIVEN_NAME.pattern, GIVEN_NAME.rule)
    .meta({ description: 'The given name; none unless given.' }),
  lastname: string()
    .max(GIVEN_NAME.max)
    .matches(GIVEN_NAME.pattern, GIVEN_NAME.rule)
    .meta({ description: 'The family name; none unless given.' }),
}).meta({ id: 'SignUp', description: 'What a new user needs.' })

export const signUp = (userService: UserService) =>
  defineRoute({
    method: 'POST',
    path: '/users/signup',
    operationId: 'signUp',
    summary: 'Make a user',
    description:
      'Without a key for roles from the open level on (`PLINTH_SIGNUP_OPEN_LEVEL`), else with the key of an admin or sudo.',
    access: 'optional',
    body: signUpShape,
    example: { username: 'otto', role_name: 'operator', email: 'otto@plant.test', password: 'otto-has-a-cat' },
    responses: {
      200: object({
        identifier: userFields.identifier,
        username: userFields.username,
        role: roleShape,
        email: userFields.email,
      }).meta({ id: 'SignedUpUser', description: 'A user that was just made.' }),
    },
    errors: [
      errors.ROLE_NOT_FOUND,
      errors.PASSWORD_REFUSED,
      errors.ROLE_NOT_YOURS_TO_GIVE,
      errors.USERNAME_TAKEN,
      errors.EMAIL_TAKEN,
      errors.TOO_MANY_TRIES,
      errors.BUSY,
    ],
    handle: async (request) => {
      const { role_name: roleName, ...user } = request.body
      return toWire(await userService.signUp(request, { ...user, roleName }))
    },
  })

function toWire({ identifier, username, role, email }: User) {
  return { identifier, username, role, email }
}
