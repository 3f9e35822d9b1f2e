import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartupError } from '../errors/startup-error.js'
import { isBelow, restoreMountedUrl } from '../http/edge/base-path.js'
import { checkPort } from '../http/edge/open-port.js'
import { respondNotRunning } from '../http/edge/respond-without-exchange.js'
import type { JsonSchema } from '../http/openapi/json-schema.js'
import type { AnyRoute } from '../http/route.js'
import type { Kernel, KernelOptions } from '../kernel.js'
import { platform } from '../platform/platform.js'
import type { AnyPlugin, Plugin } from '../plugins/plugin.js'
import { Boot, migrationsOf, type RunningKernel } from './boot.js'
import { checkOptions } from './check-options.js'
import { HostAccess } from './host-access.js'

/** Timeout of a stop in ms. Running requests get 7 s of it; Docker kills a container after 10 s. */
const STOP_TIMEOUT_MS = 7_500

/** The kernel that `createKernel` returns: its plugins, and its lifecycle from start to stop. */
export class PlinthKernel<Services> implements Kernel<Services> {
  readonly #options: KernelOptions
  readonly #basePath: string
  readonly #platform: AnyPlugin
  readonly #added: AnyPlugin[] = []
  readonly #hostAccess = new HostAccess(() => this.#running)
  #boot: Boot | undefined
  #starting: Promise<void> | undefined
  #running: RunningKernel | undefined
  #stopping: Promise<void> | undefined
  /** Kept while the kernel stops: running requests may need it. */
  #openapi: RunningKernel['openapi'] | undefined

  constructor(options: KernelOptions) {
    checkOptions(options)
    this.#options = options
    this.#basePath = (options.basePath ?? '/api').replace(/\/+$/, '')
    this.#platform = platform({
      document: () => this.openapi,
      migrations: () => migrationsOf(this.#plugins),
    })
  }

  use<Needs, Provides>(plugin: Plugin<Needs, Provides>): Kernel<Services & Provides> {
    this.#add(plugin)
    return this as unknown as Kernel<Services & Provides>
  }

  useAll(plugins: readonly AnyPlugin[]): Kernel<Services> {
    this.#add(...plugins)
    return this
  }

  #add(...plugins: readonly AnyPlugin[]): void {
    if (this.#running || this.#starting)
      throw new StartupError('use() was called too late: this kernel has been started. Add plugins before start().')
    this.#added.push(...plugins)
  }

  async start(): Promise<void> {
    await this.#stopping
    if (this.#running || this.#starting) {
      const state = this.#running ? 'is running already' : 'is starting: await the first start()'
      throw new StartupError(
        `start() was called twice: this kernel ${state}. Use it, stop() it before starting it again, or create another one with createKernel().`,
      )
    }
    this.#starting = this.#run()
    try {
      await this.#starting
    } finally {
      this.#starting = undefined
    }
  }

  async #run(): Promise<void> {
    this.#boot = this.#prepare()
    try {
      this.#running = await this.#boot.run()
      this.#openapi = this.#running.openapi
    } catch (error) {
      await this.#boot.close()
      throw error
    }
  }

  #prepare(): Boot {
    return new Boot({ options: this.#options, basePath: this.#basePath, plugins: this.#plugins })
  }

  async migrate(): Promise<readonly string[]> {
    if (this.#running || this.#starting)
      throw new StartupError('This kernel is running: its migrations were applied at startup.')
    const boot = this.#prepare()
    try {
      return await boot.migrate()
    } finally {
      await boot.close()
    }
  }

  readonly handler = (request: IncomingMessage, response: ServerResponse, next?: () => void): void => {
    restoreMountedUrl(request, this.#basePath)
    if (this.#running) this.#running.server.handle(request, response, next)
    else if (next && !isBelow(this.#basePath, request.url)) next()
    else respondNotRunning(response)
  }

  async listen(): Promise<AddressInfo> {
    await this.#starting
    if (this.#running) return this.#listen(this.#running)
    await checkPort(this.#prepare().listenAddress)
    await this.start()
    try {
      return await this.#listen(this.#started)
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  #listen({ server, listenAddress }: RunningKernel): Promise<AddressInfo> {
    return server.listen(listenAddress)
  }

  // Like `handler`, these may be used without the kernel, as in `const { requireLevel } = plinth`.
  readonly authenticate: Kernel<Services>['authenticate'] = (request, access) =>
    this.#hostAccess.authenticate(request, access)

  readonly requireLevel: Kernel<Services>['requireLevel'] = (maxLevel, options = {}) =>
    this.#hostAccess.requireLevel(maxLevel, options)

  readonly principalOf: Kernel<Services>['principalOf'] = (request) => this.#hostAccess.principalOf(request)

  get services(): Services {
    return this.#started.services as Services
  }

  get routes(): readonly AnyRoute[] {
    return this.#started.routes
  }

  get openapi(): JsonSchema {
    if (!this.#openapi) throw new Error('The kernel has not been started: await start() first.')
    return this.#openapi()
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#shutDown().finally(() => {
      this.#stopping = undefined
    })
    return this.#stopping
  }

  async #shutDown(): Promise<void> {
    await this.#starting?.catch(() => {}) // start() has rejected with the error
    const deadline = performance.now() + STOP_TIMEOUT_MS
    const server = this.#running?.server
    this.#running = undefined // the handler responds with 503 from here on
    await server?.close()
    await this.#boot?.close(deadline)
  }

  /** In the order in which they start. */
  get #plugins(): readonly AnyPlugin[] {
    return [...this.#added, this.#platform]
  }

  get #started(): RunningKernel {
    if (this.#running) return this.#running
    throw new Error(
      this.#starting
        ? 'The kernel is still starting: await start() first.'
        : 'The kernel has not been started, or it has been stopped: await start() first.',
    )
  }
}
