import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartupError } from '../errors/startup-error.js'
import type { Access, CallerOf } from '../http/access.js'
import { isBelow, restoreMountedUrl } from '../http/base-path.js'
import type { Identify } from '../http/guard.js'
import type { HostGuard } from '../http/host-guard.js'
import type { HttpServer } from '../http/http-server.js'
import { answerNotRunning } from '../http/not-running.js'
import { checkPort, type PortPlace } from '../http/open-port.js'
import type { JsonSchema } from '../http/openapi/json-schema.js'
import type { AnyRoute } from '../http/route.js'
import { CountedTraffic } from '../http/traffic.js'
import type { Kernel, KernelOptions } from '../kernel.js'
import type { HostLog } from '../logging/host-log.js'
import type { Log } from '../logging/log.js'
import { platform } from '../platform/platform.js'
import { CollectedContributions, type Contributions } from '../plugins/contributions.js'
import type { AnyPlugin, Plugin } from '../plugins/plugin.js'
import type { Authenticated } from '../security/principal.js'
import { systemRandomness } from '../security/randomness.js'
import { RecordedSecurityEvents } from '../security/security-events.js'
import type { KernelSettings } from '../settings/kernel-settings.js'
import { type Clock, CorrectedClock } from '../storage/clock.js'
import type { Database } from '../storage/database.js'
import { expectSchema, type MigrationSource, migrate } from '../storage/migrations.js'
import { checkOptions } from './check-options.js'
import { checkPlugins } from './check-plugins.js'
import { checkSettings, KERNEL, settingNames } from './check-settings.js'
import { collectContributions, collectRoutes } from './collect.js'
import { HostAccess } from './host-access.js'
import { identifyBy } from './identify.js'
import type { KernelServices } from './kernel-services.js'
import { mountRoutes } from './mount-routes.js'
import { databaseFor, logFor } from './open-parts.js'
import type { ServiceContainer } from './register-services.js'
import { followServerClock } from './server-clock.js'
import { preflight, startPlugins } from './start-plugins.js'

/** What is there between start and stop. */
interface Running {
  readonly services: object
  readonly routes: readonly AnyRoute[]
  readonly identify: Identify
  readonly server: HttpServer
}

type Undo = () => Promise<void> | void

/** The kernel behind `createKernel`. */
export class PlinthKernel<Services> implements Kernel<Services> {
  readonly #options: KernelOptions
  readonly #basePath: string
  readonly #platform: AnyPlugin
  readonly #added: AnyPlugin[] = []
  readonly #undo: Undo[] = []
  readonly #traffic = new CountedTraffic()
  readonly #hostAccess = new HostAccess(() => this.#running)
  #settings: ReadonlyMap<string, object> = new Map()
  #starting: Promise<void> | undefined
  #running: Running | undefined
  #stopping: Promise<void> | undefined
  #openapi: JsonSchema | undefined
  #writeOpenapi: (() => JsonSchema) | undefined

  constructor(options: KernelOptions) {
    checkOptions(options)
    this.#options = options
    this.#basePath = (options.basePath ?? '/api').replace(/\/+$/, '')
    const migrations = () => this.#migrationSources()
    this.#platform = platform({ basePath: this.#basePath, document: () => this.openapi, migrations })
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
      throw new StartupError('This kernel is running already: add plugins before start().')
    this.#added.push(...plugins)
  }

  async start(): Promise<void> {
    await this.#stopping
    if (this.#running || this.#starting) {
      throw new StartupError('This kernel is running already. Make another one with createKernel().')
    }
    this.#starting = this.#boot()
    try {
      await this.#starting
    } catch (error) {
      await this.#undoAll()
      throw error
    } finally {
      this.#starting = undefined
    }
  }

