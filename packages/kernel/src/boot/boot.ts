import { within } from '../async/within.js'
import { CallerRateLimit } from '../http/caller-rate-limit.js'
import type { ListenAddress } from '../http/edge/open-port.js'
import type { CallerChecks } from '../http/guard.js'
import type { HttpServer } from '../http/http-server.js'
import type { JsonSchema } from '../http/openapi/json-schema.js'
import type { AnyRoute } from '../http/route.js'
import { CountedTraffic } from '../http/traffic.js'
import type { KernelOptions } from '../kernel.js'
import type { HostLog } from '../logging/host-log.js'
import type { Log } from '../logging/log.js'
import type { Logger } from '../logging/logger.js'
import { callAuthenticators } from '../plugins/call-authenticators.js'
import { CollectedContributions, type Contributions } from '../plugins/contributions.js'
import type { KernelServices } from '../plugins/kernel-services.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { systemRandomness } from '../security/randomness.js'
import { ConfirmedCallers } from '../services/confirmed-callers.js'
import { RecordedSecurityEvents } from '../services/recorded-security-events.js'
import { databaseFileOf } from '../settings/database-location.js'
import type { KernelSettings } from '../settings/kernel-settings.js'
import { type Clock, CorrectedClock } from '../storage/clock.js'
import { refuseCopied } from '../storage/copy/copy-mark.js'
import type { Database } from '../storage/database.js'
import { expectSchema, type MigrationSource, migrate, unknownPlugins } from '../storage/migrations.js'
import { checkedRestrictions } from './caller-restrictions.js'
import { checkContributions } from './check-contributions.js'
import { checkMetrics } from './check-metrics.js'
import { checkPages } from './check-pages.js'
import { checkPlugins } from './check-plugins.js'
import { checkSettings, KERNEL, settingNames } from './check-settings.js'
import { collectContributions, collectRoutes } from './collect-from-plugins.js'
import { followServerClock } from './follow-server-clock.js'
import { withFreshLogins } from './fresh-logins.js'
import { mountRoutes } from './mount-routes.js'
import { openKernelDatabase, openLog } from './open-log-and-database.js'
import type { ServiceContainer } from './service-container.js'
import { preflight, startPlugins } from './start-plugins.js'

/** The parts of a running kernel. */
export interface RunningKernel {
  readonly services: object
  readonly routes: readonly AnyRoute[]
  readonly callerChecks: CallerChecks
  readonly server: HttpServer
  readonly openapi: () => JsonSchema
  readonly listenAddress: ListenAddress
}

/** Minimum time in ms that each part has to close, even after the deadline. */
const MIN_CLOSE_TIME_MS = 200

interface BootParts {
  readonly options: KernelOptions
  readonly basePath: string
  /** In the order in which they start. */
  readonly plugins: readonly AnyPlugin[]
}

/** Starts a kernel once, and closes its parts. Invalid plugins and settings are rejected before anything is opened. */
export class Boot {
  readonly #options: KernelOptions
  readonly #basePath: string
  readonly #plugins: readonly AnyPlugin[]
  readonly #settings: ReadonlyMap<string, object>
  readonly #configured: ReadonlySet<string>
  readonly #traffic = new CountedTraffic()
  readonly #closers: ((deadline: number) => Promise<void> | void)[] = []

  /** Throws a `StartupError` for invalid plugins or settings. */
  constructor({ options, basePath, plugins }: BootParts) {
    this.#options = options
    this.#basePath = basePath
    this.#plugins = plugins
    checkPlugins(plugins)
    const { settings = {}, nameOfSetting: nameOf } = options
    const values = typeof settings === 'function' ? settings(settingNames(plugins)) : settings
    this.#settings = checkSettings(plugins, values, nameOf ? { nameOf } : {})
    this.#configured = new Set(Object.keys(values).filter((name) => values[name] !== undefined))
  }

  get listenAddress(): ListenAddress {
    const { host, port } = this.#kernelSettings
    return { host, port, settings: 'PLINTH_PORT, or the option port' }
  }

