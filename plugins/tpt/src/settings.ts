import type { SettingsOf } from '@plinth/kernel'
import { object, string } from 'yup'

const LEAST_BYTES = 32

const signingKey = () =>
  string().test(
    'length',
    `must have at least ${LEAST_BYTES} bytes, from a random source: openssl rand -base64 48`,
    (key) => (key === undefined ? true : Buffer.byteLength(key) >= LEAST_BYTES),
  )

export const tptSettings = object({
  /** Signs tokens. */
  secretKey: signingKey().required('is required: it signs third-party tokens.').meta({ secret: true }),
  /** Signed tokens before; they are still good, and nothing new is signed with it. */
  secretKeyPrevious: signingKey().meta({ secret: true }),
})

/** The keys that tokens are signed and verified with, each of 32 bytes or more. */
export type TptSettings = SettingsOf<typeof tptSettings>
