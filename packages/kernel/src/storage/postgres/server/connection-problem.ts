import { withoutSecrets } from '../../../errors/without-secrets.js'
import { inSentences } from '../../database-not-opened.js'
import { READ_ONLY } from '../../transactions/driver-errors.js'
import { NOT_POSTGRES } from './not-postgres.js'
import { type DiagnosedServer, diagnosePostgres } from './postgres-diagnosis.js'
import { postgresObstacle } from './postgres-obstacle.js'

/**
 * Returns the reason of a connection error and its remedy.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function connectionProblem(error: unknown, { server, urlName }: Omit<DiagnosedServer, 'code'>): string {
  const code = withoutSecrets(error).code ?? 'no code'
  if (code === READ_ONLY) return `The database is read-only. Set ${urlName} to the primary server.`
  if (code === NOT_POSTGRES) {
    // Says which difference was found; `plinth doctor` does not try the server, and shows `engine`
    const finding = `${server} cannot be used: ${(error as Error).message}`
    return inSentences({ finding, remedy: `set ${urlName} to a PostgreSQL server` })
  }
  return inSentences(diagnosePostgres(postgresObstacle(error), { server, urlName, code }))
}
