import { defineRoute } from '@plinth/kernel'
import { directoryErrors } from '@plinth/kernel/contracts'
import { described, isoTime, usernameParams } from '@plinth/kernel/tools'
import { boolean, number, object, string } from 'yup'
import { errors } from '../errors.js'
import type { FactorAdministration } from '../factor-administration.js'

export const readSecondFactor = (administration: FactorAdministration) =>
  defineRoute({
    method: 'GET',
    path: '/users/:username/second_factor',
    operationId: 'secondFactor',
    group: 'second factor',
    summary: "Look up a user's second factor",
    description: 'For all users their own; for admins and sudo users also those of users who are not more privileged.',
    access: 'authenticated',
    params: usernameParams,
    responses: {
      200: object({
        enrolled_at: described(
          string().nullable().defined(),
          'When it was enrolled: ISO 8601, UTC; null if the user has none.',
          '2026-11-21T08:00:00.000Z',
        ),
        recovery_codes: described(number().integer().required(), 'How many recovery codes are left.', 9),
        required: described(boolean().required(), 'Whether users of this role need a second factor.', true),
        may_remove: described(boolean().required(), 'Whether the caller may remove it.', true),
      }).meta({ id: 'SecondFactor', description: 'The second factor of a user.' }),
    },
    errors: [errors.SECOND_FACTOR_NOT_YOURS, directoryErrors.USER_NOT_FOUND],
    handle: async (request) => {
      const state = await administration.stateOf(request, request.params.username)
      const { enrolledAt, recoveryCodes, isRequired, mayRemove } = state
      const enrolled_at = enrolledAt === null ? null : isoTime(enrolledAt)
      return { enrolled_at, recovery_codes: recoveryCodes, required: isRequired, may_remove: mayRemove }
    },
  })