  async migrate(): Promise<readonly string[]> {
    if (this.#running || this.#starting)
      throw new StartupError('This kernel is running: its start has migrated already.')
    this.#check()
    const database = await this.#openDatabase()
    try {
      return await migrate(database, this.#migrationSources())
    } finally {
      await this.#undoAll()
    }
  }

  readonly handler = (request: IncomingMessage, response: ServerResponse, next?: () => void): void => {
    restoreMountedUrl(request, this.#basePath)
    if (this.#running) this.#running.server.handle(request, response, next)
    else if (next && !isBelow(this.#basePath, request.url)) next()
    else answerNotRunning(response)
  }

  async listen(): Promise<AddressInfo> {
    await this.#starting
    if (this.#running) return this.#running.server.listen(this.#port)
    this.#check()
    await checkPort(this.#port)
    await this.start()
    try {
      return await this.#started.server.listen(this.#port)
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  authenticate<const A extends Access = 'optional'>(request: IncomingMessage, access?: A): Promise<CallerOf<A>> {
    return this.#hostAccess.authenticate(request, access)
  }

  requireLevel(maxLevel: number, options: { readonly person?: boolean } = {}): HostGuard {
    return this.#hostAccess.requireLevel(maxLevel, options)
  }

  principalOf(request: IncomingMessage): Authenticated {
    return this.#hostAccess.principalOf(request)
  }

  get services(): Services {
    return this.#started.services as Services
  }

  get routes(): readonly AnyRoute[] {
    return this.#started.routes
  }

  get openapi(): JsonSchema {
    if (!this.#writeOpenapi) throw new Error('The kernel has not been started.')
    this.#openapi ??= this.#writeOpenapi()
    return this.#openapi
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#shutDown().finally(() => {
      this.#stopping = undefined
    })
    return this.#stopping
  }

  async #shutDown(): Promise<void> {
    await this.#starting?.catch(() => {}) // told to whoever starts it
    const server = this.#running?.server
    this.#running = undefined // the handler answers 503 from here on
    await server?.close()
    await this.#undoAll()
  }

  async #undoAll(): Promise<void> {
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) await undo()
  }

  async #boot(): Promise<void> {
    this.#check()
    const log = this.#openLog()
    const database = await this.#openDatabase()
    const clock = await this.#openClock(database)
    const contributions = new CollectedContributions()
    const container = await this.#register({ database, clock, contributions, log })

    container.resolveAll(this.#plugins)
    contributions.collect(collectContributions(this.#plugins, container))
    const running = await this.#mount(container, contributions, log)
    await preflight(this.#plugins, container) // up to here nothing has changed
    if (this.#options.schema === 'expected') await expectSchema(database, this.#migrationSources())
    const made = await migrate(database, this.#migrationSources())
    if (made.length > 0) log.logger.info({ migrations: made }, 'schema brought up to date')
    for await (const stop of startPlugins(this.#plugins, container, log.logger)) this.#undo.push(stop)
    this.#running = running
  }

  /** Before anything is opened. */
  #check(): void {
    checkPlugins(this.#plugins)
    const { settings = {}, nameOfSetting: nameOf } = this.#options
    const values = typeof settings === 'function' ? settings(settingNames(this.#plugins)) : settings
    this.#settings = checkSettings(this.#plugins, values, nameOf ? { nameOf } : {})
  }

  #openLog(): Log | HostLog {
    const log = logFor(this.#options, this.#kernelSettings)
    this.#undo.push(() => log.close())
    return log
  }

  async #openDatabase(): Promise<Database> {
    const database = await databaseFor(this.#options, this.#kernelSettings)
    this.#undo.push(() => database.close())
    return database
  }

  async #openClock(database: Database): Promise<Clock> {
    if (this.#options.clock) return this.#options.clock
    const clock = new CorrectedClock()
    this.#undo.push(await followServerClock(clock, database))
    return clock
  }

  async #register(
    parts: Pick<KernelServices, 'database' | 'clock' | 'contributions'> & { log: Log | HostLog },
  ): Promise<ServiceContainer> {
    const { ServiceContainer } = await import('./register-services.js') // with awilix
    const { log, ...services } = parts
    const { randomness = systemRandomness, announce } = this.#options
    const securityEvents = new RecordedSecurityEvents({ ...services, logger: log.logger })
    const own = { randomness, announce, traffic: this.#traffic, kernelSettings: this.#kernelSettings }
    const kernelServices = { ...services, ...own, logControl: log, securityEvents }
    return new ServiceContainer(this.#plugins, { kernelServices, settings: this.#settings, logger: log.logger })
  }

  async #mount(container: ServiceContainer, contributions: Contributions, { logger }: Log | HostLog): Promise<Running> {
    const routes = collectRoutes(this.#plugins, container)
    const identify = identifyBy(contributions)
    const mounted = await mountRoutes(routes, {
      basePath: this.#basePath,
      identify,
      contributions,
      settings: this.#kernelSettings,
      logger,
      traffic: this.#traffic,
      reportFault: this.#options.reportFault,
    })
    this.#writeOpenapi = mounted.openapi
    return { services: container.services, routes, identify, server: mounted.server }
  }

  #migrationSources(): MigrationSource[] {
    return this.#plugins.map(({ name, migrations = [] }) => ({ plugin: name, migrations }))
  }

  /** In the order in which they start. */
  get #plugins(): readonly AnyPlugin[] {
    return [...this.#added, this.#platform]
  }

  get #kernelSettings(): KernelSettings {
    return this.#settings.get(KERNEL) as KernelSettings
  }

  get #port(): PortPlace {
    const { host, port } = this.#kernelSettings
    return { host, port, settings: 'PLINTH_PORT, or the option port' }
  }

  get #started(): Running {
    if (!this.#running) throw new Error('The kernel has not been started, or it has been stopped.')
    return this.#running
  }
}
