import { type Authenticated, defineRoute } from '@plinth/kernel'
import { directoryErrors } from '@plinth/kernel/contracts'
import { described, usernameParams } from '@plinth/kernel/tools'
import { array, boolean, object, string } from 'yup'
import { errors } from '../errors.js'
import type { SessionAdministration } from '../sessions/session-administration.js'
import type { OpenSession } from '../sessions/session-store.js'

const TIMESTAMP = '2026-11-21T08:00:00.000Z'

const sessionShape = object({
  id: described(string().required(), 'Identifies the session, to end it.', '42'),
  created_at: described(string().required(), 'When the user logged in: ISO 8601, UTC.', TIMESTAMP),
  last_used_at: described(string().required(), 'When its key was last used, to the minute: ISO 8601, UTC.', TIMESTAMP),
  current: described(boolean().required(), 'Whether this request uses the session.', true),
}).meta({ id: 'Session', description: 'An open session of a user.' })

export const listSessions = (administration: SessionAdministration) =>
  defineRoute({
    method: 'GET',
    path: '/users/:username/sessions',
    operationId: 'sessions',
    summary: "List a user's sessions, the newest first",
    description:
      'Users may list their own sessions; admins and sudo users also those of users who are not more privileged than themselves. Times are UTC.',
    access: 'authenticated',
    params: usernameParams,
    responses: { 200: array(sessionShape) },
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
