import { PgBouncer } from '../../test/support/pgbouncer.js'
import type { Figure } from '../support/figure.js'
import { LoadGenerator, type LoadRequest } from '../support/load-generator.js'
import { person, sampleOf } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { PASSWORD, Service } from '../support/service.js'
import { ratioOf, type Schedule, takeTurns } from '../support/take-turns.js'
import { withTestBed } from '../support/test-bed.js'
import { ENV, USER_COUNT } from '../writes/measure-writes.js'

const CALLERS = 32

/** The requests to a service. Its name makes the names of new users differ from those of another one. */
const WORKLOADS: Readonly<Record<string, (service: string) => readonly LoadRequest[]>> = {
  'GET own user': () =>
    sampleOf(USER_COUNT, CALLERS).map(({ username, key }) => ({
      method: 'GET',
      path: `/api/users/${username}`,
      headers: { 'X-API-KEY': key },
    })),
  signup: (service) => {
    const username = `${service}-[n]`
    const user = { username, email: `${username}@bench.test`, role_name: 'operator', password: PASSWORD }
    const headers = { 'X-API-KEY': person(USER_COUNT).key, 'Content-Type': 'application/json' }
    return [{ method: 'POST', path: '/api/users/signup', headers, body: JSON.stringify(user) }]
  },
}
/** Numbers of connections of PgBouncer to the database. */
const POOL_SIZES = [20, 2]

/** Compares a service that reaches PostgreSQL through PgBouncer, in transaction mode, with one that does directly. */
export async function measurePooler(sandbox: Sandbox, options: Measurement & Schedule): Promise<void> {
  const databases = options.databases.filter((database) => database === 'postgres')
  await measureEach(sandbox, 'Pooler', { ...options, databases }, (database) =>
    withTestBed(sandbox, database, { userCount: USER_COUNT, env: ENV }, async ({ service, databaseUrl, folder }) => {
      const figures: Figure[] = []
      const generator = new LoadGenerator(sandbox.signal)
      for (const size of POOL_SIZES) {
        const settings = ['pool_mode = transaction', `default_pool_size = ${size}`]
        const pooler = await PgBouncer.start(new URL(databaseUrl), settings)
        const pooled = await Service.start(pooler.url.href, `${folder}/pooled-${size}`, sandbox.signal, { env: ENV })
        try {
          for (const [what, requestsOf] of Object.entries(WORKLOADS)) {
            const targets = [
              { server: service, requests: requestsOf(`direct-${size}`) },
              { server: pooled, requests: requestsOf(`pooled-${size}`) },
            ]
            const [direct = [], through = []] = await takeTurns(generator, targets, options)
            const name = `${what} through PgBouncer with ${size} connections ÷ directly`
            figures.push({ database, what: name, ...ratioOf(through, direct) })
          }
        } finally {
          await pooled.stop()
          await pooler.stop()
        }
      }
      generator.stop()
      return figures
    }),
  )
}
