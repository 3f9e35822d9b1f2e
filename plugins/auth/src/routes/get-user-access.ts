import { ADMIN, defineRoute } from '@plinth/kernel'
import { directoryErrors } from '@plinth/kernel/contracts'
import { described, isoTime, usernameParams } from '@plinth/kernel/tools'
import { array, boolean, number, object, string } from 'yup'
import { errors } from '../errors.js'
import { LOGIN_OBSTACLES, type LoginState, type UserAccess } from '../user-access.js'

const accessShape = object({
  can_log_in: described(boolean().required(), 'Whether the user can log in with the right password.', false),
  reasons: described(
    array(string().oneOf(LOGIN_OBSTACLES).required()).required(),
    'Why the user cannot log in; empty if the user can.',
    ['locked'],
  ),
  must: described(
    array(string().oneOf(['change_password']).required()).required(),
    'What the user must do after the login before anything else.',
    [],
  ),
  locked_until: described(
    string().nullable().defined(),
    'When the temporary lock ends: ISO 8601, UTC; null if the account is not locked.',
    '2026-11-21T08:01:00.000Z',
  ),
  failed_attempts: described(number().integer().required(), 'Number of consecutive wrong passwords.', 5),
  sessions: described(number().integer().required(), 'Number of open sessions.', 1),
  may_set_password: described(boolean().required(), "Whether the caller may set the user's password.", true),
}).meta({ id: 'UserAccess', description: 'Whether a user can log in, and why not.' })

export const getUserAccess = (access: UserAccess) =>
  defineRoute({
    method: 'GET',
    path: '/users/:username/access',
    operationId: 'userAccess',
    summary: 'Look up why a user can or cannot log in',
    description: 'For admins and sudo users, about users who are not more privileged than themselves.',
    access: { maxLevel: ADMIN },
    params: usernameParams,
    responses: { 200: accessShape },
    errors: [errors.ACCESS_NOT_YOURS, directoryErrors.USER_NOT_FOUND],
    handle: async (request) => toWire(await access.stateOf(request, request.params.username)),
  })

function toWire({ reasons, mustChangePassword, lockedUntil, failures, sessions, maySetPassword }: LoginState) {
  return {
    can_log_in: reasons.length === 0,
    reasons: [...reasons],
    must: mustChangePassword ? (['change_password'] as const) : [],
    locked_until: lockedUntil === null ? null : isoTime(lockedUntil),
    failed_attempts: failures,
    sessions,
    may_set_password: maySetPassword,
  }
}
