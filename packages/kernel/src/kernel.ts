import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Knex } from 'knex'
import type { Access, CallerOf } from './http/access.js'
import type { KeyedRequest } from './http/api-key.js'
import type { ReportFault } from './http/exchange.js'
import type { HostGuard } from './http/host-guard.js'
import type { JsonSchema } from './http/openapi/json-schema.js'
import type { AnyRoute } from './http/route.js'
import type { Logger } from './logging/logger.js'
import type { Announce } from './plugins/kernel-services.js'
import type { AnyPlugin, Plugin } from './plugins/plugin.js'
import type { Authenticated } from './security/principal.js'
import type { Randomness } from './security/randomness.js'
import type { SettingValues } from './settings/settings.js'
import type { Clock } from './storage/clock.js'

/** What only a host can give, all of it optional: without any, everything comes from the defaults of the settings. */
export interface KernelOptions {
  /**
   * Settings of the kernel and of all plugins, in camel case, or what makes them of the names that there are. Asked for
   * and checked at the start, all at once; one that nobody has is refused.
   */
  readonly settings?: SettingValues | ((names: ReadonlySet<string>) => SettingValues)
  /** How a setting is called in messages; its own name unless given. */
  readonly nameOfSetting?: (setting: string) => string
  /** A host's own Knex: its pool is shared and never closed. Beats `databaseUrl`. */
  readonly knex?: Knex
  /** A host's own logger, bunyan's for one. Level and files are the host's then. */
  readonly logger?: Logger
  /** Takes each line of the log, JSON without a line end, when there is no logger of the host. Nothing unless given. */
  readonly writeLog?: (line: string) => void
  /** Before every path of the interface; `/api` unless given. */
  readonly basePath?: string
  /**
   * Tells the operator what must not reach a log: a password that was made up at the first start. Nothing unless given.
   */
  readonly announce?: Announce
  /**
   * Is told of each unexpected error behind a 500, whole: for error trackers and tests. The log says less, because
   * messages of drivers repeat values. Nothing unless given.
   */
  readonly reportFault?: ReportFault
  /**
   * What a start does with a schema that lacks steps: `'updated'`, unless given, makes them; `'expected'` refuses to
   * start, for work on a database that belongs to a running service.
   */
  readonly schema?: 'updated' | 'expected'
  /**
   * What a start does with a SQLite file that `copyDatabase` has copied: `'refused'`, unless given, does not start on
   * it; `'accepted'` does, to copy it once more.
   */
  readonly copied?: 'refused' | 'accepted'
  /** The time, for tests; the process's, corrected by the database server's, unless given. */
  readonly clock?: Clock
  /** Identifiers and keys, for tests; the operating system's unless given. */
  readonly randomness?: Randomness
}

/** What the compiler says of a plugin whose needs nobody has provided. */
export interface MissingServices<Names> {
  readonly 'no plugin before this one provides these services': Names
}

/**
 * A container, its plugins, a database and an HTTP interface. Kernels share nothing: several can live in one process.
 *
 * @example
 * const kernel = createKernel({ settings: { databaseUrl: 'sqlite:plant.db' } }).use(users).use(auth)
 * await kernel.listen()
 */
export interface Kernel<Services> {
  /** Adds a plugin. It does not compile unless what the plugin needs has been provided before. */
  use<Needs, Provides>(
    plugin: Plugin<Needs, Provides> &
      (Services extends Needs ? unknown : MissingServices<Exclude<keyof Needs, keyof Services>>),
  ): Kernel<Services & Provides>
  /** Adds plugins of a list made at run time. What is missing is a `StartupError` of `start`. */
  useAll(plugins: readonly AnyPlugin[]): Kernel<Services>
  /**
   * Checks, opens the database, migrates, makes all services and starts all plugins; opens no port. Throws a
   * `StartupError` and leaves nothing open.
   */
  start(): Promise<void>
  /** Only opens the database and brings its schema up to date. Returns the migrations made; leaves nothing open. */
  migrate(): Promise<readonly string[]>
  /**
   * Answers a request of a host's server; what lies outside the base path goes to `next`. Before start and after stop:
   * 503.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void
  /**
   * Opens the port of the settings. Starts first unless that was done; a port in use is found before anything has
   * changed.
   */
  listen(): Promise<AddressInfo>
  /**
   * Who a request of the host's own is, if it may: `access` is that of a route, such as `'authenticated'`. Throws a
   * `PlinthError` with `status` and `code`: 401 or 403 by `access`, 503 before start, after stop and while the database
   * is away. Reads headers only, of a request of node:http or of the web.
   *
   * @example
   * const caller = await plinth.authenticate(request, { maxLevel: ADMIN })
   */
  authenticate<const A extends Access>(request: KeyedRequest, access: A): Promise<CallerOf<A>>
  /**
   * A middleware for the host's own routes. Lets keys of a level or a more privileged one (a lower number) go on to
   * `next` and answers all others as the interface does: 401, 403, 503.
   *
   * @example
   * app.get('/machines', plinth.requireLevel(ADMIN), (request, response) => response.json(plinth.principalOf(request)))
   */
  requireLevel(maxLevel: number, options?: { readonly person?: boolean }): HostGuard
  /** Whom `requireLevel` has let through. Throws for a request that did not come by it. */
  principalOf(request: IncomingMessage): Authenticated
  /** The services of the kernel and its plugins. Throws before `start`. */
  readonly services: Services
  /** The routes that are mounted, in order. Throws before `start`. */
  readonly routes: readonly AnyRoute[]
  /** The OpenAPI document of the routes. Throws before `start`. */
  readonly openapi: JsonSchema
  /** Drains and closes the port, stops the plugins backwards, and closes what the kernel has opened. */
  stop(): Promise<void>
}
