import { ADMIN, defineRoute } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { UserAdministration } from '../user-administration.js'

export const deleteUser = (administration: UserAdministration) =>
  defineRoute({
    method: 'DELETE',
    path: '/users/:username',
    summary: 'Delete a user with all sessions',
    access: { maxLevel: ADMIN },
    params: object({ username: string().required() }),
    responses: { 200: object({ message: string().required() }) },
    errors: [errors.USER_NOT_YOURS_TO_CHANGE, errors.USER_NOT_FOUND, errors.LAST_SUDO, errors.USER_IN_USE],
    handle: async (request) => {
      await administration.delete(request, request.params.username)
      return { message: 'User deleted' }
    },
  })
