import { type Authenticated, defineRoute, directoryErrors } from '@plinth/kernel'
import { array, boolean, object, string } from 'yup'
import { errors } from '../errors.js'
import type { SessionAdministration } from '../session-administration.js'
import type { OpenSession } from '../session-store.js'

export const listSessions = (administration: SessionAdministration) =>
  defineRoute({
    method: 'GET',
    path: '/users/:username/sessions',
    summary: "List a user's sessions, the newest first",
    description: 'Everybody sees their own; an admin or sudo those of whoever is not above them. Times are UTC.',
    access: 'authenticated',
    params: object({ username: string().required() }),
    responses: {
      200: array(
        object({
          id: string().required(),
          created_at: string().required(),
          last_used_at: string().required(),
          current: boolean().required(),
        }),
      ),
    },
    errors: [errors.SESSIONS_NOT_YOURS, directoryErrors.USER_NOT_FOUND],
    handle: async (request) => {
      const sessions = await administration.list(request, request.params.username)
      return sessions.map((session) => toWire(session, request.principal))
    },
  })

function toWire({ id, createdAt, lastUsedAt }: OpenSession, caller: Authenticated) {
  return {
    id: String(id),
    created_at: new Date(createdAt).toISOString(),
    last_used_at: new Date(lastUsedAt).toISOString(),
    current: caller.kind === 'user' && caller.sessionId === String(id),
  }
}
