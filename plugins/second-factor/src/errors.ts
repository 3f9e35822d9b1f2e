import { defineErrors } from '@plinth/kernel'

/** The errors of second factors. */
export const errors = defineErrors({
  SECOND_FACTOR_ENROLLED: [409, 'There is a second factor already. Remove it before another one is enrolled.'],
  SECOND_FACTOR_NOT_ENROLLED: [404, 'There is no second factor.'],
  SECOND_FACTOR_NOT_YOURS: [403, "Your role does not allow you to see or remove this user's second factor."],
  ENROLMENT_CODE_WRONG: [403, 'The code is wrong. Check the time of the phone, and enter the code that it shows now.'],
})
