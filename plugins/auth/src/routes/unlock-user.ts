import { ADMIN, defineRoute, messageShape } from '@plinth/kernel'
import { directoryErrors } from '@plinth/kernel/contracts'
import { messageAfter, usernameParams } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { UserAccess } from '../user-access.js'

export const unlockUser = (access: UserAccess) =>
  defineRoute({
    method: 'DELETE',
    path: '/users/:username/lock',
    operationId: 'unlockUser',
    summary: 'Lift the temporary lock of an account',
    description:
      'Also resets the count of wrong passwords. For admins and sudo users, with users who are not more privileged than themselves.',
    access: { maxLevel: ADMIN, user: true, fresh: true },
    params: usernameParams,
    responses: { 200: messageShape('User unlocked') },
    errors: [errors.ACCESS_NOT_YOURS, directoryErrors.USER_NOT_FOUND],
    handle: async (request) => messageAfter(access.unlock(request, request.params.username), 'User unlocked'),
  })
