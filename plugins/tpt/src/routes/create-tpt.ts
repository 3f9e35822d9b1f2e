import { defineRoute, SUDO } from '@plinth/kernel'
import { directoryErrors } from '@plinth/kernel/contracts'
import { described } from '@plinth/kernel/tools'
import { number, object, string } from 'yup'
import { errors } from '../errors.js'
import { labelFields } from '../token-label.js'
import type { IssuedToken, TptService } from '../tpt-service.js'
import { utcDateTime } from '../utc-date-time.js'

/** A hundred years. */
const MAX_DAYS = 36_500

const createdTokenShape = object({
  token: described(string().required(), 'The token, a JWT, for `X-API-KEY`. It is shown only here.', 'eyJhbGciOi…'),
  role: described(string().required(), 'The role that it acts with.', 'operator'),
  created_on: described(string().required(), 'When it was created: YYYY-MM-DD HH:MM:SS, UTC.', '2026-11-21 08:00:00'),
  message: described(string().required(), 'Human-readable result.', 'Third-party token created with the role operator'),
  id: described(string().required(), 'Identifies the token, to revoke it.', 'm60tgzfnmds4bfpx'),
  name: described(string().nullable().defined(), 'The name for people; null for none.', 'historian'),
  expires_at: described(
    string().nullable().defined(),
    'When it expires: YYYY-MM-DD HH:MM:SS, UTC; null for never.',
    '2026-12-21 08:00:00',
  ),
}).meta({ id: 'CreatedToken', description: 'The created third-party token.' })

export const createTpt = (tptService: TptService) =>
  defineRoute({
    method: 'POST',
    path: '/users/create_tpt',
    operationId: 'createToken',
    group: 'third-party tokens',
    summary: 'Create a third-party token',
    description:
      'A token has the privileges of its role on all routes except those that only a logged-in user may call. **Without `expires_in_days` it never expires** and is valid until it is revoked. It is shown only in this response.',
    access: { maxLevel: SUDO, user: true },
    body: object({
      role_name: described(string().required().max(32), 'The role that the token acts with.'),
      expires_in_days: described(
        number().integer().min(1).max(MAX_DAYS),
        'Days until it expires. Without this it never expires, and is valid until it is revoked.',
      ),
      ...labelFields,
    }).meta({ id: 'TokenOrder', description: 'A third-party token to create.' }),
    example: { role_name: 'operator', expires_in_days: 30, name: 'historian' },
    responses: { 200: createdTokenShape },
    errors: [directoryErrors.ROLE_NOT_FOUND, errors.SIGNING_KEY_DIFFERS],
    handle: async (request) => {
      const { role_name: roleName, expires_in_days: days, ...label } = request.body
      return toWire(await tptService.issue(request, roleName, days, label))
    },
  })

function toWire({ token, jti, role, createdOn, expiresAt, name }: IssuedToken) {
  const message = `Third-party token created with the role ${role}`
  const validity = expiresAt === null ? '; it never expires, and is valid until it is revoked' : ''
  const expiry = expiresAt === null ? null : utcDateTime(expiresAt)
  return { token, role, created_on: createdOn, message: message + validity, id: jti, name, expires_at: expiry }
}
