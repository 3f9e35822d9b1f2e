import type { HealthCheck } from '../contracts/health-check.js'
import { httpErrors } from '../http/http-errors.js'
import type { JsonSchema } from '../http/openapi/json-schema.js'
import type { KernelServices } from '../plugins/kernel-services.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { healthChecks, metrics, pages } from '../plugins/points.js'
import type { Database } from '../storage/database.js'
import { type MigrationSource, schemaState } from '../storage/migrations.js'
import { getLiveness, getReadiness } from './health-routes.js'
import { getIndex, getOpenapi } from './index-routes.js'
import { kernelMetrics } from './kernel-metrics.js'

export interface PlatformOptions {
  readonly document: () => JsonSchema
  readonly migrations: () => readonly MigrationSource[]
}

/** The name of the kernel's own plugin. */
export const PLATFORM = 'platform'

/**
 * The built-in plugin of every kernel: health, the index and the OpenAPI document. It is started after all other
 * plugins.
 */
export const platform = ({ document, migrations }: PlatformOptions): AnyPlugin => ({
  name: PLATFORM,
  errors: httpErrors,
  contributes: (services: KernelServices) => [
    healthChecks.of(databaseCheck(services.database)),
    healthChecks.of({ name: 'database writes', check: () => services.database.writeProblem() }),
    healthChecks.of(schemaCheck(services.database, migrations)),
    ...kernelMetrics(services).map(metrics.of),
  ],
  routes: ({ contributions, basePath }: KernelServices) => [
    getIndex(basePath, contributions.to(pages)),
    getLiveness(),
    getReadiness(contributions),
    getOpenapi(document),
  ],
})

function databaseCheck(database: Database): HealthCheck {
  const check = () =>
    database
      .read(async (knex) => void (await knex.raw('SELECT 1')))
      .then(
        () => undefined,
        () => 'the database does not respond',
      )
  return { name: 'database', check }
}

function schemaCheck(database: Database, migrations: () => readonly MigrationSource[]): HealthCheck {
  const check = async () => {
    const { pending } = await schemaState(database, migrations())
    return pending.length === 0 ? undefined : `these migrations are missing: ${pending.join(', ')}`
  }
  return { name: 'schema', check }
}
