import type { Knex } from 'knex'
import { withoutSecrets } from '../../errors/without-secrets.js'
import type { Obstacle } from '../unreachable-database.js'

/** What OpenSSL and Node call a certificate that they do not trust. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/** The code of an error of our own: what a session was given at its start is not in force. */
export const SETTINGS_DROPPED = 'SETTINGS_DROPPED'

/** Throws, with the code `SETTINGS_DROPPED`, when `lock_timeout` is not what the connection was opened with. */
export async function expectSettings(pool: Knex, lockTimeoutMs: number): Promise<void> {
  const { rows } = await pool.raw(`SELECT current_setting('lock_timeout') AS "lockTimeout"`)
  if (rows[0].lockTimeout === `${lockTimeoutMs / 1_000}s`) return
  throw Object.assign(new Error('the settings of the session were dropped'), { code: SETTINGS_DROPPED })
}

/** What pg and the pool say, without a code, when nobody answers in time or the connection breaks off. */
const NO_ANSWER = /timeout|Connection terminated/i

/**
 * What is between Plinth and a PostgreSQL server that it could not connect to, by the code of the server or of Node. pg
 * itself gives none when the URL has no password though the server asks for one, and when the server has no TLS.
 */
export function postgresObstacle(error: unknown): Obstacle {
  const code = withoutSecrets(error).code ?? ''
  if (code === 'ERR_INVALID_URL') return 'bad-url'
  if (code === '3D000') return 'no-such-database'
  if (code.startsWith('28') || /password must be a/.test(String(error))) return 'password'
  if (/unsupported startup parameter/.test(String(error)) || code === SETTINGS_DROPPED) return 'pooler'
  if (/does not support SSL/.test(String(error))) return 'no-tls'
  if ((error as { syscall?: unknown } | undefined)?.syscall === 'open') return 'certificate-file'
  if (UNTRUSTED.test(code)) return 'untrusted'
  return code.startsWith('E') || NO_ANSWER.test(String(error)) ? 'no-way' : 'other'
}
