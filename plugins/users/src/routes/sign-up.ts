import { defineRoute } from '@plinth/kernel'
import type { User } from '@plinth/kernel/contracts'
import { object } from 'yup'
import { errors } from '../errors.js'
import type { UserService } from '../user-service.js'
import { signUpShape } from '../user-shapes.js'
import { roleShape, userFields } from './user-on-the-wire.js'

export const signUp = (userService: UserService) =>
  defineRoute({
    method: 'POST',
    path: '/users/signup',
    operationId: 'signUp',
    summary: 'Create a user',
    description:
      'Without a key, only users with an open role can be created (`PLINTH_SIGNUP_OPEN_LEVEL`). Other roles require the key of an admin or sudo user.',
    access: 'optional',
    body: signUpShape,
    example: { username: 'otto', role_name: 'operator', email: 'otto@plant.test', password: 'otto-has-a-cat' },
    responses: {
      200: object({
        identifier: userFields.identifier,
        username: userFields.username,
        role: roleShape,
        email: userFields.email,
      }).meta({ id: 'SignedUpUser', description: 'The created user.' }),
    },
    errors: [
      errors.ROLE_NOT_FOUND,
      errors.PASSWORD_REFUSED,
      errors.ROLE_NOT_YOURS_TO_GIVE,
      errors.USERNAME_TAKEN,
      errors.EMAIL_TAKEN,
      errors.RATE_LIMITED,
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
