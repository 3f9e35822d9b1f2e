import { defineRoute } from '@plinth/kernel'
import { rateLimitErrors } from '@plinth/kernel/contracts'
import { errors } from '../errors.js'
import type { FactorEnrolment } from '../factor-enrolment.js'
import { enrolmentOnTheWire, enrolmentShape } from './enrolment-on-the-wire.js'

export const enrolSecondFactor = (enrolment: FactorEnrolment) =>
  defineRoute({
    method: 'POST',
    path: '/users/enrol_second_factor',
    operationId: 'enrolSecondFactor',
    group: 'second factor',
    summary: 'Begin to enrol a second factor',
    description:
      'Returns a secret for an authenticator app. The factor is enrolled once a code of the app is sent: `POST /users/confirm_second_factor`.',
    access: { user: true, fresh: true },
    responses: { 200: enrolmentShape },
    errors: [errors.SECOND_FACTOR_ENROLLED, rateLimitErrors.RATE_LIMITED],
    handle: async (request) => enrolmentOnTheWire(await enrolment.begin(request)),
  })
