import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Knex } from 'knex'
import type { Access, CallerOf } from './http/access.js'
import type { KeyedRequest } from './http/api-key.js'
import type { ReportFault } from './http/exchange.js'
import type { HostMiddleware } from './http/host-middleware.js'
import type { JsonSchema } from './http/openapi/json-schema.js'
import type { AnyRoute } from './http/route.js'
import type { Logger } from './logging/logger.js'
import type { Announce } from './plugins/kernel-services.js'
import type { AnyPlugin, Plugin } from './plugins/plugin.js'
import type { Authenticated } from './security/principal.js'
import type { Randomness } from './security/randomness.js'
import type { SettingValues } from './settings/validate-settings.js'
import type { Clock } from './storage/clock.js'

/** Options that a host can pass to `createKernel`, all of them optional. */
export interface KernelOptions {
  /**
   * Settings of the kernel and of all plugins, in camel case, or a function that returns them for the given set of
   * setting names. Validated together at startup; unknown settings are rejected.
   */
  readonly settings?: SettingValues | ((names: ReadonlySet<string>) => SettingValues)
  /** Returns the name of a setting for messages. Default: the setting's own name. */
  readonly nameOfSetting?: (setting: string) => string
  /** The host's own Knex, whose pool is shared and never closed. Overrides `databaseUrl`. */
  readonly knex?: Knex
  /** The host's own logger, such as bunyan's. The host is then responsible for its level and files. */
  readonly logger?: Logger
  /** Receives each log line as JSON without a newline. Ignored if `logger` is set. Default: none. */
  readonly writeLog?: (line: string) => void
  /** Prefix of every path of the REST API. Default: `/api`. */
  readonly basePath?: string
  /**
   * Shows the operator a message that must not be logged, such as the password generated at the first start. Default:
   * messages are discarded, and a plugin may refuse to start.
   */
  readonly announce?: Announce
  /**
   * Receives each unexpected error behind a 500, for error trackers and tests. The log omits the messages of such
   * errors, because those of database drivers repeat values. Default: none.
   */
  readonly reportFault?: ReportFault
  /**
   * Handling of pending migrations at startup: `'applied'` (default) applies them; `'refused'` refuses to start, for
   * work on a database that belongs to a running service.
   */
  readonly pendingMigrations?: 'applied' | 'refused'
  /**
   * Handling of a SQLite file that `copyDatabase` has already copied to PostgreSQL: `'refused'` (default) refuses to
   * start; `'accepted'` starts, to copy the file once more or to forget the copy.
   */
  readonly copiedFile?: 'refused' | 'accepted'
  /** The clock, for tests. Default: the process's clock, corrected by the database server's. */
  readonly clock?: Clock
  /** Source of identifiers and keys, for tests. Default: the operating system's randomness. */
  readonly randomness?: Randomness
}

/** Lists the missing services in the compiler error for a plugin whose needs are not met. */
export interface MissingServices<Names> {
  readonly 'no plugin before this one provides these services': Names
}

/**
 * A container of plugins with a database and a REST API. Kernels share nothing, so one process can run several.
 *
 * @example
 * const kernel = createKernel({ settings: { databaseUrl: 'sqlite:plant.db' } }).use(users).use(auth)
 * await kernel.listen()
 */
export interface Kernel<Services> {
  /** Adds a plugin. Does not compile unless earlier plugins provide the services that it needs. */
  use<Needs, Provides>(
    plugin: Plugin<Needs, Provides> &
      (Services extends Needs ? unknown : MissingServices<Exclude<keyof Needs, keyof Services>>),
  ): Kernel<Services & Provides>
  /** Adds a list of plugins built at run time. If a service is missing, `start` throws a `StartupError`. */
  useAll(plugins: readonly AnyPlugin[]): Kernel<Services>
  /**
   * Validates settings and plugins, opens the database, creates all services, applies migrations and starts all
   * plugins, but opens no port. If it fails, it throws a `StartupError` and leaves nothing open.
   */
  start(): Promise<void>
  /** Applies pending migrations without starting, and leaves nothing open. Returns the migrations applied. */
  migrate(): Promise<readonly string[]>
  /**
   * Handles a request of a host's server. Requests outside the base path are passed to `next`. Responds with 503 before
   * `start` and after `stop`.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void
  /**
   * Listens on the port of the settings, and starts the kernel if necessary. A port in use is detected before anything
   * has changed.
   */
  listen(): Promise<AddressInfo>
  /**
   * Authenticates a request to a route of the host's own and returns its caller. `access` takes the same values as in
   * `defineRoute`, such as `'authenticated'`. Throws a `PlinthError` with `status` and `code`: 401 or 403 if access is
   * denied; 429 above the limit `callerRateLimit`, for which a request counts once; 503 before `start`, after `stop`
   * and while the database is unavailable. Reads only the headers, so it accepts a node:http request and a web
   * `Request`.
   *
   * @example
   * const caller = await plinth.authenticate(request, { maxLevel: ADMIN })
   */
  authenticate<const A extends Access>(request: KeyedRequest, access: A): Promise<CallerOf<A>>
  /**
   * Returns a middleware for the host's own routes. It calls `next` for keys of this level or a more privileged one (a
   * lower number), and rejects other requests as the REST API does: 401, 403, 429, 503. `user` and `fresh` restrict the
   * callers further, as in `defineRoute`.
   *
   * @example
   * app.get('/machines', plinth.requireLevel(ADMIN), (request, response) => response.json(plinth.principalOf(request)))
   */
  requireLevel(maxLevel: number, options?: { readonly user?: boolean; readonly fresh?: boolean }): HostMiddleware
  /** Returns the caller that `requireLevel` has admitted. Throws if the request has not passed it. */
  principalOf(request: IncomingMessage): Authenticated
  /** The services of the kernel and its plugins. Throws before `start`. */
  readonly services: Services
  /** The mounted routes, in order. Throws before `start`. */
  readonly routes: readonly AnyRoute[]
  /** The OpenAPI document of the routes. Throws before `start`. */
  readonly openapi: JsonSchema
  /** Completes running requests, closes the port, stops plugins in reverse order, and closes what the kernel opened. */
  stop(): Promise<void>
}
