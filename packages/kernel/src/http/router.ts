import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../logging/logger.js'
import { quarantinedRestify, type RestifyRequest, type RestifyServer } from './edge/quarantined-restify.js'
import { Exchange } from './exchange.js'
import { respondWithError } from './responses/respond.js'
import type { AnyRoute } from './route.js'
import type { Serve } from './serve-route.js'

/** A route with its compiled handler. */
export interface CompiledRoute {
  readonly route: AnyRoute
  readonly serve: Serve
}

export interface RouterOptions {
  readonly logger: Logger
  readonly basePath: string
}

/**
 * Creates a restify server that finds the route of a request by path and method, and responds with an error if there is
 * none.
 */
export function createRouter(routes: readonly CompiledRoute[], options: RouterOptions): RestifyServer {
  const { logger: log, basePath } = options
  const router = quarantinedRestify().createServer({ name: '', log, ignoreTrailingSlash: true })
  for (const { route, serve } of routes) {
    // restify accepts a function of two arguments only if it is async.
    const handle = async (request: RestifyRequest, _: unknown) => {
      const exchange = Exchange.of(request) // restify passes on the original object
      if (exchange) await serve(exchange, { ...request.params })
    }
    router[restifyMethod(route)](`${basePath}${route.path}`, handle)
    if (route.method === 'GET') router.head(`${basePath}${route.path}`, handle) // Node omits the body
  }
  router.on('restifyError', (request: IncomingMessage, _: ServerResponse, error: Error) => {
    const exchange = Exchange.of(request)
    if (exchange) respondWithError(exchange, error)
  })
  return router
}

function restifyMethod({ method }: AnyRoute): 'get' | 'post' | 'put' | 'patch' | 'del' {
  return method === 'DELETE' ? 'del' : (method.toLowerCase() as 'get' | 'post' | 'put' | 'patch')
}
