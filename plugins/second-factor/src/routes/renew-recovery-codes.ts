import { defineRoute, messageShape } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { errors } from '../errors.js'
import type { FactorEnrolment } from '../factor-enrolment.js'
import { recoveryCodesField } from './enrolment-on-the-wire.js'

export const renewRecoveryCodes = (enrolment: FactorEnrolment) =>
  defineRoute({
    method: 'POST',
    path: '/users/recovery_codes',
    operationId: 'renewRecoveryCodes',
    group: 'second factor',
    summary: 'Create new recovery codes',
    description: 'The earlier ones are no longer valid.',
    access: { user: true, fresh: true },
    responses: { 200: messageShape('Recovery codes created').shape({ recovery_codes: recoveryCodesField }) },
    errors: [errors.SECOND_FACTOR_NOT_ENROLLED, rateLimitErrors.RATE_LIMITED, credentialErrors.BUSY],
    handle: async (request) => ({
      message: 'Recovery codes created',
      recovery_codes: [...(await enrolment.renewRecoveryCodes(request))],
    }),
  })
