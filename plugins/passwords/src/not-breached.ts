import { createHash } from 'node:crypto'
import type { Logger } from '@plinth/kernel'
import type { PasswordRule } from '@plinth/kernel/contracts'
import { withoutSecrets } from '@plinth/kernel/tools'

const RANGES = 'https://api.pwnedpasswords.com/range/'
/** How long somebody who sets a password waits for the answer. */
const ANSWER_TIMEOUT_MS = 2_000
const PREFIX_LENGTH = 5
const SUFFIX = /^[0-9A-F]{35}$/

interface NotBreachedOptions {
  readonly log: Logger
  readonly timeoutMs?: number
}

/**
 * Asks haveibeenpwned.com. Of a password only the first 20 bits of its SHA-1 go out, and the answer is padded, so that
 * neither the service nor who watches the line learns which one it was. Without an answer the password passes: a
 * service elsewhere that is down must not keep anybody from changing theirs.
 */
export function notBreached({ log, timeoutMs = ANSWER_TIMEOUT_MS }: NotBreachedOptions): PasswordRule {
  return {
    async objection(password) {
      try {
        return (await timesSeen(password, timeoutMs)) > 0 ? 'is known from a data breach' : undefined
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

/**
 * https://haveibeenpwned.com/API/v3#PwnedPasswords: a line for each suffix of a digest that begins so, with how often
 * it was seen.
 */
async function timesSeen(password: string, timeout: number): Promise<number> {
  const digest = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
  const answer = await fetch(RANGES + digest.slice(0, PREFIX_LENGTH), {
    headers: { 'Add-Padding': 'true', 'User-Agent': 'plinth' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  const lines = (await answer.text()).split('\r\n').map((line) => line.split(':'))
  if (!lines.some(([suffix = '']) => SUFFIX.test(suffix))) throw new Error('not an answer of this service')
  return Number(lines.find(([suffix]) => suffix === digest.slice(PREFIX_LENGTH))?.[1] ?? 0)
}
