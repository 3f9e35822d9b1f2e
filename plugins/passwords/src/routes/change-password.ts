import { defineRoute, httpErrors, messageShape } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { described } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { PasswordService } from '../password-service.js'
import { passwordFields } from './password-fields.js'
import { WHOSE_PASSWORD } from './whose-password.js'

export const changePassword = (passwordService: PasswordService) =>
  defineRoute({
    method: 'POST',
    path: '/users/change_password',
    operationId: 'changePassword',
    summary: 'Change a password',
    description: `${WHOSE_PASSWORD} Ends the user's other sessions.`,
    access: 'user',
    // Users who must change their password do so here: the service refuses them only the passwords of others. And
    // whoever copied the key must not block this by using up the limit.
    exemptFrom: [credentialErrors.PASSWORD_MUST_BE_CHANGED, httpErrors.TOO_MANY_REQUESTS],
    body: object({
      ...passwordFields,
      current_password: described(string(), 'The current password; required to change your own.'),
    }).meta({ id: 'PasswordChange', description: 'A new password. To change your own, the current one is required.' }),
    example: { target_username: 'otto', current_password: 'otto-has-a-cat', new_password: 'otto-has-two-cats' },
    responses: { 200: messageShape('Password changed') },
    errors: [...Object.values(errors), ...Object.values(credentialErrors), rateLimitErrors.RATE_LIMITED],
    handle: async (request) => {
      const { target_username: target, new_password: newPassword, current_password: currentPassword } = request.body
      await passwordService.change(request, { target, newPassword, currentPassword })
      return { message: 'Password changed' }
    },
  })
