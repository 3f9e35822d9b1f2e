import type { SettingsOf } from '@plinth/kernel'
import { number, object, string } from 'yup'

const LEAST_BYTES = 32

const sealingKey = () =>
  string()
    .test('length', `must have at least ${LEAST_BYTES} bytes.`, (key) => !key || Buffer.byteLength(key) >= LEAST_BYTES)
    .meta({ secret: true })

export const auditSettings = object({
  /** Seals events. */
  auditKey: sealingKey().required('is required: it seals the audit trail.'),
  /** Sealed events before; what it has sealed can still be verified. */
  auditKeyPrevious: sealingKey(),
  /** How long events are kept. */
  auditRetention: number()
    .integer('must be a whole number.')
    .min(86_400, 'must be at least 86400: a day.')
    .default(31_536_000),
})

/** The keys that seal the trail, each of 32 bytes or more, and for how many seconds events are kept. */
export type AuditSettings = SettingsOf<typeof auditSettings>
