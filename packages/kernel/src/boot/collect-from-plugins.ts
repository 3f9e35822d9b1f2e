import { StartupError } from '../errors/startup-error.js'
import type { AnyRoute } from '../http/route.js'
import type { ContributionOfPlugin } from '../plugins/contributions.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import type { Contribution } from '../plugins/point.js'
import { openapiIdProblems } from './check-openapi-ids.js'
import { duplicateProblems } from './check-plugins.js'
import { routeProblems } from './check-routes.js'
import { runPluginStep } from './run-plugin-step.js'
import type { ServiceContainer } from './service-container.js'

/** Returns the contributions of all plugins, in their order. */
export function collectContributions(
  plugins: readonly AnyPlugin[],
  container: ServiceContainer,
): ContributionOfPlugin[] {
  return plugins.flatMap((plugin) =>
    runPluginStep(plugin, container.step('create its contributions'), () => {
      if (!plugin.contributes) return []
      const contributions: readonly Contribution[] = plugin.contributes(container.servicesFor(plugin))
      if (!Array.isArray(contributions))
        throw new Error('it must return a list of contributions, such as [healthChecks.of({ … })].')
      const other = contributions.findIndex((contribution) => typeof contribution?.point?.of !== 'function')
      if (other === -1) return contributions.map((contribution) => ({ ...contribution, plugin: plugin.name }))
      throw new Error(
        `number ${other + 1} is not a contribution. Create each with a point, such as healthChecks.of({ … }).`,
      )
    }),
  )
}

/**
 * Returns the routes of all plugins, in their order. Throws a `StartupError` if a route is invalid, or two have the
 * same method and path.
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
      runPluginStep(plugin, container.step('create its routes'), () => {
        if (!plugin.routes) return []
        const routes: readonly AnyRoute[] = plugin.routes(container.servicesFor(plugin))
        if (Array.isArray(routes)) return routes
        throw new Error('it must return a list of routes created with defineRoute({ … }).')
      }),
    )
  }
  const invalid = [...byPlugin].flatMap(([plugin, routes]) =>
    routes.flatMap((route) => routeProblems(plugin, route, basePath)),
  )
  if (invalid.length > 0) throw new StartupError(invalid)
  const problems = duplicateProblems(
    plugins,
    (plugin) => (byPlugin.get(plugin) ?? []).map(methodAndPathOf),
    (route, [first, second]) =>
      first === second
        ? `The plugin "${first}" has the route ${route} twice. Move one.`
        : `The plugins "${first}" and "${second}" both have the route ${route}. Move one.`,
  )
  problems.push(...openapiIdProblems(byPlugin))
  if (problems.length > 0) throw new StartupError(problems)
  return [...byPlugin.values()].flat()
}

/** Returns the method and path of a route, with the same name for every parameter. */
function methodAndPathOf({ method, path }: AnyRoute): string {
  return `${method} ${path.replace(/:\w+/g, ':parameter').replace(/\/$/, '')}`
}
