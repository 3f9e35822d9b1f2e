import type { SettingsOf } from '@plinth/kernel'
import { object, string } from 'yup'

const MIN_KEY_BYTES = 32
/** A random key of 32 bytes has more different characters, in hexadecimal too. */
const MIN_DISTINCT_CHARACTERS = 8
const GUESSABLE = /change.?me|secret|password|example|default|plinth/i
const REPEATED = /^(.{1,32}?)\1+$/
/** Characters that do not count: blanks, and the bytes of a file of zeros. */
const NOT_COUNTED = /[\s\0]/g

/** Returns the reason why a key is easy to guess, or `undefined`. The reason reveals nothing of the key. */
export function weaknessOf(key: string): string | undefined {
  const counted = key.replace(NOT_COUNTED, '')
  if (Buffer.byteLength(counted) < MIN_KEY_BYTES) return `must have at least ${MIN_KEY_BYTES} bytes besides blanks`
  if (GUESSABLE.test(counted)) return 'has a word in it that everybody tries'
  if (new Set(counted).size < MIN_DISTINCT_CHARACTERS)
    return `must have at least ${MIN_DISTINCT_CHARACTERS} different characters`
  return REPEATED.test(counted) ? 'is the same text over and over' : undefined
}

const signingKey = () =>
  string().test('strength', (key, { createError }) => {
    const weakness = key === undefined ? undefined : weaknessOf(key)
    if (weakness === undefined) return true
    return createError({ message: `${weakness}; take one from a random source: openssl rand -base64 48` })
  })

export const tptSettings = object({
  secretKey: signingKey()
    .required(
      'is required: it signs third-party tokens, on every replica the same. `openssl rand -base64 48` makes one.',
    )
    .meta({
      description: 'The key that signs third-party tokens: 32 random bytes or more.',
      otherwise: 'with SQLite, generated and stored in the data folder; required with PostgreSQL',
      secret: true,
    }),
  secretKeyPrevious: signingKey().meta({
    description: 'The previous signing key: its tokens stay valid, but no new tokens are signed with it.',
    secret: true,
  }),
})

/** The keys that sign and verify tokens, each of 32 random bytes or more. */
export type TptSettings = SettingsOf<typeof tptSettings>
