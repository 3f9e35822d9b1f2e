import type { AnyErrorKind } from '../errors/define-errors.js'
import { removeLeftoverUploads } from '../http/body/spool-file.js'
import { UploadSpace } from '../http/body/upload-space.js'
import { type CallerChecks, isExempt } from '../http/guard.js'
import type { HttpServer } from '../http/http-server.js'
import type { JsonSchema } from '../http/openapi/json-schema.js'
import type { AnyRoute } from '../http/route.js'
import type { CountedTraffic } from '../http/traffic.js'
import type { KernelOptions } from '../kernel.js'
import type { Logger } from '../logging/logger.js'
import { version } from '../platform/version.js'
import type { Contributions } from '../plugins/contributions.js'
import type { KernelSettings } from '../settings/kernel-settings.js'
import { safeObservers } from './observers.js'

export interface MountOptions {
  readonly basePath: string
  readonly callerChecks: CallerChecks
  readonly contributions: Contributions
  readonly settings: KernelSettings
  readonly logger: Logger
  readonly traffic: CountedTraffic
  readonly reportFault: KernelOptions['reportFault']
}

/** The server of all routes, and their OpenAPI document. */
export interface RouteServer {
  readonly server: HttpServer
  /** Built when it is first requested: most processes never need it. */
  readonly openapi: () => JsonSchema
}

/** Compiles routes and mounts them on a server that does not listen yet. */
export async function mountRoutes(routes: readonly AnyRoute[], options: MountOptions): Promise<RouteServer> {
  // Imported here, because a program that never starts its kernel does not need schemas and response validation.
  const [{ HttpServer }, { openapiDocument }] = await Promise.all([
    import('../http/http-server.js'),
    import('../http/openapi/document.js'),
  ])
  const { settings, contributions, ...serverOptions } = options
  const { jsonLimit, importLimit, dataDir, trustedProxies, corsOrigins, connectionLimit } = settings
  const uploadSpace = new UploadSpace(importLimit)
  const bodyOptions = { jsonLimit, uploadLimit: importLimit, uploadFolder: dataDir, uploadSpace }
  const observers = safeObservers(contributions, options.logger)
  await removeLeftoverUploads(dataDir)
  const server = new HttpServer({
    routes,
    trustedProxies,
    corsOrigins,
    connectionLimit,
    observers,
    ...serverOptions,
    ...bodyOptions,
  })
  const withRestrictionErrors = (route: AnyRoute): AnyRoute => ({
    ...route,
    errors: [...(route.errors ?? []), ...restrictionErrorsOf(route, options.callerChecks)],
  })
  let document: JsonSchema | undefined
  const openapi = () => {
    document ??= openapiDocument(routes.map(withRestrictionErrors), { basePath: serverOptions.basePath, version })
    return document
  }
  return { server, openapi }
}

/** Returns the errors of the caller restrictions from which a route is not exempt. */
function restrictionErrorsOf({ access, exemptFrom = [] }: AnyRoute, { restrictions }: CallerChecks): AnyErrorKind[] {
  if (access === 'public') return []
  return restrictions.map(({ error }) => error).filter((error) => !isExempt(exemptFrom, error))
}
