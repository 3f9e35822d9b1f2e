import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  RESPONSIBLE_NOT_FOUND: [400, 'There is no user "{username}" to be responsible for a pump.'],
  PUMP_NOT_FOUND: [404, 'There is no pump of that name.'],
  PUMP_EXISTS: [409, 'A pump of that name is there already.'],
})
