import type { HealthCheck } from '../contracts/health-check.js'
import { httpErrors } from '../http/http-errors.js'
import type { JsonSchema } from '../http/openapi/json-schema.js'
import type { KernelServices } from '../plugins/kernel-services.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { healthChecks, metrics, notices, pages, requestObservers } from '../plugins/points.js'
import type { Database } from '../storage/database.js'
import { type MigrationSource, schemaState } from '../storage/migrations.js'
import { getLiveness, getReadiness } from './health-routes.js'
import { getIndex, getOpenapi } from './index-routes.js'
import { kernelMetrics } from './kernel-metrics.js'
import { Overview } from './overview.js'
import { getOverview } from './overview-route.js'
import { plainHttp } from './plain-http.js'

export interface PlatformOptions {
  readonly document: () => JsonSchema
  readonly migrations: () => readonly MigrationSource[]
}

type PlatformServices = KernelServices & { readonly serviceOverview: Overview }

const DATABASE_REMEDY = 'Check that the database runs and can be reached; plinth doctor says more.'
const WRITES_REMEDY = 'Check the disk space and the permissions of the database; plinth doctor says more.'
const SCHEMA_REMEDY = 'Restart the service, or run plinth migrate.'

/** The name of the kernel's own plugin. */
export const PLATFORM = 'platform'

/**
 * The built-in plugin of every kernel: health, the overview, the index, the OpenAPI document and the kernel's metrics.
 * It is started after all other plugins.
 */
export const platform = ({ document, migrations }: PlatformOptions): AnyPlugin => ({
  name: PLATFORM,
  errors: httpErrors,
  services: { serviceOverview: Overview },
  contributes: (services: PlatformServices) => [
    requestObservers.of(services.serviceOverview.history),
    notices.of(plainHttp(services.kernelSettings)),
    healthChecks.of(databaseCheck(services.database)),
    healthChecks.of({ name: 'database writes', remedy: WRITES_REMEDY, check: () => services.database.writeProblem() }),
    healthChecks.of(schemaCheck(services.database, migrations)),
    ...kernelMetrics(services).map(metrics.of),
  ],
  routes: ({ contributions, basePath, serviceOverview }: PlatformServices) => [
    getIndex(basePath, contributions.to(pages)),
    getLiveness(),
    getReadiness(contributions),
    getOverview(serviceOverview),
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
  return { name: 'database', remedy: DATABASE_REMEDY, check }
}

function schemaCheck(database: Database, migrations: () => readonly MigrationSource[]): HealthCheck {
  const check = async () => {
    const { pending } = await schemaState(database, migrations())
    return pending.length === 0 ? undefined : `these migrations have not run yet: ${pending.join(', ')}`
  }
  return { name: 'schema', remedy: SCHEMA_REMEDY, check }
}
