import { ADMIN, defineRoute, messageShape } from '@plinth/kernel'
import { messageAfter, usernameParams } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { UserAdministration } from '../user-administration.js'

export const deleteUser = (administration: UserAdministration) =>
  defineRoute({
    method: 'DELETE',
    path: '/users/:username',
    operationId: 'deleteUser',
    summary: 'Delete a user with all sessions',
    description:
      'Callers may delete users who are not more privileged than themselves; a third-party token, only those who are less privileged. Nobody can delete the last sudo user who can log in.',
    access: { maxLevel: ADMIN },
    params: usernameParams,
    responses: { 200: messageShape('User deleted') },
    errors: [errors.USER_NOT_YOURS_TO_CHANGE, errors.USER_NOT_FOUND, errors.LAST_SUDO, errors.USER_IN_USE],
    handle: async (request) => messageAfter(administration.delete(request, request.params.username), 'User deleted'),
  })
