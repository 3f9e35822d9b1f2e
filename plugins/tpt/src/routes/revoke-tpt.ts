import { defineRoute, SUDO } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { TptService } from '../tpt-service.js'

export const revokeTpt = (tptService: TptService) =>
  defineRoute({
    method: 'DELETE',
    path: '/tpt/:id',
    group: 'third-party tokens',
    summary: 'Revoke a third-party token',
    access: { maxLevel: SUDO },
    params: object({ id: string().required().max(64) }),
    responses: { 200: object({ message: string().required() }) },
    errors: [errors.TOKEN_NOT_FOUND],
    handle: async (request) => {
      await tptService.revoke(request, request.params.id)
      return { message: 'Third-party token revoked' }
    },
  })
