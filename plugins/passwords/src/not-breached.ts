import { createHash } from 'node:crypto'
import { type Logger, type PasswordRule, withoutSecrets } from '@plinth/kernel'

/** ms that somebody who sets a password waits for the answer at most. */
const PATIENCE = 2_000
const PREFIX_LENGTH = 5
const SUFFIX = /^[0-9A-F]{35}$/

interface NotBreachedOptions {
  readonly log: Logger
  readonly patience?: number
}

/**
 * Asks haveibeenpwned.com. Of a password only the first 20 bits of its SHA-1 go out, and the answer is padded, so that neither the service nor
 * who watches the line learns which one it was. Without an answer the password passes: a service elsewhere that is down must not
 * keep anybody from changing theirs.
 */
export function notBreached({ log, patience = PATIENCE }: NotBreachedOptions): PasswordRule {
  return {
    async objection(password) {
      try {
        return (await timesSeen(password, patience)) > 0 ? 'is known from a data breach' : undefined
      } catch (error) {
        const { cause = error } = error as { cause?: unknown }
        log.warn(
          { err: withoutSecrets(cause) },
          'no answer about data breaches: a new password was not held against them',
        )
        return undefined
      }
    },
  }
}

async function timesSeen(password: string, patience: number): Promise<number> {
  const { pwnedPasswordRange } = await import('hibp') // most services never ask
  const digest = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
  const seen = await pwnedPasswordRange(digest.slice(0, PREFIX_LENGTH), {
    addPadding: true,
    timeoutMs: patience,
    userAgent: 'plinth',
  })
  if (!Object.keys(seen).some((suffix) => SUFFIX.test(suffix))) throw new Error('the answer is of somebody else')
  return seen[digest.slice(PREFIX_LENGTH)] ?? 0
}
