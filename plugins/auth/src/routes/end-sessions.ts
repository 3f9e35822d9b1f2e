import { defineRoute, httpErrors, messageShape } from '@plinth/kernel'
import { directoryErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { described, usernameParams } from '@plinth/kernel/tools'
import { number } from 'yup'
import { errors } from '../errors.js'
import type { SessionAdministration } from '../sessions/session-administration.js'

export const endSessions = (administration: SessionAdministration) =>
  defineRoute({
    method: 'DELETE',
    path: '/users/:username/sessions',
    operationId: 'endSessions',
    summary: "End all of a user's sessions",
    description:
      'Users may end their own sessions; admins and sudo users also those of users who are not more privileged than themselves. Needs a fresh login.',
    access: { user: false, fresh: true },
    exemptFrom: [httpErrors.TOO_MANY_REQUESTS], // whoever copied the key must not block this by using up the limit
    params: usernameParams,
    responses: {
      200: messageShape('Sessions ended').shape({
        ended: described(number().integer().required(), 'Number of sessions ended.', 2),
      }),
    },
    errors: [errors.SESSIONS_NOT_YOURS, directoryErrors.USER_NOT_FOUND, rateLimitErrors.RATE_LIMITED],
    handle: async (request) => ({
      message: 'Sessions ended',
      ended: await administration.endAll(request, request.params.username),
    }),
  })
