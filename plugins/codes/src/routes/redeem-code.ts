import { defineRoute, messageShape } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { described, expectOneName, loginNameFields, loginNameIn, MAX_CODE_LENGTH } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import type { CodeRedemption } from '../code-redemption.js'
import { errors } from '../errors.js'
import { codeFields } from './code-on-the-wire.js'

const redemption = object({
  ...loginNameFields,
  code: described(string().required().max(MAX_CODE_LENGTH), 'The one-time code. Case, spaces and hyphens are ignored.'),
  new_password: described(string().required(), 'The password to set.'),
})
  .test('one-name', expectOneName)
  .meta({ id: 'CodeRedemption', description: 'A one-time code of a user, and the password that it sets.' })

export const redeemCode = (codeRedemption: CodeRedemption) =>
  defineRoute({
    method: 'POST',
    path: '/users/redeem_code',
    operationId: 'redeemCode',
    group: 'one-time codes',
    summary: 'Set a password with a one-time code',
    description:
      "Spends the code, ends all of the user's sessions, and lifts the temporary lock of the account. A code whose new password is refused can be used again.",
    access: 'public',
    body: redemption,
    example: { username: 'anna', code: '7KQM-2XRT-9F4B', new_password: 'anna-has-two-dogs' },
    responses: { 200: messageShape('Password set').shape({ username: codeFields.username }) },
    errors: [
      errors.CODE_INVALID,
      credentialErrors.PASSWORD_REFUSED,
      credentialErrors.BUSY,
      rateLimitErrors.RATE_LIMITED,
    ],
    handle: async (request) => {
      const { code, new_password: newPassword, ...name } = request.body
      const { username } = await codeRedemption.redeem(request, loginNameIn(name), { code, newPassword })
      return { message: 'Password set', username }
    },
  })
