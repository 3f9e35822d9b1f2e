import { defineRoute } from '@plinth/kernel'
import { errors } from '../errors.js'
import type { UserService } from '../user-service.js'
import { signUpShape } from '../user-shapes.js'
import { createdUserOnTheWire, createdUserShape, endFromWire } from './user-on-the-wire.js'

export const signUp = (userService: UserService) =>
  defineRoute({
    method: 'POST',
    path: '/users/signup',
    operationId: 'signUp',
    summary: 'Create a user',
    description:
      'Without a key, a user can only get a role that is open for signups: one whose level is `PLINTH_SIGNUP_OPEN_LEVEL` or higher. Other roles require the key of a user who may give them: an admin or a sudo user.',
    access: 'optional',
    body: signUpShape,
    example: { username: 'otto', role_name: 'operator', email: 'otto@plant.test', password: 'otto-has-a-cat' },
    responses: {
      200: createdUserShape,
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
      const { role_name: roleName, valid_until: end, ...user } = request.body
      const wanted = { ...user, roleName, validUntil: endFromWire(end) }
      return createdUserOnTheWire(await userService.signUp(request, wanted))
    },
  })
