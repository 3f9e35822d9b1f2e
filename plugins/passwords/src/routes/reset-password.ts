import { defineRoute, httpErrors, messageShape } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { object } from 'yup'
import { errors } from '../errors.js'
import type { PasswordService } from '../password-service.js'
import { passwordFields } from './password-fields.js'
import { WHOSE_PASSWORD } from './whose-password.js'

export const resetPassword = (passwordService: PasswordService) =>
  defineRoute({
    method: 'POST',
    path: '/users/reset_password',
    operationId: 'resetPassword',
    summary: 'Replace a forgotten password',
    description: `The current password is not required. ${WHOSE_PASSWORD} Ends the user's other sessions.`,
    access: 'user',
    // Users who must change their password do so here: the service refuses them only the passwords of others. And
    // whoever copied the key must not block this by using up the limit.
    exemptFrom: [credentialErrors.PASSWORD_MUST_BE_CHANGED, httpErrors.TOO_MANY_REQUESTS],
    body: object(passwordFields).meta({
      id: 'PasswordReset',
      description: 'A new password in place of a forgotten one.',
    }),
    example: { target_username: 'anna', new_password: 'anna-has-two-dogs' },
    responses: { 200: messageShape('Password reset') },
    errors: [
      errors.TARGET_NOT_FOUND,
      errors.PASSWORD_CHANGE_DENIED,
      errors.PASSWORD_SET_BY_OWNER_ONLY,
      ...Object.values(credentialErrors),
      rateLimitErrors.RATE_LIMITED,
    ],
    handle: async (request) => {
      const { target_username: target, new_password: newPassword } = request.body
      await passwordService.reset(request, { target, newPassword })
      return { message: 'Password reset' }
    },
  })
