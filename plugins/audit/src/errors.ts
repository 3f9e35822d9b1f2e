import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  TOO_MANY_AUDIT_EXPORTS: [503, 'Two exports of the audit trail are already running. Try again shortly.'],
  VERIFICATION_RUNNING: [503, 'A verification is already running here. Try again shortly.'],
  VERIFICATION_TOO_LONG: [
    503,
    'The audit trail is too long to be verified within {seconds} seconds. Use the CLI: plinth audit verify.',
  ],
})
