import { ADMIN, defineRoute } from '@plinth/kernel'
import { array, object } from 'yup'
import type { CodeService } from '../code-service.js'
import { activeCodeFields, activeCodeOnTheWire, codeFields } from './code-on-the-wire.js'

export const listCodes = (codeService: CodeService) =>
  defineRoute({
    method: 'GET',
    path: '/codes',
    operationId: 'codes',
    group: 'one-time codes',
    summary: 'List the one-time codes that can be redeemed',
    description:
      'Of all users who are not more privileged than the caller, the newest first. The codes themselves are not stored.',
    access: { maxLevel: ADMIN },
    responses: {
      200: array(
        object({ username: codeFields.username, ...activeCodeFields }).meta({
          id: 'ActiveCode',
          description: 'A one-time code that can be redeemed, without the code itself.',
        }),
      ),
    },
    handle: async (request) =>
      (await codeService.list(request)).map((code) => ({ username: code.username, ...activeCodeOnTheWire(code) })),
  })
