import type { SettingsOf } from '@plinth/kernel'
import { object, string } from 'yup'

const MIN_KEY_BYTES = 32
/** A random key of 32 bytes has more distinct characters than this, even in hexadecimal. */
const MIN_DISTINCT_CHARACTERS = 8
const GUESSABLE = /change.?me|secret|password|example|default|plinth/i
const REPEATED = /^(.{1,32}?)\1+$/
/** Characters that do not count towards the length: white space, and NUL, as in a file of zeros. */
const IGNORED_CHARACTERS = /[\s\0]/g

/** Returns why a key is easy to guess, or `undefined`. The reason reveals nothing about the key. */
export function weaknessOf(key: string): string | undefined {
  const counted = key.replace(IGNORED_CHARACTERS, '')
  if (Buffer.byteLength(counted) < MIN_KEY_BYTES) return `must have at least ${MIN_KEY_BYTES} bytes besides white space`
  if (GUESSABLE.test(counted)) return 'contains a word that is easy to guess'
  if (new Set(counted).size < MIN_DISTINCT_CHARACTERS)
    return `must have at least ${MIN_DISTINCT_CHARACTERS} different characters`
  return REPEATED.test(counted) ? 'repeats the same characters' : undefined
}

const signingKey = () =>
  string().test('strength', (key, { createError }) => {
    const weakness = key === undefined ? undefined : weaknessOf(key)
    if (weakness === undefined) return true
    return createError({ message: `${weakness}; generate a random one: openssl rand -base64 48` })
  })

export const tptSettings = object({
  secretKey: signingKey()
    .required(
      'is required: it signs third-party tokens, and is the same on every replica. For a new database, `openssl rand -base64 48` generates one.',
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
