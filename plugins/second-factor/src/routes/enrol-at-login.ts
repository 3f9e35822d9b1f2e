import { defineRoute } from '@plinth/kernel'
import { pendingLoginErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { loginKeyField } from '@plinth/kernel/tools'
import { object } from 'yup'
import { errors } from '../errors.js'
import type { FactorEnrolment } from '../factor-enrolment.js'
import { enrolmentOnTheWire, enrolmentShape } from './enrolment-on-the-wire.js'

export const enrolAtLogin = (enrolment: FactorEnrolment) =>
  defineRoute({
    method: 'POST',
    path: '/users/enrol_at_login',
    operationId: 'enrolAtLogin',
    group: 'second factor',
    summary: 'Begin to enrol a second factor at a login that needs one',
    description:
      'For a login to which the response was `SECOND_FACTOR_REQUIRED` with the step `enrol`. A code of the app completes the enrolment and the login: `POST /users/complete_login`.',
    access: 'public',
    body: object({
      login_key: loginKeyField,
    }).meta({ id: 'EnrolmentAtLogin', description: 'A login that needs a second factor.' }),
    example: { login_key: 'q1D8…' },
    responses: { 200: enrolmentShape },
    errors: [pendingLoginErrors.LOGIN_EXPIRED, errors.SECOND_FACTOR_ENROLLED, rateLimitErrors.RATE_LIMITED],
    handle: async (request) => enrolmentOnTheWire(await enrolment.beginAtLogin(request, request.body.login_key)),
  })
