import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Knex } from 'knex'
import type { Announce, KernelServices } from './boot/kernel-services.js'
import { PlinthKernel } from './boot/plinth-kernel.js'
import type { JsonSchema } from './http/openapi/json-schema.js'
import type { AnyRoute } from './http/route.js'
import type { Logger } from './logging/logger.js'
import type { AnyPlugin, Plugin } from './plugins/plugin.js'
import type { Principal } from './security/principal.js'
import type { Randomness } from './security/randomness.js'
import type { SettingValues } from './settings/settings.js'
import type { Clock } from './storage/clock.js'

export interface KernelOptions {
  /**
   * Settings of the kernel and of all plugins, in camel case, or what makes them. Asked for and checked at the start, all at
   * once.
   */
  readonly settings?: SettingValues | (() => SettingValues)
  /** How a setting is called in messages; its own name unless given. */
  readonly nameOfSetting?: (setting: string) => string
  /** A host's own Knex: its pool is shared and never closed. Beats `databaseUrl`. */
  readonly knex?: Knex
  /** A host's own logger, bunyan's for one. Level and files are the host's then. */
  readonly logger?: Logger
  /** Takes each line of the log when there is no logger of the host. Nothing unless given. */
  readonly writeLog?: (line: string) => void
  /** Before every path of the interface; `/api` unless given. */
  readonly basePath?: string
  /** Tells the operator what must not reach a log: a password that was made up at the first start. Nothing unless given. */
  readonly announce?: Announce
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
 * await kernel.start()
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
   * Checks, opens the database, migrates, makes all services and starts all plugins; opens no port. Throws a `StartupError` and
   * leaves nothing open.
   */
  start(): Promise<void>
  /** Only opens the database and brings its schema up to date. Returns the migrations made; leaves nothing open. */
  migrate(): Promise<readonly string[]>
  /** Answers a request of a host's server; what lies outside the base path goes to `next`. Before start and after stop: 503. */
  readonly handler: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void
  /** Opens the port of the settings. */
  listen(): Promise<AddressInfo>
  /** Who a request of the host's own is. Throws a `PlinthError` 401 for a key that is no good; without one it is anonymous. */
  authenticate(request: IncomingMessage): Promise<Principal>
  /** The services of the kernel and its plugins. Throws before `start`. */
  readonly services: Services
  /** The routes that are mounted, in order. Throws before `start`. */
  readonly routes: readonly AnyRoute[]
  /** The OpenAPI document of the routes. Throws before `start`. */
  readonly openapi: JsonSchema
  /** Drains and closes the port, stops the plugins backwards, and closes what the kernel has opened. */
  stop(): Promise<void>
}

/** Makes a kernel. Nothing is opened or read before `start`. */
export function createKernel(options: KernelOptions = {}): Kernel<KernelServices> {
  return new PlinthKernel<KernelServices>(options)
}
