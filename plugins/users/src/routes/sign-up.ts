import { defineRoute, type User } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import { EMAIL, GIVEN_NAME, ROLE_NAME, USERNAME } from '../user-fields.js'
import type { UserService } from '../user-service.js'
import { roleShape } from './user-on-the-wire.js'

/** What a user who is to be made must look like, by signup and by the command alike. */
export const signUpShape = object({
  username: string().required().matches(USERNAME.pattern, USERNAME.rule),
  role_name: string().required().max(ROLE_NAME.max),
  email: string().required().max(EMAIL.max).matches(EMAIL.pattern, EMAIL.rule),
  password: string().required(),
  name: string().max(GIVEN_NAME.max).matches(GIVEN_NAME.pattern, GIVEN_NAME.rule),
  lastname: string().max(GIVEN_NAME.max).matches(GIVEN_NAME.pattern, GIVEN_NAME.rule),
})

export const signUp = (userService: UserService) =>
  defineRoute({
    method: 'POST',
    path: '/users/signup',
    summary: 'Make a user',
    description:
      'Without a key for roles from the open level on (`PLINTH_SIGNUP_OPEN_LEVEL`), else with the key of an admin or sudo.',
    access: 'optional',
    body: signUpShape,
    example: { username: 'otto', role_name: 'operator', email: 'otto@plant.test', password: 'otto-has-a-cat' },
    responses: {
      200: object({
        identifier: string().required(),
        username: string().required(),
        role: roleShape,
        email: string().required(),
      }),
    },
    errors: Object.values(errors).filter(({ code }) => code !== 'USER_NOT_FOUND'),
    handle: async (request) => {
      const { role_name: roleName, ...user } = request.body
      return toWire(await userService.signUp(request, { ...user, roleName }))
    },
  })

function toWire({ identifier, username, role, email }: User) {
  return { identifier, username, role, email }
}
