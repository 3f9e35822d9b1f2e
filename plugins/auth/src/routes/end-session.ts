import { defineRoute, httpErrors, messageShape } from '@plinth/kernel'
import { directoryErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { described, usernameParams } from '@plinth/kernel/tools'
import { string } from 'yup'
import { errors } from '../errors.js'
import type { SessionAdministration } from '../sessions/session-administration.js'

export const endSession = (administration: SessionAdministration) =>
  defineRoute({
    method: 'DELETE',
    path: '/users/:username/sessions/:id',
    operationId: 'endSession',
    summary: "End one of a user's sessions",
    description:
      'Users may end their own sessions; admins and sudo users also those of users who are not more privileged than themselves. Needs a fresh login.',
    access: { user: false, fresh: true },
    exemptFrom: [httpErrors.TOO_MANY_REQUESTS], // whoever copied the key must not block this by using up the limit
    params: usernameParams.shape({
      id: described(string().required().max(64), 'The id of the session, as listed.'),
    }),
    responses: { 200: messageShape('Session ended') },
    errors: [
      errors.SESSIONS_NOT_YOURS,
      directoryErrors.USER_NOT_FOUND,
      rateLimitErrors.RATE_LIMITED,
      errors.SESSION_NOT_FOUND,
    ],
    handle: async (request) => {
      const { username, id } = request.params
      await administration.endOne(request, username, id)
      return { message: 'Session ended' }
    },
  })
