import { defineRoute } from '@plinth/kernel'
import { object, string } from 'yup'
import type { SessionService } from '../session-service.js'

export const logout = (sessions: SessionService) =>
  defineRoute({
    method: 'POST',
    path: '/users/logout',
    summary: 'Log out: the key of this call is dead afterwards',
    access: 'person',
    beforePasswordChange: true,
    responses: { 200: object({ message: string().required() }) },
    handle: async (request) => {
      await sessions.logOut(request)
      return { message: 'Logged out' }
    },
  })
