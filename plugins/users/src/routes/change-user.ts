import { defineRoute, httpErrors } from '@plinth/kernel'
import { usernameParams } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { UserAdministration } from '../user-administration.js'
import { userChangesShape } from '../user-shapes.js'
import { endFromWire, userShape, userToWire } from './user-on-the-wire.js'

export const changeUser = (administration: UserAdministration) =>
  defineRoute({
    method: 'PATCH',
    path: '/users/:username',
    operationId: 'changeUser',
    summary: 'Change a user',
    description:
      'Admins and sudo users may change users who are not more privileged than themselves, and assign roles up to their own. All users may change their own names and, with a fresh login, their own e-mail address. Only `plinth users set-role` moves a user to or from level 0. Disabling a user ends all their sessions, and they cannot log in. The same happens at the time `valid_until`.',
    access: 'authenticated',
    params: usernameParams,
    body: userChangesShape,
    example: { lastname: 'Ottosson' },
    responses: { 200: userShape },
    errors: [
      errors.ROLE_NOT_FOUND,
      errors.ROLE_NOT_YOURS_TO_GIVE,
      errors.ROLE_REQUIRES_COMMAND,
      errors.USER_NOT_YOURS_TO_CHANGE,
      errors.USER_NOT_FOUND,
      errors.EMAIL_TAKEN,
      errors.LAST_SUDO,
      errors.RATE_LIMITED,
      httpErrors.FRESH_LOGIN_REQUIRED,
    ],
    handle: async (request) => {
      const { role_name: roleName, disabled: isDisabled, valid_until: end, ...profile } = request.body
      const { username } = request.params
      const wanted = { ...profile, roleName, isDisabled, validUntil: endFromWire(end) }
      return userToWire(await administration.change(request, username, wanted))
    },
  })
