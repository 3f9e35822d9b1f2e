import type { AnySchema, InferType, ObjectSchema } from 'yup'
import type { AnyErrorKind, ErrorKind } from '../errors/define-errors.js'
import type { Logger } from '../logging/logger.js'
import type { Access, CallerOf } from './access.js'
import type { HandlerResult, Reply, Responses } from './responses/responses.js'
import type { ReceivedFile, Upload } from './upload.js'

type AnyObject = ObjectSchema<object>

type Body<B> = B extends AnyObject ? InferType<B> : B extends Upload ? ReceivedFile : undefined
type Values<S> = S extends AnyObject ? InferType<S> : Record<string, never>

/** Validated request that a handler receives. */
export interface RequestOf<Params, Query, B, A extends Access> {
  readonly params: Values<Params>
  readonly query: Values<Query>
  readonly body: Body<B>
  readonly principal: CallerOf<A>
  /** Sent as `X-Request-Id`. */
  readonly requestId: string
  /** The client's address, determined by `trustedProxies`. */
  readonly address: string
  /** The `Accept` header, for routes that respond differently to people and programs; empty if missing. */
  readonly accept: string
  /**
   * Throws unless the header `If-Match` has this entity tag, or `*`: `IF_MATCH_MISSING`, `ENTITY_TAG_DIFFERS`. Routes
   * that call this set `needsIfMatch`.
   */
  expectIfMatch(entityTag: string): void
  /** Whether the key of the caller came in the session cookie. */
  readonly isByCookie: boolean
  /** The page's part of the key that came in the session cookie. */
  readonly pageKey: string | undefined
  /**
   * Throws unless the response may set the session cookie: `SESSION_HEADER_MISSING`, `COOKIE_NEEDS_HTTPS` or
   * `FOREIGN_ORIGIN`. Routes that call this declare them.
   */
  expectCookieAllowed(): void
  readonly log: Logger
  /** Aborts if the client disconnects before the response is complete. */
  readonly signal: AbortSignal
  /**
   * Aborts when the service begins to stop. A stop waits for running requests, so a response that would never end by
   * itself, such as an event stream, must end at this signal.
   */
  readonly stopSignal: AbortSignal
}

/** An operation of the REST API: its path, access, validation and documentation in one object. */
export interface Route<Params, Query, B, A extends Access, R extends Responses> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the base path, with `:name` for a parameter. A trailing slash is optional in requests. */
  readonly path: string
  /**
   * Name of the operation in the OpenAPI document and in generated clients, such as `addPump`; derived from method and
   * path by default.
   */
  readonly operationId?: string
  /** One line for the API page. */
  readonly summary: string
  /** Group on the API page; the first segment of the path by default. */
  readonly group?: string
  /** More lines for the API page. */
  readonly description?: string
  /**
   * Whether the header `If-Match` is required, so that only what the caller has seen is changed. For the OpenAPI
   * document; the handler calls `expectIfMatch`.
   */
  readonly needsIfMatch?: boolean
  /**
   * Omits the route from the OpenAPI document, for routes that are not API operations, such as a page and its files.
   */
  readonly hidden?: boolean
  readonly access: A
  /**
   * The errors of the restrictions from which this route is exempt, or `'all'`. For example, a route that changes a
   * password is exempt from the restriction of users who must first change theirs, and a logout from every restriction.
   * See the extension point `callerRestrictions`.
   */
  readonly exemptFrom?: readonly AnyErrorKind[] | 'all'
  readonly params?: Params
  readonly query?: Query
  /** A yup object for JSON, or `upload(…)`. Unknown fields are rejected, and values are not cast. */
  readonly body?: B
  /** Valid JSON body, as an example for the OpenAPI document and the API page. */
  readonly example?: Body<B>
  /** Responses by status. Any other response of the handler is a 500, and an error in tests. */
  readonly responses: R
  /** Headers of the 2xx responses by name, in addition to the common ones. For the OpenAPI document. */
  readonly headers?: Readonly<Record<string, AnySchema>>
  /** Errors that the route may respond with, in addition to the common ones. */
  readonly errors?: readonly AnyErrorKind[]
  /** Returns a plain-text error for an invalid body, or `undefined` if the body is valid. */
  readonly plainTextProblem?: (body: Readonly<Record<string, unknown>>) => string | undefined
  /**
   * Response used instead of `DATABASE_UNAVAILABLE` when the database is not connected: one of `responses`, or another
   * error. `false` means that the route does not use the database.
   */
  readonly databaseUnavailable?: ErrorKind | Reply | false
  /** Returns the body of a 200, or a `Reply`. */
  handle(request: RequestOf<Params, Query, B, A>): HandlerResult<R> | Promise<HandlerResult<R>>
}

/** A route whose type parameters are unknown. */
// biome-ignore lint/suspicious/noExplicitAny: each handler is called only with the input that its own route declares
export type AnyRoute = Route<any, any, any, any, any>

/** Declares a route. The types of its schemas and its access determine the argument of `handle`. */
export function defineRoute<
  Params extends AnyObject | undefined = undefined,
  Query extends AnyObject | undefined = undefined,
  B extends AnyObject | Upload | undefined = undefined,
  const A extends Access = Access,
  R extends Responses = Responses,
>(route: Route<Params, Query, B, A, R>): Route<Params, Query, B, A, R> {
  return route
}
