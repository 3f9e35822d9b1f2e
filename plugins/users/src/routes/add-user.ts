import { ADMIN, defineRoute } from '@plinth/kernel'
import { errors } from '../errors.js'
import type { UserService } from '../user-service.js'
import { newUserShape } from '../user-shapes.js'
import { createdUserOnTheWire, createdUserShape, endFromWire } from './user-on-the-wire.js'

export const addUser = (userService: UserService) =>
  defineRoute({
    method: 'POST',
    path: '/users/add',
    operationId: 'addUser',
    summary: 'Create a user without a password',
    description:
      'For admins and sudo users, with roles that are not more privileged than their own. The user cannot log in before a password is set: ' +
      'issue a one-time code, with which the user sets it (`POST /users/{username}/code`).',
    access: { maxLevel: ADMIN },
    body: newUserShape,
    example: { username: 'otto', role_name: 'operator', email: 'otto@plant.test' },
    responses: { 200: createdUserShape },
    errors: [
      errors.ROLE_NOT_FOUND,
      errors.ROLE_NOT_YOURS_TO_GIVE,
      errors.USERNAME_TAKEN,
      errors.EMAIL_TAKEN,
      errors.RATE_LIMITED,
    ],
    handle: async (request) => {
      const { role_name: roleName, valid_until: end, ...user } = request.body
      return createdUserOnTheWire(await userService.add(request, { ...user, roleName, validUntil: endFromWire(end) }))
    },
  })
