import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  DATABASE_NOT_CONNECTED: [400, 'Database not connected'],
  INVALID_JSON_FILE: [400, 'Invalid JSON file: {reason}'],
  NOT_A_CONFIGURATION: [400, 'The file is no configuration: {reason}'],
  UNKNOWN_VERSION: [400, 'The file has the format version "{version}"; known are versions 1.x.'],
  TOO_MANY_IMPORTS: [503, 'One import is running here and four are waiting already. Try again shortly.'],
  TOO_MANY_EXPORTS: [503, 'Two exports are running already. Try again shortly.'],
})
