import { defineRoute, directoryErrors, throttleErrors } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { SessionAdministration } from '../session-administration.js'

export const endSession = (administration: SessionAdministration) =>
  defineRoute({
    method: 'DELETE',
    path: '/users/:username/sessions/:id',
    summary: "End one of a user's sessions",
    access: 'authenticated',
    params: object({ username: string().required(), id: string().required().max(64) }),
    responses: { 200: object({ message: string().required() }) },
    errors: [
      errors.SESSIONS_NOT_YOURS,
      directoryErrors.USER_NOT_FOUND,
      throttleErrors.TOO_MANY_TRIES,
      errors.SESSION_NOT_FOUND,
    ],
    handle: async (request) => {
      const { username, id } = request.params
      await administration.endOne(request, username, id)
      return { message: 'Session ended' }
    },
  })
