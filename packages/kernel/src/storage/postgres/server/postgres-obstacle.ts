import { withoutSecrets } from '../../../errors/without-secrets.js'
import type { Obstacle } from '../../database-not-opened.js'
import { NOT_POSTGRES } from './not-postgres.js'

/** Codes of OpenSSL and Node for a certificate of the server that is not trusted. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/
/** Codes of OpenSSL for the alert of a server that rejects the certificate of the client. */
const REJECTED_CERTIFICATE = /^ERR_SSL_.*ALERT_(.*CERTIFICATE.*|UNKNOWN_CA|DECRYPT_ERROR)$/
/**
 * Matches messages of a server for refusals that share their code with others. If the server does not write English,
 * these refusals are diagnosed as a refused user.
 */
const REFUSALS: readonly [message: RegExp, obstacle: Obstacle][] = [
  [/requires a valid client certificate/, 'no-certificate'],
  [/certificate authentication failed/, 'certificate'],
  [/no pg_hba\.conf entry .* no encryption/, 'no-encryption'],
]

/** Matches the messages of errors without a code, from pg or the pool, if the server does not respond in time. */
const NO_RESPONSE = /timeout|Connection terminated/i

/**
 * Returns the reason why a PostgreSQL server could not be connected to, by the code of the server or of Node, or by the
 * message: pg has no code for a missing password in the URL and for a server without TLS.
 */
export function postgresObstacle(error: unknown): Obstacle {
  const code = withoutSecrets(error).code ?? ''
  if (code === 'ERR_INVALID_URL') return 'bad-url'
  if (code === '3D000') return 'no-such-database'
  const refusal = REFUSALS.find(([message]) => message.test(String(error)))
  if (refusal) return refusal[1]
  if (code.startsWith('28') || /password must be a/.test(String(error))) return 'password'
  if (/unsupported startup parameter/.test(String(error))) return 'pooler'
  if (code === NOT_POSTGRES) return 'engine'
  if (/does not support SSL/.test(String(error))) return 'no-tls'
  if ((error as { syscall?: unknown } | undefined)?.syscall === 'open') return 'certificate-file'
  if (/^ERR_(OSSL|SSL_(EE|CA|KEY))/.test(code)) return 'certificate-content'
  if (REJECTED_CERTIFICATE.test(code)) return 'certificate'
  if (UNTRUSTED.test(code)) return 'untrusted-server'
  return code.startsWith('E') || NO_RESPONSE.test(String(error)) ? 'no-connection' : 'other'
}
