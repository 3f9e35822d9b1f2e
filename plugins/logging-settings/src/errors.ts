import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  TOO_MANY_TAILS: [503, 'Too many clients are already following the log of this process. Try again shortly.'],
})
