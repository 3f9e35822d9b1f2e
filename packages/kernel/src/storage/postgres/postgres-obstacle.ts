import type { Knex } from 'knex'
import { withoutSecrets } from '../../errors/without-secrets.js'
import type { Obstacle } from '../unreachable-database.js'

/** Codes of OpenSSL and Node for a certificate of the server that is not trusted. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/
/** Codes of OpenSSL for the alert of a server that rejects the certificate of the client. */
const REJECTED_CERTIFICATE = /^ERR_SSL_.*ALERT_(.*CERTIFICATE.*|UNKNOWN_CA|DECRYPT_ERROR)$/
/**
 * Messages of a server in English for refusals that have the same code as others. In other languages they are diagnosed
 * as a refused user.
 */
const REFUSALS: readonly [message: RegExp, obstacle: Obstacle][] = [
  [/requires a valid client certificate/, 'no-certificate'],
  [/certificate authentication failed/, 'certificate'],
  [/no pg_hba\.conf entry .* no encryption/, 'no-encryption'],
]

/** Code of our own error for session settings that are not applied. */
export const SETTINGS_DROPPED = 'SETTINGS_DROPPED'

/**
 * Throws an error with the code `SETTINGS_DROPPED` if `lock_timeout` does not have the value with which the connection
 * was opened.
 */
export async function expectSettings(pool: Knex, lockTimeoutMs: number): Promise<void> {
  const { rows } = await pool.raw(`SELECT current_setting('lock_timeout') AS "lockTimeout"`)
  if (rows[0].lockTimeout === `${lockTimeoutMs / 1_000}s`) return
  throw Object.assign(new Error('the settings of the session were dropped'), { code: SETTINGS_DROPPED })
}

/** Matches the messages of errors without a code, from pg or the pool, if the server does not respond in time. */
const NO_RESPONSE = /timeout|Connection terminated/i

/**
 * Returns the reason why a PostgreSQL server could not be connected to, by the code of the server or of Node. pg has no
 * code for a missing password in the URL and for a server without TLS.
 */
export function postgresObstacle(error: unknown): Obstacle {
  const code = withoutSecrets(error).code ?? ''
  if (code === 'ERR_INVALID_URL') return 'bad-url'
  if (code === '3D000') return 'no-such-database'
  const refusal = REFUSALS.find(([message]) => message.test(String(error)))
  if (refusal) return refusal[1]
  if (code.startsWith('28') || /password must be a/.test(String(error))) return 'password'
  if (/unsupported startup parameter/.test(String(error)) || code === SETTINGS_DROPPED) return 'pooler'
  if (/does not support SSL/.test(String(error))) return 'no-tls'
  if ((error as { syscall?: unknown } | undefined)?.syscall === 'open') return 'certificate-file'
  if (/^ERR_(OSSL|SSL_(EE|CA|KEY))/.test(code)) return 'certificate-content'
  if (REJECTED_CERTIFICATE.test(code)) return 'certificate'
  if (UNTRUSTED.test(code)) return 'untrusted-server'
  return code.startsWith('E') || NO_RESPONSE.test(String(error)) ? 'no-connection' : 'other'
}
