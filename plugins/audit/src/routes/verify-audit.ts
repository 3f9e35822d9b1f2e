import { ADMIN, defineRoute } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { array, number, object, string } from 'yup'
import { errors } from '../errors.js'
import type { VerificationService } from '../verification-service.js'

const wholeNumber = (description: string, example: number) =>
  number()
    .integer()
    .required()
    .meta({ description, examples: [example] })

const keyUse = object({
  id: described(string().required(), 'Identifies the key without revealing it.', '5f3c0b8a1d2e4f60'),
  key: described(
    string().oneOf(['current', 'previous', 'unknown']).required(),
    'Whether it is in use, only verifies, or is not configured, so that its events cannot be verified.',
  ),
  events: wholeNumber(
    'Number of intact events that it sealed; for an `unknown` key, of all events that name it.',
    1234,
  ),
})

const verificationShape = object({
  verified: wholeNumber('Events that are unchanged since they were sealed.', 1234),
  unsealed: wholeNumber('Events that are too recent to be sealed.', 0),
  last: described(
    object({
      position: wholeNumber('The position of the last event; 0 if there is none.', 1234),
      seal: described(string().defined(), 'Its seal.', '0'.repeat(64)),
    }).required(),
    'The last sealed event. Stored elsewhere and given to `plinth audit verify --after`, it reveals a trail that was rolled back.',
  ),
  keys: described(array(keyUse).required(), 'The keys of the sealed events.'),
  problems: described(
    array(string().defined()).required(),
    'The problems found, one sentence each. After the first 100, a last entry gives the number of the others. Empty if there are none.',
    [],
  ),
}).meta({ id: 'AuditVerification', description: 'The result of a verification of the audit trail.' })

export const verifyAudit = (service: VerificationService) =>
  defineRoute({
    method: 'POST',
    path: '/audit/verify',
    operationId: 'verifyAudit',
    summary: 'Verify that no event was changed or removed since it was sealed',
    description:
      'Reads the whole trail, and changes nothing. One verification runs at a time, for at most two minutes; it ends when the client disconnects.',
    access: { maxLevel: ADMIN },
    responses: { 200: verificationShape },
    errors: [errors.VERIFICATION_RUNNING, errors.VERIFICATION_TOO_LONG],
    handle: ({ signal }) => service.verify(signal),
  })
