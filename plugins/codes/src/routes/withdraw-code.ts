import { ADMIN, defineRoute, messageShape } from '@plinth/kernel'
import { directoryErrors } from '@plinth/kernel/contracts'
import { messageAfter, usernameParams } from '@plinth/kernel/tools'
import type { CodeService } from '../code-service.js'
import { errors } from '../errors.js'

export const withdrawCode = (codeService: CodeService) =>
  defineRoute({
    method: 'DELETE',
    path: '/users/:username/code',
    operationId: 'withdrawCode',
    group: 'one-time codes',
    summary: 'Withdraw a one-time code',
    description:
      'Admins and sudo users may withdraw the code of a user who is not more privileged than themselves, and third-party tokens that of a less privileged user.',
    access: { maxLevel: ADMIN },
    params: usernameParams,
    responses: { 200: messageShape('Code withdrawn') },
    errors: [errors.CODE_NOT_YOURS, errors.CODE_NOT_FOUND, directoryErrors.USER_NOT_FOUND],
    handle: async (request) => messageAfter(codeService.withdraw(request, request.params.username), 'Code withdrawn'),
  })
