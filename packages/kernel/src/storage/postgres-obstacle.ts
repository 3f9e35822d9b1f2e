import { withoutSecrets } from '../errors/without-secrets.js'
import type { Obstacle } from './unreachable-database.js'

/**
 * What is between Plinth and a PostgreSQL server that it could not connect to, by the code of the server or of Node. pg itself gives
 * none when the URL has no password though the server asks for one.
 */
export function postgresObstacle(error: unknown): Obstacle {
  const code = withoutSecrets(error).code ?? ''
  if (code === 'ERR_INVALID_URL') return 'bad-url'
  if (code === '3D000') return 'no-such-database'
  if (code.startsWith('28') || /password must be a/.test(String(error))) return 'password'
  return code.startsWith('E') || /timeout/i.test(String(error)) ? 'no-way' : 'other'
}
