import type { SettingsOf } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { array, number, object, string } from 'yup'

const MIN_KEY_BYTES = 32

const isLongEnough = (key: unknown) => typeof key === 'string' && Buffer.byteLength(key) >= MIN_KEY_BYTES

const sealingKey = () =>
  string().test('length', `must have at least ${MIN_KEY_BYTES} bytes.`, (key) => !key || isLongEnough(key))

export const auditSettings = object({
  auditKey: sealingKey()
    .required('is required: it seals the audit trail.')
    .meta({
      description: `The key that seals the audit trail: ${MIN_KEY_BYTES} bytes or more.`,
      otherwise: 'derived from the signing key',
      secret: true,
    }),
  auditKeyPrevious: sealingKey().meta({
    description: 'The sealing key before the current one. It verifies the events that it sealed.',
    otherwise: 'derived from the previous signing key',
    secret: true,
  }),
  auditKeysRetired: array(string().defined())
    .test('length', `must be keys of at least ${MIN_KEY_BYTES} bytes each.`, (keys = []) => keys.every(isLongEnough))
    .default([])
    .meta({
      description:
        'Older sealing keys, or signing keys that sealing keys were derived from. They verify the events that they sealed, and accept no tokens.',
      range: 'one per line',
      secret: true,
    }),
  auditRetention: described(
    number().integer('must be a whole number.').min(86_400, 'must be at least 86400 (one day).').default(31_536_000),
    'Retention of security events, in seconds.',
  ),
})

/** The keys that seal and verify the trail, each of 32 bytes or more, and the retention of events in seconds. */
export type AuditSettings = SettingsOf<typeof auditSettings>
