/**
 * Prints a bill of materials (CycloneDX JSON) of the service's runtime dependencies in the lock file: `npm run
 * --silent sbom > plinth.cdx.json`.
 *
 * `npm sbom --omit dev` also omits runtime dependencies that are development dependencies of the root package, such as
 * `pg`. This script therefore lists everything and removes what the service cannot reach. It also corrects the names of
 * our workspaces, which npm names after their folders.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Component {
  readonly 'bom-ref': string
  readonly purl: string
  readonly name: string
}
interface Bom {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const ROOT = '@plinth/service'
const bom: Bom = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
)
const root = bom.components.find((component) => nameOf(component) === ROOT)
if (!root) throw new Error(`npm sbom lists no component ${ROOT}.`)
const reachable = reachableFrom(root['bom-ref'], graphOf(bom))
reachable.delete(root['bom-ref'])
const serviceBom = {
  ...bom,
  metadata: { ...bom.metadata, component: withFullName(root) },
  components: bom.components.filter((component) => reachable.has(component['bom-ref'])).map(withFullName),
  dependencies: [...graphOf(bom)]
    .filter(([ref]) => reachable.has(ref) || ref === root['bom-ref'])
    .map(([ref, dependsOn]) => ({ ref, dependsOn })),
}
process.stdout.write(`${JSON.stringify(serviceBom, null, 2)}\n`)

/** Returns the runtime dependencies of each component. */
function graphOf({ dependencies, components }: Bom): Map<string, readonly string[]> {
  const development = developmentOf(components)
  return new Map(
    dependencies.map(({ ref, dependsOn }) => [
      ref,
      dependsOn.filter((other) => !development.get(ref)?.includes(other.slice(0, other.lastIndexOf('@')))),
    ]),
  )
}

/** Returns the development dependencies of our own workspaces. */
function developmentOf(components: readonly Component[]): ReadonlyMap<string, readonly string[]> {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const workspaces = Object.values<{ name?: string; devDependencies?: object }>(packages)
  return new Map(
    components.flatMap((component) => {
      const workspace = workspaces.find(({ name }) => name !== undefined && name === nameOf(component))
      return workspace ? [[component['bom-ref'], Object.keys(workspace.devDependencies ?? {})]] : []
    }),
  )
}

function reachableFrom(start: string, graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set([start])
  for (const ref of reached) for (const other of graph.get(ref) ?? []) reached.add(other)
  return reached
}

function nameOf({ 'bom-ref': ref }: Component): string {
  return ref.slice(0, ref.lastIndexOf('@'))
}

function withFullName(component: Component): Component {
  const name = nameOf(component)
  return { ...component, name: name.startsWith('@plinth/') ? name : component.name }
}
