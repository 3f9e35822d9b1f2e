import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  RESPONSIBLE_NOT_FOUND: [400, 'The responsible user "{username}" does not exist.'],
  PUMP_NOT_FOUND: [404, 'There is no pump with that name.'],
  PUMP_EXISTS: [409, 'A pump with that name already exists.'],
})
