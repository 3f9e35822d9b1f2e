import { ADMIN, defineRoute } from '@plinth/kernel'
import { directoryErrors } from '@plinth/kernel/contracts'
import { described, isoTime, usernameParams } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import type { CodeService } from '../code-service.js'
import { errors } from '../errors.js'
import { codeFields } from './code-on-the-wire.js'

export const issueCode = (codeService: CodeService) =>
  defineRoute({
    method: 'POST',
    path: '/users/:username/code',
    operationId: 'issueCode',
    group: 'one-time codes',
    summary: 'Issue a one-time code',
    description:
      'With the code the user sets a password that nobody else learns: `POST /users/redeem_code`. **The code is shown only in this response.** ' +
      'The new code replaces an earlier code of the user. Until it is redeemed, the password and the sessions stay valid. The caller may issue codes ' +
      'for users whose password they may set, and for users without a password who are not more privileged than the caller, but not for themselves.',
    access: { maxLevel: ADMIN, user: true, fresh: true },
    params: usernameParams,
    responses: {
      200: object({
        username: codeFields.username,
        code: described(string().required(), 'The code, to be handed to the user.', '7KQM-2XRT-9F4B'),
        purpose: codeFields.purpose,
        expires_at: codeFields.expires_at,
      }).meta({ id: 'IssuedCode', description: 'A new one-time code.' }),
    },
    errors: [errors.CODE_NOT_YOURS, errors.CODE_OF_DISABLED_USER, directoryErrors.USER_NOT_FOUND],
    handle: async (request) => {
      const { username, code, purpose, expiresAt } = await codeService.issue(request, request.params.username)
      return { username, code, purpose, expires_at: isoTime(expiresAt) }
    },
  })
