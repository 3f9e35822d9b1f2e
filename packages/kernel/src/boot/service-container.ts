import {
  type AwilixContainer,
  asClass,
  asValue,
  type BuildResolver,
  createContainer,
  InjectionMode,
  type Resolver,
} from 'awilix'
import type { Logger } from '../logging/logger.js'
import { KERNEL_SERVICE_NAMES, type KernelServices, type PluginLocals } from '../plugins/kernel-services.js'
import type { AnyPlugin, ServiceDefinition } from '../plugins/plugin.js'
import { type PluginStep, runPluginStep } from './run-plugin-step.js'

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
        runPluginStep(plugin, this.step(`register its service "${name}"`), () =>
          this.#container.register(name, resolverOf(definition as ServiceDefinition, locals)),
        )
      }
    }
  }

  /** Instantiates every service, so that missing and circular dependencies are detected at startup. */
  resolveAll(plugins: readonly AnyPlugin[]): void {
    for (const plugin of plugins) {
      for (const name of Object.keys(plugin.services ?? {})) {
        runPluginStep(plugin, this.step(`create its service "${name}"`), () => this.#container.resolve(name))
      }
    }
  }

  /** Returns the argument of a plugin's functions: all services, and the plugin's own settings and log. */
  servicesFor(plugin: AnyPlugin): object {
    const locals: object = this.#locals.get(plugin.name) ?? {}
    return new Proxy(this.#container.cradle, {
      get: (cradle, name) => (Object.hasOwn(locals, name) ? Reflect.get(locals, name) : Reflect.get(cradle, name)),
    })
  }

  /** Describes a step of a plugin, with the names of services that an error message may suggest. */
  step(action: string): PluginStep {
    return { action, services: new Set([...KERNEL_SERVICE_NAMES, ...Object.keys(this.#container.registrations)]) }
  }

  /** All services by name. Reading an unknown one throws. */
  get services(): object {
    return this.#container.cradle
  }
}

/** Makes the plugin's own settings and log available to a resolver, unless it has an injector of its own. */
function withLocals(resolver: BuildResolver<unknown>, locals: PluginLocals<object>): Resolver<unknown> {
  return resolver.injector ? resolver : resolver.inject(() => locals)
}

function resolverOf(definition: ServiceDefinition, locals: PluginLocals<object>): Resolver<unknown> {
  if (typeof definition !== 'function' && typeof definition?.resolve !== 'function')
    throw new Error('it is neither a class nor an awilix resolver such as asValue(…).')
  if (typeof definition === 'function' && definition.prototype === undefined)
    throw new Error('it is a function, not a class. Pass a class, or asFunction(…) of awilix.')
  if (typeof definition !== 'function')
    return 'inject' in definition ? withLocals(definition as BuildResolver<unknown>, locals) : definition
  return asClass(definition as new (needs: object) => unknown, { lifetime: 'SINGLETON', injector: () => locals })
}
