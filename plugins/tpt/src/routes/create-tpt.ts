import { defineRoute, directoryErrors, SUDO } from '@plinth/kernel'
import { number, object, string } from 'yup'
import type { IssuedToken, TptService } from '../tpt-service.js'

/** A hundred years. */
const MOST_DAYS = 36_500

export const createTpt = (tptService: TptService) =>
  defineRoute({
    method: 'POST',
    path: '/users/create_tpt',
    group: 'third-party tokens',
    summary: 'Create a third-party token',
    description:
      'By a user of the role `sudo` only. Acts with its role wherever a role suffices, until it is revoked or expires. Shown only in this answer.',
    access: { maxLevel: SUDO, person: true },
    body: object({
      role_name: string().required().max(32),
      expires_in_days: number().integer().min(1).max(MOST_DAYS),
    }),
    example: { role_name: 'operator', expires_in_days: 30 },
    responses: {
      200: object({
        token: string().required(),
        role: string().required(),
        created_on: string().required(),
        message: string().required(),
      }),
    },
    errors: [directoryErrors.ROLE_NOT_FOUND],
    handle: async (request) => {
      const { role_name: roleName, expires_in_days: days } = request.body
      return toWire(await tptService.issue(request, roleName, days))
    },
  })

function toWire({ token, role, createdOn }: IssuedToken) {
  return { token, role, created_on: createdOn, message: `Third-party token created with the role ${role}` }
}
