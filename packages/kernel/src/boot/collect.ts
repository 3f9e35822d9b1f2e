import { StartupError } from '../errors/startup-error.js'
import type { AnyRoute } from '../http/route.js'
import type { OwnedContribution } from '../plugins/contributions.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import type { Contribution } from '../plugins/point.js'
import { documentNameProblems } from './check-document-names.js'
import { clashes } from './check-plugins.js'
import { problemsOfRoute } from './check-routes.js'
import { naming } from './name-plugin.js'
import type { ServiceContainer } from './register-services.js'

/** The contributions of all plugins, in their order. */
export function collectContributions(plugins: readonly AnyPlugin[], container: ServiceContainer): OwnedContribution[] {
  return plugins.flatMap((plugin) =>
    naming(plugin, container.doing('make its contributions'), () => {
      const contributions: readonly Contribution[] = plugin.contributes?.(container.within(plugin)) ?? []
      if (!Array.isArray(contributions))
        throw new Error('it must return a list, of what points make, such as [healthChecks.of({ … })].')
      if (contributions.every((contribution) => typeof contribution?.point?.of === 'function'))
        return contributions.map((contribution) => ({ ...contribution, plugin: plugin.name }))
      throw new Error('one of them is not a contribution. Make each by a point, such as healthChecks.of({ … }).')
    }),
  )
}

/**
 * The routes of all plugins, in their order. Throws a `StartupError` for an invalid route, and if two have the same
 * path and method.
 */
export function collectRoutes(
  plugins: readonly AnyPlugin[],
  container: ServiceContainer,
  basePath: string,
): AnyRoute[] {
  const byPlugin = new Map<AnyPlugin, readonly AnyRoute[]>()
  for (const plugin of plugins) {
    byPlugin.set(
      plugin,
      naming(plugin, container.doing('make its routes'), () => {
        const routes: readonly AnyRoute[] = plugin.routes?.(container.within(plugin)) ?? []
        if (Array.isArray(routes)) return routes
        throw new Error('it must return a list, of what defineRoute({ … }) returns.')
      }),
    )
  }
  const malformed = [...byPlugin].flatMap(([plugin, routes]) =>
    routes.flatMap((route) => problemsOfRoute(plugin, route, basePath)),
  )
  if (malformed.length > 0) throw new StartupError(malformed)
  const problems = clashes(
    plugins,
    (plugin) => (byPlugin.get(plugin) ?? []).map(addressOf),
    (address, [first, second]) =>
      first === second
        ? `The plugin "${first}" has the route ${address} twice. Move one.`
        : `The plugins "${first}" and "${second}" both have the route ${address}. Move one.`,
  )
  problems.push(...documentNameProblems(byPlugin))
  if (problems.length > 0) throw new StartupError(problems)
  return [...byPlugin.values()].flat()
}

/** The method and path of a route. The names of parameters make no difference. */
function addressOf({ method, path }: AnyRoute): string {
  return `${method} ${path.replace(/:\w+/g, ':parameter').replace(/\/$/, '')}`
}
