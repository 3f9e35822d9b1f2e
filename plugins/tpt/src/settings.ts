import type { SettingsOf } from '@plinth/kernel'
import { object, string } from 'yup'

const MIN_KEY_BYTES = 32
/** A random key of 32 bytes has more different characters, in hexadecimal too. */
const MIN_DISTINCT_CHARACTERS = 8
const MADE_UP = /change.?me|secret|password|example|default|plinth/i
const REPEATED = /^(.{1,32}?)\1+$/
/** A file of zeros is no key either. */
const NOTHING = /[\s\0]/g

/** Why somebody may guess a key, or `undefined` where nothing speaks for it. Says nothing of what is in it. */
export function weaknessOf(key: string): string | undefined {
  const counted = key.replace(NOTHING, '')
  if (Buffer.byteLength(counted) < MIN_KEY_BYTES) return `must have at least ${MIN_KEY_BYTES} bytes besides blanks`
  if (MADE_UP.test(counted)) return 'has a word in it that everybody tries'
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
      description: 'Signs third-party tokens: 32 bytes or more, from a random source.',
      otherwise: 'with SQLite made and kept in the data folder; with PostgreSQL it is required',
      secret: true,
    }),
  secretKeyPrevious: signingKey().meta({
    description: 'The signing key before: what it has signed is still good, and nothing new is signed with it.',
    secret: true,
  }),
})

/** The keys that tokens are signed and verified with, each of 32 bytes or more that nobody guesses. */
export type TptSettings = SettingsOf<typeof tptSettings>
