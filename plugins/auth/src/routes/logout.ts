import { defineRoute, messageShape, Reply } from '@plinth/kernel'
import { DELETED_SESSION_COOKIE, described } from '@plinth/kernel/tools'
import { string } from 'yup'
import type { SessionService } from '../sessions/session-service.js'

export const logout = (sessions: SessionService) =>
  defineRoute({
    method: 'POST',
    path: '/users/logout',
    operationId: 'logout',
    summary: 'Log out; the key of this request is invalid afterwards',
    access: 'user',
    exemptFrom: 'all',
    responses: { 200: messageShape('Logged out') },
    headers: { 'Set-Cookie': described(string(), 'Deletes the session cookie, if the request used it.') },
    handle: async (request) => {
      await sessions.logOut(request)
      const response = { message: 'Logged out' }
      return request.isByCookie ? Reply.json(response, { headers: { 'Set-Cookie': DELETED_SESSION_COOKIE } }) : response
    },
  })
