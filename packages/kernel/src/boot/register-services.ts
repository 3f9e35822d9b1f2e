import {
  type AwilixContainer,
  AwilixResolutionError,
  asClass,
  asValue,
  type BuildResolver,
  createContainer,
  InjectionMode,
  type Resolver,
} from 'awilix'
import { StartupError } from '../errors/startup-error.js'
import type { Logger } from '../logging/logger.js'
import type { AnyPlugin, ServiceDefinition } from '../plugins/plugin.js'
import { reasonOf } from '../storage/reason-of.js'
import type { KernelServices, PluginLocals } from './kernel-services.js'

const KERNEL_SERVICES: Readonly<Record<keyof KernelServices | keyof PluginLocals<object>, true>> = {
  database: true,
  clock: true,
  randomness: true,
  contributions: true,
  logControl: true,
  traffic: true,
  announce: true,
  kernelSettings: true,
  settings: true,
  log: true,
}

/** Names that no plugin may give to a service. */
export const KERNEL_SERVICE_NAMES: ReadonlySet<string> = new Set(Object.keys(KERNEL_SERVICES))

export interface RegisterOptions {
  readonly kernelServices: KernelServices
  readonly settings: ReadonlyMap<string, object>
  readonly logger: Logger
}

/** The services of all plugins in one container. */
export class ServiceContainer {
  readonly #container: AwilixContainer<Record<string, unknown>> = createContainer({
    injectionMode: InjectionMode.PROXY,
    strict: true,
  })
  readonly #locals = new Map<string, PluginLocals<object>>()

  constructor(plugins: readonly AnyPlugin[], { kernelServices, settings, logger }: RegisterOptions) {
    for (const [name, service] of Object.entries(kernelServices)) this.#container.register(name, asValue(service))
    for (const plugin of plugins) {
      const locals = { settings: settings.get(plugin.name) ?? {}, log: logger.child({ plugin: plugin.name }) }
      this.#locals.set(plugin.name, locals)
      for (const [name, definition] of Object.entries(plugin.services ?? {})) {
        naming(plugin, `register its service "${name}"`, () =>
          this.#container.register(name, resolverOf(definition as ServiceDefinition, locals)),
        )
      }
    }
  }

  /** Makes every service once, so that what is missing or circular is found now and not in the first request. */
  resolveAll(plugins: readonly AnyPlugin[]): void {
    for (const plugin of plugins) {
      for (const name of Object.keys(plugin.services ?? {})) {
        naming(plugin, `make its service "${name}"`, () => this.#container.resolve(name))
      }
    }
  }

  /** What the parts of a plugin are called with: all services, and the plugin's own settings and log. */
  within(plugin: AnyPlugin): object {
    const locals: object = this.#locals.get(plugin.name) ?? {}
    return new Proxy(this.#container.cradle, {
      get: (cradle, name) => (Object.hasOwn(locals, name) ? Reflect.get(locals, name) : Reflect.get(cradle, name)),
    })
  }

  /** All services by name; asking for one that is not there throws. */
  get services(): object {
    return this.#container.cradle
  }
}

/** Runs a part of a plugin; what it throws becomes a `StartupError` that names the plugin and the remedy. */
export function naming<T>(plugin: AnyPlugin, doing: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw named(plugin, doing, error)
  }
}

/** The `StartupError` for what a part of a plugin has thrown. */
export function named({ name }: AnyPlugin, doing: string, error: unknown): StartupError {
  if (error instanceof StartupError) return error
  if (error instanceof AwilixResolutionError) return resolutionProblem(name, error)
  return new StartupError(`The plugin "${name}" could not ${doing}: ${reasonOf(error)}`)
}

function resolutionProblem(plugin: string, { message }: AwilixResolutionError): StartupError {
  const [, missing] = message.match(/Could not resolve '(.+?)'/) ?? []
  if (/Cyclic/.test(message)) {
    const [, path = ''] = message.match(/Resolution path: (.+)/) ?? []
    return new StartupError(
      `The plugin "${plugin}" has services that need one another in a circle: ${path}. Break it, by a point for one.`,
    )
  }
  const [, shortLived] = message.match(/Dependency '(.+?)' has a shorter lifetime/) ?? []
  if (shortLived !== undefined) {
    return new StartupError(
      `The plugin "${plugin}" needs the service "${shortLived}", which has a shorter life than what needs it. Give it singleton().`,
    )
  }
  return new StartupError(
    `The plugin "${plugin}" needs the service "${missing}", which no plugin provides. Add the plugin that does before "${plugin}".`,
  )
}

/** Unless the resolver was given locals of its own. */
function withLocals(resolver: BuildResolver<unknown>, locals: PluginLocals<object>): Resolver<unknown> {
  return resolver.injector ? resolver : resolver.inject(() => locals)
}

function resolverOf(definition: ServiceDefinition, locals: PluginLocals<object>): Resolver<unknown> {
  if (typeof definition !== 'function' && typeof definition?.resolve !== 'function')
    throw new Error('it is neither a class nor a resolver of awilix such as asValue(…).')
  if (typeof definition !== 'function')
    return 'inject' in definition ? withLocals(definition as BuildResolver<unknown>, locals) : definition
  return asClass(definition as new (needs: object) => unknown, { lifetime: 'SINGLETON', injector: () => locals })
}
