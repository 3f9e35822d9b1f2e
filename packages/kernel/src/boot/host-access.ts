import type { IncomingMessage } from 'node:http'
import { PlinthError } from '../errors/plinth-error.js'
import { type Access, type CallerOf, isAccess } from '../http/access.js'
import type { KeyedRequest } from '../http/api-key.js'
import { respondNotRunning } from '../http/edge/respond-without-exchange.js'
import { isHttp2 } from '../http/edge/unsupported-request.js'
import { type CallerChecks, guard } from '../http/guard.js'
import type { HostMiddleware } from '../http/host-middleware.js'
import { httpErrors } from '../http/http-errors.js'
import type { HttpServer } from '../http/http-server.js'
import type { Authenticated } from '../security/principal.js'

/** Returns the parts of a running kernel, or `undefined` if it is not running. */
type GetRunning = () => { readonly callerChecks: CallerChecks; readonly server: HttpServer } | undefined

/** Authenticates requests to a host's own routes. The contract is documented in `Kernel`. */
export class HostAccess {
  readonly #getRunning: GetRunning
  readonly #admitted = new WeakMap<IncomingMessage, Authenticated>()

  constructor(getRunning: GetRunning) {
    this.#getRunning = getRunning
  }

  async authenticate<const A extends Access>(request: KeyedRequest, access: A): Promise<CallerOf<A>> {
    if (!isAccess(access))
      throw new TypeError(
        "authenticate() needs an access rule as its second argument, such as 'authenticated' or { maxLevel: ADMIN }.",
      )
    if (typeof request?.headers !== 'object')
      throw new TypeError('authenticate() needs a request with headers: of node:http, or a web Request.')
    const running = this.#getRunning()
    if (!running) throw httpErrors.NOT_RUNNING({}, { retryAfter: 1 })
    try {
      return await guard({ access }, request, running.callerChecks)
    } catch (error) {
      if (error instanceof PlinthError) throw error
      // Imported here, because it loads restify-errors, which a program that never starts its kernel does not need.
      const { problemOf } = await import('../http/responses/problem.js')
      throw Object.assign(problemOf(error), { cause: error })
    }
  }

  requireLevel(maxLevel: number, options: { readonly user?: boolean; readonly fresh?: boolean }): HostMiddleware {
    const access = { ...options, maxLevel }
    if (!isAccess(access))
      throw new TypeError('requireLevel() needs a whole number, such as ADMIN, and optionally { user, fresh }.')
    return async (request, response, next) => {
      try {
        if (isHttp2(request)) throw httpErrors.HTTP_VERSION_NOT_SUPPORTED()
        await this.#getRunning()?.server.waitForEarlierResponses(request, response)
        this.#admitted.set(request, await this.authenticate(request, access))
        await next()
      } catch (error) {
        const running = this.#getRunning()
        if (running) running.server.refuse(request, response, error)
        else respondNotRunning(response)
      }
    }
  }

  principalOf(request: IncomingMessage): Authenticated {
    const principal = this.#admitted.get(request)
    if (!principal)
      throw new Error(
        'This request has not passed requireLevel(). Call requireLevel() before the handler of its route.',
      )
    return principal
  }
}