  /** Migrates the schema. Returns the migrations that ran. */
  async migrate(): Promise<readonly string[]> {
    return migrate(await this.#openDatabase(), this.#migrations)
  }

  /** Starts everything, but does not listen. If it throws, call `close`, because some parts may be open. */
  async run(): Promise<RunningKernel> {
    const log = this.#openLog()
    const database = await this.#openDatabase()
    database.onReplaced((problem) => log.logger.fatal({}, problem))
    const clock = await this.#openClock(database)
    const contributions = new CollectedContributions()
    const container = await this.#register({ database, clock, contributions, log })

    container.resolveAll(this.#plugins)
    const collected = collectContributions(this.#plugins, container)
    checkContributions(collected)
    contributions.collect(collected)
    const collectedRoutes = collectRoutes(this.#plugins, container, this.#basePath)
    const routes = withFreshLogins(collectedRoutes, this.#kernelSettings.freshLoginOperations)
    checkPages(collected, routes)
    const running = await this.#mount(container, routes, { contributions, clock, log })
    await preflight(this.#plugins, container) // nothing has been changed up to here
    if (this.#options.pendingMigrations === 'refused') await expectSchema(database, this.#migrations)
    const applied = await migrate(database, this.#migrations)
    if (applied.length > 0) log.logger.info({ migrations: applied }, 'schema brought up to date')
    await this.#warnOfUnknownPlugins(database, log.logger)
    for await (const stop of startPlugins(this.#plugins, container, log.logger)) this.#closers.push(stop)
    await checkMetrics(contributions)
    return running
  }

  /** Warns if this is the database of a larger program, such as a host with plugins of its own. */
  async #warnOfUnknownPlugins(database: Database, log: Logger): Promise<void> {
    const plugins = await unknownPlugins(database, this.#migrations)
    if (plugins.length > 0)
      log.warn({ plugins }, 'the database has tables of plugins that this program lacks: their rules do not apply here')
  }

  /**
   * Closes all parts, in the reverse order of opening. Does not wait for parts that are still open at the deadline,
   * which is a time of `performance.now()`.
   */
  async close(deadline = Number.POSITIVE_INFINITY): Promise<void> {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      const end = Math.max(deadline, performance.now() + MIN_CLOSE_TIME_MS)
      await within(end - performance.now(), Promise.resolve(close(end))) // a database may never respond
    }
  }

  #openLog(): Log | HostLog {
    const log = openLog(this.#options, this.#kernelSettings)
    this.#closers.push((deadline) => log.close(deadline))
    return log
  }

  async #openDatabase(): Promise<Database> {
    const database = await openKernelDatabase(this.#options, this.#kernelSettings)
    this.#closers.push(() => database.close())
    if (this.#options.copiedFile !== 'accepted') await refuseCopied(database, this.#databaseFile)
    return database
  }

  async #openClock(database: Database): Promise<Clock> {
    if (this.#options.clock) return this.#options.clock
    const clock = new CorrectedClock()
    this.#closers.push(await followServerClock(clock, database))
    return clock
  }

  async #register(
    parts: Pick<KernelServices, 'database' | 'clock' | 'contributions'> & { log: Log | HostLog },
  ): Promise<ServiceContainer> {
    const { ServiceContainer } = await import('./service-container.js') // loads awilix
    const { log, ...services } = parts
    const { randomness = systemRandomness, announce } = this.#options
    const securityEvents = new RecordedSecurityEvents({ ...services, logger: log.eventLogger })
    const callers = new ConfirmedCallers(services)
    const ownServices = { callers, randomness, announce, traffic: this.#traffic, basePath: this.#basePath }
    const kernelServices = {
      ...services,
      ...ownServices,
      kernelSettings: this.#kernelSettings,
      configuredSettings: this.#configured,
      logControl: log,
      securityEvents,
    }
    return new ServiceContainer(this.#plugins, { kernelServices, settings: this.#settings, logger: log.logger })
  }

  async #mount(
    container: ServiceContainer,
    routes: readonly AnyRoute[],
    { contributions, clock, log }: { contributions: Contributions; clock: Clock; log: Log | HostLog },
  ): Promise<RunningKernel> {
    const { SameOrigin } = await import('../http/same-origin.js') // not needed without a server
    const { callerRateLimit, trustedProxies } = this.#kernelSettings
    const callerChecks = {
      authenticateKey: (key: string) =>
        callAuthenticators(contributions, { method: 'authenticate', call: (each) => each.authenticate(key) }),
      callerRateLimit: callerRateLimit === undefined ? undefined : new CallerRateLimit(callerRateLimit),
      restrictions: checkedRestrictions(contributions),
      sameOrigin: new SameOrigin(trustedProxies),
      now: () => clock.now(),
    }
    const mounted = await mountRoutes(routes, {
      basePath: this.#basePath,
      callerChecks,
      contributions,
      settings: this.#kernelSettings,
      logger: log.logger,
      traffic: this.#traffic,
      reportFault: this.#options.reportFault,
    })
    return { services: container.services, routes, callerChecks, listenAddress: this.listenAddress, ...mounted }
  }

  /** `undefined` if the host passed its own Knex. */
  get #databaseFile(): string | undefined {
    return this.#options.knex ? undefined : databaseFileOf(this.#kernelSettings)
  }

  get #migrations(): MigrationSource[] {
    return migrationsOf(this.#plugins)
  }

  get #kernelSettings(): KernelSettings {
    return this.#settings.get(KERNEL) as KernelSettings
  }
}

/** Returns the migrations of each plugin, in the order in which they run. */
export function migrationsOf(plugins: readonly AnyPlugin[]): MigrationSource[] {
  return plugins.map(({ name, migrations = [], beforeMigrations }) => ({
    plugin: name,
    migrations,
    ...(beforeMigrations && { beforeMigrations }),
  }))
}
