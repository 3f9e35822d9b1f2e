import { credentialErrors, defineRoute, httpErrors, throttleErrors } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { PasswordService } from '../password-service.js'

export const changePassword = (passwordService: PasswordService) =>
  defineRoute({
    method: 'POST',
    path: '/users/change_password',
    summary: "Change one's own password, or another's by the role rules",
    description: 'Ends the other sessions of the user whose password it is.',
    access: 'person',
    beforePasswordChange: true,
    body: object({
      target_username: string().required().max(255),
      new_password: string().required(),
      current_password: string(),
    }),
    example: { target_username: 'otto', current_password: 'otto-has-a-cat', new_password: 'otto-has-two-cats' },
    responses: { 200: object({ message: string().required() }) },
    errors: [
      ...Object.values(errors),
      httpErrors.PASSWORD_MUST_BE_CHANGED,
      ...Object.values(credentialErrors),
      throttleErrors.TOO_MANY_TRIES,
    ],
    handle: async (request) => {
      const { target_username: target, new_password: newPassword, current_password: currentPassword } = request.body
      await passwordService.change(request, { target, newPassword, currentPassword })
      return { message: 'Password changed' }
    },
  })
