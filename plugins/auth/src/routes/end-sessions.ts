import { defineRoute, directoryErrors, throttleErrors } from '@plinth/kernel'
import { number, object, string } from 'yup'
import { errors } from '../errors.js'
import type { SessionAdministration } from '../session-administration.js'

export const endSessions = (administration: SessionAdministration) =>
  defineRoute({
    method: 'DELETE',
    path: '/users/:username/sessions',
    summary: "End all of a user's sessions",
    access: 'authenticated',
    params: object({ username: string().required() }),
    responses: { 200: object({ message: string().required(), ended: number().integer().required() }) },
    errors: [errors.SESSIONS_NOT_YOURS, directoryErrors.USER_NOT_FOUND, throttleErrors.TOO_MANY_TRIES],
    handle: async (request) => ({
      message: 'Sessions ended',
      ended: await administration.endAll(request, request.params.username),
    }),
  })
