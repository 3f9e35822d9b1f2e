import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  TOO_MANY_TAILS: [503, 'Eight clients follow the log here already. Try again shortly.'],
})
