import { defineRoute, messageShape } from '@plinth/kernel'
import { directoryErrors } from '@plinth/kernel/contracts'
import { messageAfter, usernameParams } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { FactorAdministration } from '../factor-administration.js'

export const removeSecondFactor = (administration: FactorAdministration) =>
  defineRoute({
    method: 'DELETE',
    path: '/users/:username/second_factor',
    operationId: 'removeSecondFactor',
    group: 'second factor',
    summary: 'Remove a second factor',
    description:
      "Removes the caller's own second factor, or that of a user whose password the caller may set, such as one who has lost their phone. If the user's role requires a factor, they must enrol another one at the next login.",
    access: { user: true, fresh: true },
    params: usernameParams,
    responses: { 200: messageShape('Second factor removed') },
    errors: [errors.SECOND_FACTOR_NOT_YOURS, errors.SECOND_FACTOR_NOT_ENROLLED, directoryErrors.USER_NOT_FOUND],
    handle: async (request) =>
      messageAfter(administration.remove(request, request.params.username), 'Second factor removed'),
  })
