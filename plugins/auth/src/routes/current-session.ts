import { type Authenticated, type Contributions, callerRestrictions, defineRoute } from '@plinth/kernel'
import { described, isoTime } from '@plinth/kernel/tools'
import { array, number, object, string } from 'yup'

const sessionShape = object({
  username: described(string().defined().nullable(), 'The username; null for a third-party token.', 'alice'),
  role: described(string().required(), 'The name of the role.', 'operator'),
  role_level: described(number().integer().required(), 'The level of that role; lower is more privileged.', 10),
  by: described(
    string().oneOf(['key', 'cookie', 'token']).required(),
    'What identifies the caller: the key of a session, the session cookie, or a third-party token.',
    'cookie',
  ),
  expires_at: described(
    string().defined().nullable(),
    'When the key ends: ISO 8601, UTC; null if nothing but a revocation ends it. Each use of a session defers this, up to its maximum age.',
    '2026-11-21T20:00:00.000Z',
  ),
  fresh_until: described(
    string().defined().nullable(),
    'Until when the login is fresh, which some operations need: ISO 8601, UTC; null for a third-party token. See `POST /users/confirm`.',
    '2026-11-21T08:05:00.000Z',
  ),
  must: described(
    array(string().required()).required(),
    'What the caller must do before other operations accept the key, such as `change_password`; empty if nothing.',
    ['change_password'],
  ),
}).meta({ id: 'CurrentSession', description: 'Who the caller of this request is.' })

export const currentSession = (contributions: Contributions) =>
  defineRoute({
    method: 'GET',
    path: '/session',
    operationId: 'session',
    group: 'users',
    summary: 'Look up who the caller is',
    description:
      'Works with every valid key, also while other operations refuse it because the password must be changed.',
    access: 'authenticated',
    exemptFrom: 'all',
    responses: { 200: sessionShape },
    handle: ({ principal, isByCookie }) => ({
      username: principal.kind === 'user' ? principal.username : null,
      role: principal.role.name,
      role_level: principal.role.level,
      by: identifiedBy(principal, isByCookie),
      expires_at: principal.expiresAt == null ? null : new Date(principal.expiresAt).toISOString(),
      fresh_until: freshUntil(principal),
      must: tasksOf(principal, contributions),
    }),
  })

function freshUntil(principal: Authenticated): string | null {
  return principal.kind === 'user' && principal.freshUntil !== undefined ? isoTime(principal.freshUntil) : null
}

function identifiedBy({ kind }: Authenticated, isByCookie: boolean): 'token' | 'cookie' | 'key' {
  if (kind === 'third-party') return 'token'
  return isByCookie ? 'cookie' : 'key'
}

/** Returns what a caller must do first, in the order of the restrictions. */
function tasksOf(caller: Authenticated, contributions: Contributions): string[] {
  return contributions
    .to(callerRestrictions)
    .filter((restriction) => restriction.appliesTo(caller))
    .map(({ task, error }) => task ?? error.code)
}
