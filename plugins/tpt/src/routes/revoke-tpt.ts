import { defineRoute, messageShape, SUDO } from '@plinth/kernel'
import { described, messageAfter } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { TptService } from '../tpt-service.js'

export const revokeTpt = (tptService: TptService) =>
  defineRoute({
    method: 'DELETE',
    path: '/tpt/:id',
    operationId: 'revokeToken',
    group: 'third-party tokens',
    summary: 'Revoke a third-party token',
    access: { maxLevel: SUDO },
    params: object({
      id: described(string().required().max(64), 'The id of the token, as listed.'),
    }),
    responses: { 200: messageShape('Third-party token revoked') },
    errors: [errors.TOKEN_NOT_FOUND],
    handle: async (request) => messageAfter(tptService.revoke(request, request.params.id), 'Third-party token revoked'),
  })
