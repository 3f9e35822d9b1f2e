import { defineRoute, messageShape } from '@plinth/kernel'
import type { SessionService } from '../session-service.js'

export const logout = (sessions: SessionService) =>
  defineRoute({
    method: 'POST',
    path: '/users/logout',
    operationId: 'logout',
    summary: 'Log out; the key of this request is invalid afterwards',
    access: 'user',
    exemptFrom: 'all',
    responses: { 200: messageShape('Logged out') },
    handle: async (request) => {
      await sessions.logOut(request)
      return { message: 'Logged out' }
    },
  })
