import { StartupError } from '../errors/startup-error.js'
import type { AnyRoute } from '../http/route.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import type { Contribution } from '../plugins/point.js'
import { clashes } from './check-plugins.js'
import { naming, type ServiceContainer } from './register-services.js'

/** What all plugins give to points, in their order. */
export function collectContributions(plugins: readonly AnyPlugin[], container: ServiceContainer): Contribution[] {
  return plugins.flatMap((plugin) =>
    naming(plugin, 'make its contributions', () => plugin.contributes?.(container.within(plugin)) ?? []),
  )
}

/** The routes of all plugins, in their order. Throws a `StartupError` when two answer the same path and method. */
export function collectRoutes(plugins: readonly AnyPlugin[], container: ServiceContainer): AnyRoute[] {
  const byPlugin = new Map<AnyPlugin, readonly AnyRoute[]>()
  for (const plugin of plugins) {
    byPlugin.set(
      plugin,
      naming(plugin, 'make its routes', () => plugin.routes?.(container.within(plugin)) ?? []),
    )
  }
  const problems = clashes(
    plugins,
    (plugin) => (byPlugin.get(plugin) ?? []).map(addressOf),
    (address, [first, second]) =>
      first === second
        ? `The plugin "${first}" has the route ${address} twice. Move one.`
        : `The plugins "${first}" and "${second}" both have the route ${address}. Move one.`,
  )
  if (problems.length > 0) throw new StartupError(problems)
  return [...byPlugin.values()].flat()
}

/** Parameters match whatever they are called. */
function addressOf({ method, path }: AnyRoute): string {
  return `${method} ${path.replace(/:\w+/g, ':parameter').replace(/\/$/, '')}`
}
