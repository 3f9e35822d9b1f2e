import { object } from 'yup'
import type { Logger } from '../logging/logger.js'
import type { Access, CallerOf } from './access.js'
import { type Check, compileCheck } from './body/compile-check.js'
import { readJson } from './body/read-json.js'
import { compileParameters, queryOf } from './body/read-parameters.js'
import { withReceivedUpload } from './body/receive-upload.js'
import type { UploadSpace } from './body/upload-space.js'
import type { Exchange } from './exchange.js'
import { type CallerChecks, guard } from './guard.js'
import { httpErrors } from './http-errors.js'
import { expectCookieAllowed } from './request-key.js'
import { compileResponseCheck } from './responses/check-response.js'
import { respond, respondWithError } from './responses/respond.js'
import { Reply } from './responses/responses.js'
import type { AnyRoute, RequestOf } from './route.js'
import type { SameOrigin } from './same-origin.js'
import { isByCookie, pageKeyOf } from './session-cookie.js'

export interface ServeOptions {
  readonly callerChecks: CallerChecks
  /** Max size of a JSON body in bytes. */
  readonly jsonLimit: number
  /** Max size of an uploaded file in bytes. */
  readonly uploadLimit: number
  /** Folder for uploads in progress. */
  readonly uploadFolder: string
  /** Disk space for uploads in progress. */
  readonly uploadSpace: UploadSpace
}

/** Serves an exchange with these path parameters. Never rejects. */
export type Serve = (exchange: Exchange, params: Readonly<Record<string, string>>) => Promise<void>

/**
 * Compiles the handling of a route's requests: authenticate, read, validate, handle, validate the response, send it.
 * The key is checked before a byte of the body is read.
 */
export function compileRoute(route: AnyRoute, options: ServeOptions): Serve {
  const checkParams = compileParameters(route.params ?? object({}))
  const checkQuery = compileParameters(route.query ?? object({}))
  const identify = async (exchange: Exchange) => {
    exchange.principal = await guard(route, exchange.request, options.callerChecks)
  }
  const withBody = compileBodyReader(route, options, identify)
  const checkResponse = compileResponseCheck(route)
  const { sameOrigin } = options.callerChecks

  return async (exchange, params) => {
    exchange.routePath = route.path
    try {
      await identify(exchange)
      const parameters = { params: checkParams(params), query: checkQuery(queryOf(exchange.request.url ?? '')) }
      await withBody(exchange, async (body) => {
        const result = await route.handle(new RouteRequest(exchange, { ...parameters, body }, sameOrigin))
        await respond(exchange, checkResponse(result))
      })
    } catch (error) {
      respondWithError(exchange, error, route.databaseUnavailable)
    }
  }
}

/** Validated parts of a request. */
interface ValidatedParts {
  readonly params: object
  readonly query: object
  readonly body: unknown
}

/**
 * Request that a handler receives. A class, because the getters of an object literal would be created for every
 * request.
 */
class RouteRequest implements RequestOf<unknown, unknown, unknown, Access> {
  readonly params
  readonly query
  readonly body: undefined
  readonly principal: CallerOf<Access>
  readonly requestId: string
  readonly address: string
  readonly #exchange: Exchange
  readonly #sameOrigin: SameOrigin

  constructor(exchange: Exchange, { params, query, body }: ValidatedParts, sameOrigin: SameOrigin) {
    this.params = params as Record<string, never>
    this.query = query as Record<string, never>
    this.body = body as undefined
    this.principal = exchange.principal as CallerOf<Access>
    this.requestId = exchange.id
    this.address = exchange.address
    this.#exchange = exchange
    this.#sameOrigin = sameOrigin
  }

  get isByCookie(): boolean {
    return isByCookie(this.#exchange.request)
  }

  get pageKey(): string | undefined {
    return this.isByCookie ? pageKeyOf(this.#exchange.request) : undefined
  }

  expectCookieAllowed(): void {
    expectCookieAllowed(this.#exchange.request, this.#sameOrigin)
  }

  expectIfMatch(entityTag: string): void {
    const wanted = this.#exchange.request.headers['if-match']?.split(',').map((tag) => tag.trim())
    if (!wanted) throw httpErrors.IF_MATCH_MISSING()
    if (!wanted.includes('*') && !wanted.includes(entityTag)) throw httpErrors.ENTITY_TAG_DIFFERS()
  }

  get accept(): string {
    return this.#exchange.request.headers.accept ?? ''
  }

  get log(): Logger {
    return this.#exchange.log
  }

  get signal(): AbortSignal {
    return this.#exchange.signal
  }

  get stopSignal(): AbortSignal {
    return this.#exchange.stopSignal
  }
}

/** Reads the body of an exchange and passes it to `next`. */
type WithBody = (exchange: Exchange, next: (body: unknown) => Promise<void>) => Promise<void>

/**
 * Compiles the reading of a route's request bodies. The key is checked again after a body that did not arrive together
 * with the head: a client can take long to send it, and the key may have been revoked since.
 */
function compileBodyReader(
  route: AnyRoute,
  options: ServeOptions,
  identify: (exchange: Exchange) => Promise<void>,
): WithBody {
  const { body } = route
  if (body === undefined) return (_, next) => next(undefined)
  if (body.kind === 'upload') {
    const { uploadLimit: limit, uploadFolder: folder, uploadSpace: space } = options
    const uploadOptions = { upload: body, limit, folder, space }
    return (exchange, next) =>
      withReceivedUpload(exchange, uploadOptions, async (file) => {
        await identify(exchange)
        await next(file)
      })
  }
  const check: Check<object> = compileCheck(body, httpErrors.INVALID_BODY)
  return async (exchange, next) => {
    const wasComplete = exchange.request.complete
    const json = await readJson(exchange, options.jsonLimit)
    if (!wasComplete) await identify(exchange)
    const problem = route.plainTextProblem?.(json as Record<string, unknown>)
    if (problem !== undefined) return respond(exchange, Reply.text(problem, { status: 400 }))
    await next(check(json))
  }
}
