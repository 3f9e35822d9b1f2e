import { createHash } from 'node:crypto'
import type { Logger } from '@plinth/kernel'
import type { PasswordRule } from '@plinth/kernel/contracts'
import { withoutSecrets } from '@plinth/kernel/tools'

const RANGE_API_URL = 'https://api.pwnedpasswords.com/range/'
/** Timeout of the request, during which the user waits. */
const RESPONSE_TIMEOUT_MS = 2_000
const PREFIX_LENGTH = 5
const SUFFIX = /^[0-9A-F]{35}$/

interface NotBreachedOptions {
  readonly log: Logger
  readonly timeoutMs?: number
}

/**
 * Refuses passwords that haveibeenpwned.com knows. Only the first 20 bits of the SHA-1 are sent, and the response is
 * padded, so that neither the service nor an eavesdropper learns the password. Without a response the password is
 * accepted: an outage of the service must not prevent password changes.
 */
export function notBreached({ log, timeoutMs = RESPONSE_TIMEOUT_MS }: NotBreachedOptions): PasswordRule {
  return {
    async objection(password) {
      try {
        return (await timesSeen(password, timeoutMs)) > 0 ? 'is known from a data breach' : undefined
      } catch (error) {
        const { cause = error } = error as { cause?: unknown }
        log.warn(
          { err: withoutSecrets(cause) },
          'the breach check failed: a new password was not checked for data breaches',
        )
        return undefined
      }
    },
  }
}

/**
 * Returns how often a password was seen. See https://haveibeenpwned.com/API/v3#PwnedPasswords: the response has a line
 * with the count of each digest suffix for the prefix.
 */
async function timesSeen(password: string, timeoutMs: number): Promise<number> {
  const digest = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
  const response = await fetch(RANGE_API_URL + digest.slice(0, PREFIX_LENGTH), {
    headers: { 'Add-Padding': 'true', 'User-Agent': 'plinth' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const lines = (await response.text()).split('\r\n').map((line) => line.split(':'))
  if (!lines.some(([suffix = '']) => SUFFIX.test(suffix))) throw new Error('unexpected response')
  return Number(lines.find(([suffix]) => suffix === digest.slice(PREFIX_LENGTH))?.[1] ?? 0)
}
