import { defineRoute, messageShape } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { described, MAX_CODE_LENGTH } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { FactorEnrolment } from '../factor-enrolment.js'
import { recoveryCodesField } from './enrolment-on-the-wire.js'

export const confirmSecondFactor = (enrolment: FactorEnrolment) =>
  defineRoute({
    method: 'POST',
    path: '/users/confirm_second_factor',
    operationId: 'confirmSecondFactor',
    group: 'second factor',
    summary: 'Complete the enrolment of a second factor',
    description: 'From now on every login needs a code of the app, or one of the recovery codes.',
    access: { user: true, fresh: true },
    body: object({
      code: described(string().required().max(MAX_CODE_LENGTH), 'The code that the app shows.'),
    }).meta({ id: 'FactorConfirmation', description: 'A code of the authenticator app.' }),
    example: { code: '123456' },
    responses: { 200: messageShape('Second factor enrolled').shape({ recovery_codes: recoveryCodesField }) },
    errors: [
      ...Object.values(errors).filter((error) => error !== errors.SECOND_FACTOR_NOT_YOURS),
      rateLimitErrors.RATE_LIMITED,
      credentialErrors.BUSY,
    ],
    handle: async (request) => ({
      message: 'Second factor enrolled',
      recovery_codes: [...(await enrolment.confirm(request, request.body.code))],
    }),
  })
