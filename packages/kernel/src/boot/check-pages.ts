import type { ConsolePage } from '../contracts/console-page.js'
import type { Page } from '../contracts/page.js'
import { StartupError } from '../errors/startup-error.js'
import type { AnyRoute } from '../http/route.js'
import type { ContributionOfPlugin } from '../plugins/contributions.js'
import { consolePages, pages } from '../plugins/points.js'

/** A page as a plugin contributes it: its name, and the path of its route. */
interface ContributedPage {
  readonly plugin: string
  readonly point: string
  readonly name: string
  readonly path: string
}

/** Throws one `StartupError` for all pages without a route, and for pages with the same name. */
export function checkPages(contributions: readonly ContributionOfPlugin[], routes: readonly AnyRoute[]): void {
  const paths = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  const owners = new Map<string, string>()
  const problems = contributions.flatMap((contribution) => {
    const page = pageOf(contribution)
    if (!page) return []
    const { plugin, point, name, path } = page
    const owner = owners.get(`${point}/${name}`)
    owners.set(`${point}/${name}`, plugin)
    return [
      ...(paths.has(path)
        ? []
        : [`The plugin "${plugin}" contributes "${name}" to ${point}: no route has the path GET ${path}.`]),
      ...(owner === undefined ? [] : [sameNameProblem(owner, page)]),
    ]
  })
  if (problems.length > 0) throw new StartupError(problems)
}

function pageOf({ plugin, point, value }: ContributionOfPlugin): ContributedPage | undefined {
  if (point.key === pages.key) return { plugin, point: point.name, ...(value as Page) }
  if (point.key !== consolePages.key) return undefined
  const { path, module } = value as ConsolePage
  return { plugin, point: point.name, name: path, path: module }
}

function sameNameProblem(owner: string, { plugin, point, name }: ContributedPage): string {
  const what = point === consolePages.name ? `page "${name}" of the console` : `page "${name}"`
  return owner === plugin
    ? `The plugin "${plugin}" has two pages named "${name}". Rename one.`
    : `The plugins "${owner}" and "${plugin}" both have a ${what}. Rename one.`
}
