import { ADMIN, defineRoute } from '@plinth/kernel'
import { directoryErrors } from '@plinth/kernel/contracts'
import { described, usernameParams } from '@plinth/kernel/tools'
import { boolean, object } from 'yup'
import type { CodeService } from '../code-service.js'
import { errors } from '../errors.js'
import { activeCodeFields, activeCodeOnTheWire } from './code-on-the-wire.js'

export const readCode = (codeService: CodeService) =>
  defineRoute({
    method: 'GET',
    path: '/users/:username/code',
    operationId: 'code',
    group: 'one-time codes',
    summary: "Look up a user's one-time code",
    description:
      'Returns when it expires, not the code itself, which is not stored. For admins and sudo users, about users who are not more privileged than themselves.',
    access: { maxLevel: ADMIN },
    params: usernameParams,
    responses: {
      200: object({
        may_issue: described(boolean().required(), 'Whether the caller may issue a code for the user.', true),
        code: described(
          object(activeCodeFields).nullable().defined(),
          'The code that can be redeemed; null if there is none.',
        ),
      }).meta({ id: 'CodeState', description: 'The one-time code of a user, if there is one.' }),
    },
    errors: [errors.CODE_NOT_YOURS, directoryErrors.USER_NOT_FOUND],
    handle: async (request) => {
      const { mayIssue, code } = await codeService.stateOf(request, request.params.username)
      return { may_issue: mayIssue, code: code ? activeCodeOnTheWire(code) : null }
    },
  })
