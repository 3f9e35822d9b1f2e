import type { Page } from '../contracts/page.js'
import { StartupError } from '../errors/startup-error.js'
import type { AnyRoute } from '../http/route.js'
import type { ContributionOfPlugin } from '../plugins/contributions.js'
import { pages } from '../plugins/points.js'

/** Throws one `StartupError` for all pages without a route, and for pages with the same name. */
export function checkPages(contributions: readonly ContributionOfPlugin[], routes: readonly AnyRoute[]): void {
  const paths = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  const owners = new Map<string, string>()
  const problems = contributions.flatMap(({ plugin, point, value }) => {
    if (point.key !== pages.key) return []
    const { name, path } = value as Page
    const owner = owners.get(name)
    owners.set(name, plugin)
    return [
      ...(paths.has(path)
        ? []
        : [`The plugin "${plugin}" contributes "${name}" to pages: no route has the path GET ${path}.`]),
      ...(owner === undefined
        ? []
        : [`The plugins "${owner}" and "${plugin}" both have a page "${name}". Rename one.`]),
    ]
  })
  if (problems.length > 0) throw new StartupError(problems)
}
